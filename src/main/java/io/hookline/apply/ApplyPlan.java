package io.hookline.apply;

import java.util.List;

/**
 * What to do to make children as they should be.
 *
 * @param changes in the order in which they are carried out: all deletions first, then the rest; each sorted by kind,
 *     namespace and name
 * @param settled how many more children are known to need nothing
 */
public record ApplyPlan(List<ChildChange> changes, int settled) {

    public ApplyPlan {
        changes = List.copyOf(changes);
    }

    /** Whether nothing would be written, and nothing is refused. */
    public boolean isQuiet() {
        return changes.stream().allMatch(ChildChange.Skip.class::isInstance);
    }
}
