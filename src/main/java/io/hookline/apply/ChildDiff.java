package io.hookline.apply;

import io.hookline.object.DecodeException;
import io.hookline.object.KubeObject;

/** Whether an existing child differs from its desired state. Rolling updates use it without a plan. */
public sealed interface ChildDiff {

    /**
     * No write is necessary.
     *
     * @param reason for logs
     */
    record None(String reason) implements ChildDiff {}

    /** An update would change the child. */
    record Some(ChildUpdate update) implements ChildDiff {}

    /**
     * Compares an existing child with its desired state. Both are parsed unless the child is known to be settled.
     *
     * @param observed the child as cached
     * @param desired the child as the hook returned it
     * @throws DecodeException if the last-applied annotation of the child is not valid
     */
    static ChildDiff between(KubeObject observed, Child desired, SettledChildren settled, ChildTrees trees) {
        if (settled.isSettled(observed, ContentHash.of(desired.object()))) {
            return new None("is settled");
        }
        ChildUpdate update = ChildUpdate.of(trees.observed(observed), trees.desired(desired));
        if (!update.differs()) {
            return new None("is up to date");
        }
        if (update.recorded() && settled.isServersDoing(observed, update.residue())) {
            return new None("differs only in what the API server changed");
        }
        return new Some(update);
    }
}
