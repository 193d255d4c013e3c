package io.hookline.watcher;

import io.hookline.spec.ChildRule;
import io.hookline.spec.CompositeController;
import io.hookline.spec.ControllerSpec;
import io.hookline.spec.ParentRule;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * Composites that never come to rest together. Children are told by their parent alone, so where two controllers have the
 * same parents and children of the same kind, each takes the other's for its own, and deletes them.
 */
final class OverlappingControllers {

    private OverlappingControllers() {}

    /** Which of the others it is, and what to do; for the controller's author. */
    static Optional<String> of(CompositeController controller, Collection<? extends ControllerSpec> others) {
        return others.stream()
                .filter(CompositeController.class::isInstance)
                .map(CompositeController.class::cast)
                .filter(other ->
                        !other.name().equals(controller.name()) && haveSameParents(controller.parent(), other.parent()))
                .flatMap(other -> shared(controller.children(), other.children()).stream()
                        .map(child -> "CompositeController " + other.name() + " has " + child + " for the same "
                                + controller.parent().resource()
                                + ": each of the two deletes those of the other. Let one of them make all, or make"
                                + " the second one a DecoratorController."))
                .findFirst();
    }

    /** Two selectors that differ may select different parents; nobody can tell. */
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
