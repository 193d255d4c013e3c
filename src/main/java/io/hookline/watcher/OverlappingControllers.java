package io.hookline.watcher;

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
 * Finds composites that delete each other's children. A child is identified by its parent alone, so two controllers with the
 * same parents and the same kind of children both claim all of these children, and delete those they do not desire.
 */
final class OverlappingControllers {

    private static final Logger LOG = LoggerFactory.getLogger(OverlappingControllers.class);

    private OverlappingControllers() {}

    /** Warns the controller's author, if another controller overlaps. */
    static void report(
            CompositeController controller, Collection<? extends ControllerSpec> others, EventRecorder events) {
        of(controller, others).ifPresent(text -> {
            LOG.atWarn().addKeyValue("controller", controller.name()).log(text);
            events.warning(controller.source(), "SameChildren", text);
        });
    }

    /** A warning for the controller's author, if another controller overlaps: which one, and what to do. */
    static Optional<String> of(CompositeController controller, Collection<? extends ControllerSpec> others) {
        return others.stream()
                .filter(CompositeController.class::isInstance)
                .map(CompositeController.class::cast)
                .filter(other ->
                        !other.name().equals(controller.name()) && haveSameParents(controller.parent(), other.parent()))
                .flatMap(other -> shared(controller.children(), other.children()).stream()
                        .map(child -> "CompositeController " + other.name() + " has " + child + " for the same "
                                + controller.parent().resource()
                                + ": each of the two deletes those of the other. Let one of them create all, or make"
                                + " the second one a DecoratorController."))
                .findFirst();
    }

    /** Different selectors may select the same parents, which cannot be known; they count as different parents. */
    private static boolean haveSameParents(ParentRule one, ParentRule other) {
        return one.isOfSameKind(other)
                && (one.labels().isEmpty()
                        || other.labels().isEmpty()
                        || one.labels().equals(other.labels()));
    }

    private static Optional<String> shared(List<ChildRule> ones, List<ChildRule> others) {
        return ones.stream()
                .filter(one -> others.stream().anyMatch(one::isOfSameKind))
                .map(ChildRule::resource)
                .findFirst();
    }
}
