package io.hookline.rollout;

import io.hookline.apply.ChildId;
import io.hookline.apply.Children;
import java.util.Set;

/**
 * One revision of a parent, before a rolling update continues.
 *
 * @param claims the children that are recorded as belonging to this revision
 * @param desired all children that the hook returned for the parent in this revision
 */
public record RevisionState(Set<ChildId> claims, Children desired) {
    public RevisionState {
        claims = Set.copyOf(claims);
    }
}
