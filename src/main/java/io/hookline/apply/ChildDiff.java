package io.hookline.apply;

import io.hookline.object.DecodeException;
import io.hookline.object.KubeObject;

/** Whether an existing child is as its hook wants it. A rolling update asks this without wanting a plan. */
public sealed interface ChildDiff {

    /**
     * Nothing is to be written.
     *
     * @param reason in words for logs and people
     */
    record None(String reason) implements ChildDiff {}

    /** An update would change the child. */
    record Some(ChildUpdate update) implements ChildDiff {}

    /**
     * Compares; parses both unless the child is known to be settled. Reads and writes nothing else.
     *
     * @param observed as cached
     * @param desired what the hook returned for it
     * @throws DecodeException if what the child remembers as last applied cannot be read
     */
    static ChildDiff between(KubeObject observed, Child desired, SettledChildren settled, ChildTrees trees) {
        if (settled.isSettled(observed, ContentHash.of(desired.object()))) {
            return new None("is settled");
        }
        ChildUpdate update = ChildUpdate.of(trees.observed(observed), trees.desired(desired));
        if (!update.differs()) {
            return new None("is as it should be");
        }
        if (update.recorded() && settled.isServersDoing(observed, update.residue())) {
            return new None("is as the server keeps it");
        }
        return new Some(update);
    }
}
