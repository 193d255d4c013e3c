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
 * Controllers with the same parents. Of two CompositeControllers, each deletes the children that only the other desires, and replaces
 * the status. A CompositeController also claims the attachments of a DecoratorController. Those of two DecoratorControllers are
 * separate.
 */
final class CompetingControllers implements Check {

    @Override
    public Stream<Finding> find(CheckedProject project) {
        List<ControllerManifest> controllers = project.controllers();
        List<Finding> found = new ArrayList<>();
        for (int i = 0; i < controllers.size(); i++) {
            for (ControllerManifest earlier : controllers.subList(0, i)) {
                finding(earlier, controllers.get(i)).ifPresent(found::add);
            }
        }
        return found.stream();
    }

    private static Optional<Finding> finding(ControllerManifest earlier, ControllerManifest later) {
        return conflict(earlier, later)
                .filter(_ -> !earlier.toString().equals(later.toString()))
                .flatMap(conflict -> shared(earlier, later)
                        .map(rule -> Finding.warning(
                                later.manifest().at(rule.place()),
                                later + " and " + earlier + " ("
                                        + earlier.manifest().place() + ") have the same parents, " + rule + ", and "
                                        + conflict)));
    }

    /** The first rule of the later one whose parents the earlier one may have, too. */
    private static Optional<ControllerManifest.Rule> shared(ControllerManifest earlier, ControllerManifest later) {
        return later.parents().stream()
                .filter(rule -> earlier.parents().stream()
                        .anyMatch(other -> rule.isOfSameResource(other) && overlap(rule.labels(), other.labels())))
                .findFirst();
    }

    /** What two controllers with the same parents do to each other, and the remedy; empty if they do no harm. */
    private static Optional<String> conflict(ControllerManifest earlier, ControllerManifest later) {
        String both = later.children().stream()
                .filter(rule -> earlier.children().stream().anyMatch(rule::isOfSameResource))
                .map(ControllerManifest.Rule::resource)
                .distinct()
                .collect(Collectors.joining(", "));
        if (earlier.isComposite() && later.isComposite()) {
            String what = both.isEmpty() ? "replace each other's status" : "delete each other's " + both;
            return Optional.of(what + "; give them separate parents by labelSelector, or merge them");
        }
        return both.isEmpty() || !(earlier.isComposite() || later.isComposite())
                ? Optional.empty()
                : Optional.of("the composite releases or deletes the " + both
                        + " of the decorator; let one of them create all, or attach objects of another kind");
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
