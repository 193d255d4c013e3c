package io.hookline.apply;

import java.util.List;

/**
 * The changes that bring the children of one parent to their desired state.
 *
 * @param changes in the order in which they are made: deletions first, then all others; both sorted by kind, namespace and
 *     name
 * @param settled the number of further children that are known to need no change
 */
public record ApplyPlan(List<ChildChange> changes, int settled) {

    public ApplyPlan {
        changes = List.copyOf(changes);
    }

    /** Whether the plan writes nothing and refuses nothing. */
    public boolean isQuiet() {
        return changes.stream().allMatch(ChildChange.Skip.class::isInstance);
    }
}
