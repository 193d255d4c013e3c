package io.hookline.watcher.sync;

import io.hookline.apply.Child;
import io.hookline.apply.ChildId;
import io.hookline.apply.Children;
import io.hookline.watcher.model.SyncFailures;
import java.util.List;
import java.util.Set;

/**
 * The children of an answer, validated.
 *
 * @param children valid desired children, in the order of the answer
 * @param observed observed children that may be changed or deleted
 * @param injected the metadata that is added to each desired child
 * @param failures of refused children
 * @param holdsDeletions whether a refused child keeps the others from being deleted: it may be the one that replaces them
 * @param warnings for the hook's author, about children that are valid; at most {@link #MOST_WARNINGS} and one that counts the rest
 */
record DesiredChildren(
        List<Child> children,
        Children observed,
        InjectedMetadata injected,
        SyncFailures failures,
        boolean holdsDeletions,
        List<Warning> warnings) {

    /** How many warnings are told apart. */
    static final int MOST_WARNINGS = 100;

    DesiredChildren {
        children = List.copyOf(children);
        warnings = List.copyOf(warnings);
    }

    /** A warning for the hook's author. */
    record Warning(String reason, String text) {}

    /**
     * Replaces the desired children.
     *
     * @param kept observed children that are neither changed nor deleted
     */
    DesiredChildren with(List<Child> others, Set<ChildId> kept) {
        Children changeable = kept.isEmpty()
                ? observed
                : Children.of(observed.all().stream()
                        .filter(child -> !kept.contains(ChildId.of(child)))
                        .toList());
        return new DesiredChildren(others, changeable, injected, failures, holdsDeletions, warnings);
    }
}
