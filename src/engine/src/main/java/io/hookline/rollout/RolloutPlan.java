package io.hookline.rollout;

import io.hookline.apply.Child;
import io.hookline.apply.ChildId;
import java.util.List;
import java.util.Set;

/**
 * The next step of a rolling update. The claims must be recorded before a child is written, so that after a restart the
 * rolling update continues where it was.
 *
 * @param claims the children of each revision, in the order of the revisions; a revision without children is over, unless it
 *     is the first, which is the latest
 * @param children the desired children, each in the version of its revision
 * @param held children of earlier revisions that are left alone until their turn, although they are not as recorded
 * @param kept observed children that are neither changed nor deleted before their turn: the hook no longer returns them for
 *     their revision, or no revision claims them
 */
public record RolloutPlan(
        List<Set<ChildId>> claims, List<Child> children, Set<ChildId> held, Set<ChildId> kept, Progress progress) {
    public RolloutPlan {
        claims = claims.stream().map(Set::copyOf).toList();
        children = List.copyOf(children);
        held = Set.copyOf(held);
        kept = Set.copyOf(kept);
    }
}
