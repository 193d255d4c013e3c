package io.hookline.watcher;

import io.hookline.hook.protocol.ControllerName;
import io.hookline.spec.ChildRule;
import io.hookline.spec.CompositeController;
import io.hookline.spec.ControllerSpec;
import io.hookline.spec.ParentRule;
import io.hookline.watcher.event.EventRecorder;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds controllers that write the same objects. A child of a composite is identified by its parent alone, so two composites with
 * the same parents and the same kind of children both claim all of these children, and delete those they do not desire. A composite
 * also claims what a decorator attaches to its parents. Whatever their children are, two composites replace each other's status.
 */
final class OverlappingControllers {

    private static final Logger LOG = LoggerFactory.getLogger(OverlappingControllers.class);

    private OverlappingControllers() {}

    /** A warning for a controller's author: which other controller overlaps, and what to do. */
    private record Overlap(String reason, String text) {}

    /** Warns the controller's author, if another controller overlaps. */
    static void report(ControllerSpec controller, Collection<? extends ControllerSpec> running, EventRecorder events) {
        List<? extends ControllerSpec> others = running.stream()
                .filter(other -> isComposite(other) || isComposite(controller))
                .filter(other ->
                        !other.source().toString().equals(controller.source().toString()))
                .toList();
        sameChildren(controller, others)
                .or(() -> sameParents(controller, others))
                .ifPresent(overlap -> {
                    LOG.atWarn()
                            .addKeyValue("controller", ControllerName.of(controller.source()))
                            .log(overlap.text());
                    events.warning(controller.source(), overlap.reason(), overlap.text());
                });
    }

    private static Optional<Overlap> sameChildren(ControllerSpec controller, List<? extends ControllerSpec> others) {
        return others.stream()
                .flatMap(other -> sharedParents(controller, other)
                        .flatMap(parents -> sharedChildren(controller, other)
                                .map(children -> new Overlap(
                                        "SameChildren",
                                        other.source() + " has " + children + " for the same " + parents + ": "
                                                + fight(controller, other))))
                        .stream())
                .findFirst();
    }

    private static String fight(ControllerSpec controller, ControllerSpec other) {
        return isComposite(controller) && isComposite(other)
                ? "each of the two deletes those of the other. Let one of them create all, or give them separate parents"
                        + " by labelSelector."
                : "the composite releases or deletes those of the decorator. Let one of them create all, or attach"
                        + " objects of another kind.";
    }

    private static Optional<Overlap> sameParents(ControllerSpec controller, List<? extends ControllerSpec> others) {
        return others.stream()
                .filter(other -> isComposite(controller) && isComposite(other))
                .flatMap(other -> sharedParents(controller, other)
                        .map(parents -> new Overlap(
                                "SameParents",
                                other.source() + " has the same " + parents + ": each of the two replaces the status of"
                                        + " the other, again and again. Merge them, make one of them a"
                                        + " DecoratorController, or give them separate parents by labelSelector."))
                        .stream())
                .findFirst();
    }

    private static boolean isComposite(ControllerSpec controller) {
        return controller instanceof CompositeController;
    }

    private static Optional<String> sharedParents(ControllerSpec one, ControllerSpec other) {
        return one.parents().stream()
                .filter(rule -> other.parents().stream().anyMatch(each -> haveSameParents(rule, each)))
                .map(ParentRule::resource)
                .findFirst();
    }

    /** Different selectors may select the same parents, which cannot be known; they count as different parents. */
    private static boolean haveSameParents(ParentRule one, ParentRule other) {
        return one.isOfSameKind(other)
                && (one.labels().isEmpty()
                        || other.labels().isEmpty()
                        || one.labels().equals(other.labels()));
    }

    private static Optional<String> sharedChildren(ControllerSpec one, ControllerSpec other) {
        return one.children().stream()
                .filter(rule -> other.children().stream().anyMatch(rule::isOfSameKind))
                .map(ChildRule::resource)
                .findFirst();
    }
}
