package io.hookline.apply;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.apply.ChildChange.Apply;
import io.hookline.apply.ChildChange.Create;
import io.hookline.apply.ChildChange.Delete;
import io.hookline.apply.ChildChange.Recreate;
import io.hookline.apply.ChildChange.Refuse;
import io.hookline.apply.ChildChange.Residue;
import io.hookline.apply.ChildChange.ServerSide;
import io.hookline.apply.ChildChange.Skip;
import io.hookline.apply.ChildChange.Trial;
import io.hookline.apply.ChildChange.Update;
import io.hookline.object.DecodeException;
import io.hookline.object.GroupVersionKind;
import io.hookline.object.KubeObject;
import io.hookline.object.OwnerReference;
import io.hookline.spec.ChildRule.UpdateStrategy;
import io.hookline.spec.ChildRule.UpdateStrategy.UpdateMethod;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Decides how to change each child of one controller's parents.
 *
 * <p>It reads and writes nothing, and the same input gives the same plan. Children that are known to be settled are not
 * parsed. It is thread-safe if its arguments are.
 */
public final class ApplyPlanner {

    /** The maximum number of differences in a log line. */
    static final int DIFFERENCES_SHOWN = 3;

    /** How many differences are compared to find the reason of a recreation, which is rare. */
    private static final int DIFFERENCES_SEARCHED = 30;

    private final UpdateStrategies strategies;
    private final SettledChildren settled;
    private final ChildTrees trees;

    /** Creates the planner of one controller. */
    public ApplyPlanner(UpdateStrategies strategies, SettledChildren settled, ChildTrees trees) {
        this.strategies = strategies;
        this.settled = settled;
        this.trees = trees;
    }

    /**
     * Plans the changes of one parent's children.
     *
     * @param observed the existing children of the parent
     * @param desired the children that its hook returned, by the keys that they have in the cluster
     * @param owner the owner reference of new children
     */
    public ApplyPlan plan(Children observed, Children desired, OwnerReference owner) {
        List<ChildChange> changes = new ArrayList<>();
        observed.byKind()
                .forEach((kind, children) -> children.forEach((key, child) -> {
                    if (!child.object().isBeingDeleted() && !desired.hasInAnyVersion(kind, key)) {
                        changes.add(new Delete(child));
                    }
                }));
        ChildComparison comparison = new ChildComparison(strategies, settled, trees, owner);
        int[] unchanged = new int[1];
        desired.byKind()
                .forEach((kind, children) -> children.forEach((key, child) -> {
                    ContentHash hash = ContentHash.of(child.object());
                    Optional<Child> present = observed.find(kind, key);
                    if (present.isPresent() && isSettled(present.get().object(), hash)) {
                        unchanged[0]++;
                    } else {
                        changes.add(decide(present, child, hash, comparison));
                    }
                }));
        return new ApplyPlan(changes, unchanged[0]);
    }

    /** How a desired child would be created now, whether or not it exists: a {@link Create} or a {@link Refuse}. */
    public ChildChange creation(Child desired, OwnerReference owner) {
        return decide(
                Optional.empty(),
                desired,
                ContentHash.of(desired.object()),
                new ChildComparison(strategies, settled, trees, owner));
    }

    private boolean isSettled(KubeObject present, ContentHash desired) {
        return !present.isBeingDeleted() && settled.isSettled(present, desired);
    }

    private ChildChange decide(Optional<Child> present, Child desired, ContentHash hash, ChildComparison comparison) {
        try {
            return present.isPresent()
                    ? existing(present.get(), desired, hash, comparison)
                    : missing(desired, hash, comparison.owner());
        } catch (DecodeException e) {
            return new Refuse(desired, String.valueOf(e.getMessage()), present.isPresent());
        }
    }

    /**
     * Creates a child, unless its kind is declared in another version only. Such a child would not be observed in its
     * own version, so every sync would create or delete it.
     */
    private ChildChange missing(Child desired, ContentHash hash, OwnerReference owner) {
        Optional<GroupVersionKind> declared = strategies.otherVersion(desired.kind());
        if (declared.isPresent()) {
            String problem = "the controller declares " + declared.get().apiVersion() + ", its hook answered "
                    + desired.kind().apiVersion();
            return new Refuse(desired, problem, false);
        }
        ObjectNode tree = trees.desired(desired);
        Optional<ServerSide> applied =
                strategies.serverSide(desired.kind()).map(by -> new ServerSide(by, AppliedChild.body(tree, owner)));
        KubeObject body = applied.map(as -> AppliedChild.creation(as.desired()))
                .orElseGet(() -> KubeObject.of(ChildCreation.body(tree, owner)));
        return new Create(desired, body, hash, strategies.of(desired.kind()).isPresent(), applied);
    }

    private ChildChange existing(Child present, Child desired, ContentHash hash, ChildComparison comparison) {
        if (present.object().isBeingDeleted()) {
            return new Skip(present, hash, Skip.Cause.BEING_DELETED, "is being deleted");
        }
        return switch (comparison.between(present.object(), desired)) {
            case ChildDiff.None(String reason) -> new Skip(present, hash, Skip.Cause.EQUAL, reason);
            case ChildDiff.Some(ChildUpdate update) -> differing(present, hash, update);
            case ChildDiff.Unproven(AppliedChild child) -> unproven(present, hash, child);
        };
    }

    private ChildChange unproven(Child present, ContentHash hash, AppliedChild child) {
        Differences differences = child.differences(DIFFERENCES_SHOWN);
        return switch (method(present)) {
            case ON_DELETE -> notUpdated(present, hash, differences);
            case RECREATE, ROLLING_RECREATE -> new Apply(present, hash, child, true, differences);
            case IN_PLACE, ROLLING_IN_PLACE -> new Apply(present, hash, child, false, differences);
        };
    }

    private UpdateMethod method(Child present) {
        return strategies.of(present.kind()).map(UpdateStrategy::method).orElse(UpdateMethod.ON_DELETE);
    }

    private static Skip notUpdated(Child present, ContentHash hash, Differences differences) {
        return new Skip(present, hash, Skip.Cause.ON_DELETE, "not updated until deleted: " + differences);
    }

    private ChildChange differing(Child present, ContentHash hash, ChildUpdate update) {
        Residue residue = update.residue();
        Differences differences = update.differences(DIFFERENCES_SHOWN);
        return switch (method(present)) {
            case ON_DELETE -> notUpdated(present, hash, differences);
            case RECREATE, ROLLING_RECREATE ->
                new Recreate(
                        present,
                        hash,
                        new Trial(update.body(), residue, !update.recorded()),
                        update.differences(DIFFERENCES_SEARCHED).toRecreate(DIFFERENCES_SHOWN));
            case IN_PLACE, ROLLING_IN_PLACE -> new Update(present, update.body(), hash, residue, differences);
        };
    }
}
