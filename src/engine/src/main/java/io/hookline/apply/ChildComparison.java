package io.hookline.apply;

import io.hookline.object.DecodeException;
import io.hookline.object.KubeObject;
import io.hookline.object.OwnerReference;
import java.util.Optional;

/**
 * Compares the children of one parent with their desired states, by the apply strategy of their kind. Rolling updates use it
 * without a plan. It reads and writes nothing.
 *
 * @param settled knows children that need no write
 * @param owner the owner reference of the parent, which server-side apply always sends
 */
public record ChildComparison(
        UpdateStrategies strategies, SettledChildren settled, ChildTrees trees, OwnerReference owner) {

    /**
     * Compares an existing child with its desired state. Both are parsed unless the child is known to be settled.
     *
     * @param observed the child as cached
     * @param desired the child as the hook returned it
     * @throws DecodeException if the last-applied annotation of the child, or its desired metadata, is not valid
     */
    public ChildDiff between(KubeObject observed, Child desired) {
        if (settled.isSettled(observed, ContentHash.of(desired.object()))) {
            return new ChildDiff.None("is settled");
        }
        Optional<FieldManagement> by = strategies.serverSide(desired.kind());
        return by.isPresent() ? applied(observed, desired, by.get()) : merged(observed, desired);
    }

    private ChildDiff merged(KubeObject observed, Child desired) {
        ChildUpdate update = ChildUpdate.of(trees.observed(observed), trees.desired(desired));
        if (!update.differs()) {
            return new ChildDiff.None("is up to date");
        }
        if (update.recorded() && settled.isServersDoing(observed, update.residue())) {
            return new ChildDiff.None("differs only in what the API server changed");
        }
        return new ChildDiff.Some(update);
    }

    private ChildDiff applied(KubeObject observed, Child desired, FieldManagement by) {
        AppliedChild child =
                AppliedChild.of(trees.observed(observed), AppliedChild.body(trees.desired(desired), owner), by);
        if (child.isProven()) {
            return new ChildDiff.None("is up to date");
        }
        if (settled.isServersDoing(observed, child.residue())) {
            return new ChildDiff.None("differs only in what the API server changed");
        }
        return new ChildDiff.Unproven(child);
    }
}
