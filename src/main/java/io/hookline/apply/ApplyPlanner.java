package io.hookline.apply;

import io.hookline.apply.ChildChange.Create;
import io.hookline.apply.ChildChange.Delete;
import io.hookline.apply.ChildChange.Recreate;
import io.hookline.apply.ChildChange.Refuse;
import io.hookline.apply.ChildChange.Residue;
import io.hookline.apply.ChildChange.Skip;
import io.hookline.apply.ChildChange.Trial;
import io.hookline.apply.ChildChange.Update;
import io.hookline.object.DecodeException;
import io.hookline.object.GroupVersionKind;
import io.hookline.object.KubeObject;
import io.hookline.object.ObjectKey;
import io.hookline.object.OwnerReference;
import io.hookline.spec.UpdateMethod;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Decides what to do with each child of one controller's parents. Decides only: nothing is read or written, and the same
 * input gives the same plan. Children that are known to be settled are not parsed. As thread-safe as what it was given.
 */
public final class ApplyPlanner {

    /** Enough to see what it is about, in a log line. */
    private static final int DIFFERENCES_SHOWN = 3;

    private final UpdateStrategies strategies;
    private final SettledChildren settled;
    private final Trees trees;

    /** For one controller. */
    public ApplyPlanner(UpdateStrategies strategies, SettledChildren settled, Trees trees) {
        this.strategies = strategies;
        this.settled = settled;
        this.trees = trees;
    }

    /**
     * Plans for one parent.
     *
     * @param observed the children that the parent has
     * @param desired what its hook wants, by the keys that the children will have
     * @param owner the reference to the parent for new children
     */
    public ApplyPlan plan(Children observed, Children desired, OwnerReference owner) {
        List<ChildChange> changes = new ArrayList<>();
        observed.byKind()
                .forEach((kind, objects) -> objects.forEach((key, object) -> {
                    if (!object.isBeingDeleted() && !desired.hasInAnyVersion(kind, key)) {
                        changes.add(new Delete(kind, key, object));
                    }
                }));
        int[] quiet = new int[1];
        desired.byKind()
                .forEach((kind, objects) -> objects.forEach((key, object) -> {
                    Wanted wanted = new Wanted(kind, key, object, ContentHash.of(object));
                    Optional<KubeObject> present = observed.find(kind, key);
                    if (present.isPresent() && isSettled(present.get(), wanted)) {
                        quiet[0]++;
                    } else {
                        changes.add(decide(present, wanted, owner));
                    }
                }));
        return new ApplyPlan(changes, quiet[0]);
    }

    private boolean isSettled(KubeObject present, Wanted wanted) {
        return !present.isBeingDeleted() && settled.isSettled(present, wanted.hash);
    }

    private ChildChange decide(Optional<KubeObject> present, Wanted wanted, OwnerReference owner) {
        try {
            return present.isPresent() ? existing(present.get(), wanted) : missing(wanted, owner);
        } catch (DecodeException e) {
            return new Refuse(wanted.kind, wanted.key, String.valueOf(e.getMessage()));
        }
    }

    /** A kind that is declared in another version is seen in that version only: it would be created and deleted in turn. */
    private ChildChange missing(Wanted wanted, OwnerReference owner) {
        Optional<GroupVersionKind> declared = strategies.otherVersion(wanted.kind);
        if (declared.isPresent()) {
            String problem = "the controller declares " + declared.get().apiVersion() + ", its hook answered "
                    + wanted.kind.apiVersion();
            return new Refuse(wanted.kind, wanted.key, problem);
        }
        KubeObject body = KubeObject.of(ChildCreation.body(trees.desired(wanted.object), owner));
        boolean isDeclared = strategies.of(wanted.kind).isPresent();
        return new Create(wanted.kind, wanted.key, body, wanted.hash, isDeclared);
    }

    private ChildChange existing(KubeObject present, Wanted wanted) {
        if (present.isBeingDeleted()) {
            return skip(present, wanted, Skip.Cause.BEING_DELETED, "is being deleted");
        }
        ChildUpdate update = ChildUpdate.of(trees.observed(present), trees.desired(wanted.object));
        if (!update.differs()) {
            return skip(present, wanted, Skip.Cause.EQUAL, "is as it should be");
        }
        Residue residue = new Residue(wanted.hash, update.residue());
        if (update.recorded() && settled.isServersDoing(present, residue.desired(), residue.differences())) {
            return skip(present, wanted, Skip.Cause.EQUAL, "is as the server keeps it");
        }
        Differences differences = update.differences(DIFFERENCES_SHOWN);
        return switch (strategies.of(wanted.kind).orElse(UpdateMethod.ON_DELETE)) {
            case ON_DELETE -> skip(present, wanted, Skip.Cause.ON_DELETE, "left alone until deleted: " + differences);
            case RECREATE, ROLLING_RECREATE -> {
                Optional<Trial> trial = update.recorded()
                        ? Optional.of(new Trial(KubeObject.of(update.merged()), residue))
                        : Optional.empty();
                yield new Recreate(wanted.kind, wanted.key, present, trial, differences);
            }
            case IN_PLACE, ROLLING_IN_PLACE ->
                new Update(wanted.kind, wanted.key, present, KubeObject.of(update.merged()), residue, differences);
        };
    }

    private static Skip skip(KubeObject present, Wanted wanted, Skip.Cause cause, String reason) {
        return new Skip(wanted.kind, wanted.key, present, wanted.hash, cause, reason);
    }

    private record Wanted(GroupVersionKind kind, ObjectKey key, KubeObject object, ContentHash hash) {}
}
