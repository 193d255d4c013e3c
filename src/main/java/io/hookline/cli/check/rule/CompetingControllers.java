package io.hookline.cli.check.rule;

import io.hookline.object.LabelSelector;
import io.hookline.object.LabelSelector.Operator;
import io.hookline.object.LabelSelector.Requirement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * CompositeControllers with the same parents. Each deletes the children that only the other desires, and replaces the status. The
 * attachments of DecoratorControllers are separate.
 */
final class CompetingControllers implements Check {

    @Override
    public Stream<Finding> find(CheckedProject project) {
        List<ControllerManifest> composites = project.controllers().stream()
                .filter(ControllerManifest::isComposite)
                .toList();
        List<Finding> found = new ArrayList<>();
        for (int i = 0; i < composites.size(); i++) {
            for (ControllerManifest earlier : composites.subList(0, i)) {
                finding(earlier, composites.get(i)).ifPresent(found::add);
            }
        }
        return found.stream();
    }

    private static Optional<Finding> finding(ControllerManifest earlier, ControllerManifest later) {
        Optional<ControllerManifest.Rule> shared = later.parents().stream()
                .filter(rule -> earlier.parents().stream()
                        .anyMatch(other -> rule.isOfSameResource(other) && overlap(rule.labels(), other.labels())))
                .findFirst();
        boolean same = earlier.manifest()
                .object()
                .name()
                .equals(later.manifest().object().name());
        return shared.filter(_ -> !same)
                .map(rule -> Finding.warning(
                        later.manifest().at(rule.place()),
                        later + " and " + earlier + " (" + earlier.manifest().place() + ") have the same parents, "
                                + rule
                                + ", and " + conflict(earlier, later)
                                + "; give them separate parents by labelSelector, or merge them"));
    }

    private static String conflict(ControllerManifest earlier, ControllerManifest later) {
        String both = later.children().stream()
                .filter(rule -> earlier.children().stream().anyMatch(rule::isOfSameResource))
                .map(ControllerManifest.Rule::resource)
                .distinct()
                .collect(Collectors.joining(", "));
        return both.isEmpty() ? "replace each other's status" : "delete each other's " + both;
    }

    /** Whether an object may match both; if in doubt, yes. */
    private static boolean overlap(LabelSelector a, LabelSelector b) {
        return a.requirements().stream()
                .noneMatch(one -> b.requirements().stream().anyMatch(other -> exclude(one, other)));
    }

    private static boolean exclude(Requirement a, Requirement b) {
        return a.key().equals(b.key()) && (excludes(a, b) || excludes(b, a));
    }

    private static boolean excludes(Requirement a, Requirement b) {
        return switch (a.operator()) {
            case IN ->
                switch (b.operator()) {
                    case IN -> Collections.disjoint(a.values(), b.values());
                    case NOT_IN -> b.values().containsAll(a.values());
                    case DOES_NOT_EXIST -> true;
                    case EXISTS -> false;
                };
            case EXISTS -> b.operator() == Operator.DOES_NOT_EXIST;
            case NOT_IN, DOES_NOT_EXIST -> false;
        };
    }
}
