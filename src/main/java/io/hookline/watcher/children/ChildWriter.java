package io.hookline.watcher.children;

import io.hookline.apply.ApplyPlan;
import io.hookline.apply.ApplyPlanner;
import io.hookline.apply.Child;
import io.hookline.apply.ChildChange;
import io.hookline.apply.ChildUpdate;
import io.hookline.apply.Children;
import io.hookline.apply.UpdateStrategies;
import io.hookline.cluster.ClusterException;
import io.hookline.cluster.DeleteOptions;
import io.hookline.cluster.WriteOptions;
import io.hookline.object.KubeObject;
import io.hookline.object.OwnerReference;
import io.hookline.spec.WellKnown;
import io.hookline.watcher.claim.InjectedMetadata;
import io.hookline.watcher.model.ChildKinds;
import io.hookline.watcher.model.Fanout;
import io.hookline.watcher.model.RestMapper;
import io.hookline.watcher.model.SyncException;
import io.hookline.watcher.model.WatcherDependencies;
import io.hookline.watcher.model.WatcherObserver.ChildAction;
import io.hookline.watcher.state.RunningSync;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Writes a parent's desired children to the cluster. Deletions are first, then one kind after the other, in parallel only
 * within a kind. A failure on one child does not stop the others. Thread-safe.
 */
public final class ChildWriter {

    /** The field manager of Metacontroller's dynamic apply. */
    static final WriteOptions OPTIONS = WriteOptions.PLAIN.by(WellKnown.COMPONENT);

    private static final WriteOptions DRY_RUN = new WriteOptions("", WellKnown.COMPONENT, false, true);

    private final ChildKinds kinds;
    private final UpdateStrategies strategies;
    private final DesiredChildResolver desiredChildren;
    private final ChildReports reports;
    private final ServerSideApplier applier;
    private final ChildCreator creator;
    private final WatcherDependencies dependencies;
    private final Fanout fanout;

    public ChildWriter(
            ChildKinds kinds,
            UpdateStrategies strategies,
            RestMapper restMapper,
            ChildReports reports,
            WatcherDependencies dependencies) {
        this.kinds = kinds;
        this.strategies = strategies;
        this.desiredChildren = new DesiredChildResolver(kinds, restMapper);
        this.reports = reports;
        this.applier = new ServerSideApplier(kinds, reports, dependencies);
        this.creator = new ChildCreator(kinds, reports, applier, dependencies);
        this.dependencies = dependencies;
        this.fanout = new Fanout(dependencies.threads());
    }

    /** Validates the children of an answer. */
    public DesiredChildren resolve(RunningSync sync, List<KubeObject> answered, InjectedMetadata injected) {
        return desiredChildren.of(sync.parent(), sync.observed(), answered, injected);
    }

    /** Deletes all observed children. */
    public void writeNone(RunningSync sync) throws InterruptedException {
        InjectedMetadata nothing = new InjectedMetadata(sync.parent().namespace(), Map.of(), Map.of());
        write(sync, resolve(sync, List.of(), nothing));
    }

    /** Creates, updates and deletes children until they are as desired; failures are added to the sync's result. */
    public void write(RunningSync sync, DesiredChildren wanted) throws InterruptedException {
        wanted.warnings().forEach(warning -> reports.warning(sync, warning));
        sync.result().childrenFailed(wanted.failures());
        Children desired = Children.of(wanted.children());
        sync.memory().children().keepOnly(wanted.observed(), desired);
        ApplyPlan plan = new ApplyPlanner(
                        strategies,
                        sync.memory().children(),
                        new InjectedTrees(dependencies.trees(), wanted.injected()))
                .plan(wanted.observed(), desired, OwnerReference.controlledBy(sync.parent()));
        if (!plan.changes().isEmpty()) {
            sync.result().changed();
        }
        sync.memory().conflicts().keepOnly(missing(plan));
        for (List<ChildChange> group : groups(plan)) {
            sync.result().childrenFailed(fanout.run(group, change -> attempt(sync, change)));
        }
    }

    private static List<Child> missing(ApplyPlan plan) {
        return plan.changes().stream()
                .filter(ChildChange.Create.class::isInstance)
                .map(ChildChange::child)
                .toList();
    }

    /** Groups of changes that may run in parallel: all deletions, then one kind after the other. */
    private static List<List<ChildChange>> groups(ApplyPlan plan) {
        Map<Object, List<ChildChange>> groups = new LinkedHashMap<>();
        for (ChildChange change : plan.changes()) {
            Object group = change instanceof ChildChange.Delete ? "deletions" : change.kind();
            groups.computeIfAbsent(group, _ -> new ArrayList<>()).add(change);
        }
        return List.copyOf(groups.values());
    }

    /** Makes one change; returns its failure, if it failed. */
    private Optional<SyncException> attempt(RunningSync sync, ChildChange change) {
        try {
            switch (change) {
                case ChildChange.Delete delete -> delete(sync, delete.child(), ChildAction.DELETED, delete.reason());
                case ChildChange.Recreate recreate -> recreate(sync, recreate);
                case ChildChange.Create create -> creator.create(sync, create);
                case ChildChange.Update update -> update(sync, update);
                case ChildChange.Apply apply -> apply(sync, apply);
                case ChildChange.Skip skip -> skip(sync, skip);
                case ChildChange.Refuse refuse ->
                    throw new SyncException("can't " + (refuse.exists() ? "update " : "create ") + refuse.child() + ": "
                            + refuse.reason());
            }
            return Optional.empty();
        } catch (SyncException e) {
            return Optional.of(e);
        } catch (RuntimeException e) { // a bug; it must not stop the other children
            return Optional.of(reports.unexpected(sync, change, e));
        }
    }

    /** Remembers that nothing must be done until the child or the answer changes. */
    private static void skip(RunningSync sync, ChildChange.Skip skip) {
        if (skip.cause() != ChildChange.Skip.Cause.BEING_DELETED) {
            sync.memory().children().settle(skip.child().object(), skip.desired());
        }
    }

    private void delete(RunningSync sync, Child child, ChildAction action, String why) {
        KubeObject object = child.object();
        try {
            dependencies.cluster().delete(child.resource(), child.key(), DeleteOptions.ofUid(object.uid()));
        } catch (ClusterException.NotFound _) {
            // deleted already, as desired
        } catch (ClusterException e) {
            throw new SyncException("can't delete " + object, e);
        }
        sync.memory().children().forget(object);
        sync.memory()
                .writes()
                .deleted(kinds.require(child.kind()).subscription().store(), object);
        reports.done(sync, action, object, why);
    }

    private void apply(RunningSync sync, ChildChange.Apply apply) {
        switch (applier.apply(sync, apply)) {
            case CHANGED -> {} // its event starts the next sync
            case UP_TO_DATE -> continueRollout(sync, apply.child());
            case MUST_BE_RECREATED -> delete(sync, apply.child(), ChildAction.RECREATING, apply.reason());
        }
    }

    /** Deletes a child that is to be replaced, unless its replacement would be the same. */
    private void recreate(RunningSync sync, ChildChange.Recreate recreate) {
        KubeObject child = recreate.child().object();
        try {
            if (wouldChangeNothing(recreate.child(), recreate.trial())) {
                keep(sync, recreate, recreate.trial());
                return;
            }
        } catch (ClusterException.NotFound | ClusterException.Conflict e) {
            reports.changedMeanwhile(sync, child, e);
            return;
        }
        delete(sync, recreate.child(), ChildAction.RECREATING, recreate.reason());
    }

    /** Keeps a child that would be the same if it were replaced. */
    private void keep(RunningSync sync, ChildChange.Recreate recreate, ChildChange.Trial trial) {
        Child child = recreate.child();
        if (trial.records()) {
            update(
                    sync,
                    new ChildChange.Update(
                            child, trial.body(), recreate.desired(), trial.residue(), recreate.differences()));
        } else {
            sync.memory().children().serverKeeps(child.object(), recreate.desired(), trial.residue());
            continueRollout(sync, child);
        }
    }

    /** A rolling update waited for this child; nothing was written, so that no event continues it. */
    private void continueRollout(RunningSync sync, Child child) {
        if (strategies
                .of(child.kind())
                .filter(each -> each.method().isRolling())
                .isPresent()) {
            sync.syncAgain(Duration.ZERO, child + " is up to date");
        }
    }

    /**
     * Whether an update would change nothing, because the API server itself makes the difference, or reads both values as equal; tried
     * as a dry run.
     *
     * @throws SyncException if that cannot be found out: a child must not be deleted by guess
     */
    private boolean wouldChangeNothing(Child child, ChildChange.Trial trial) {
        try {
            KubeObject outcome = dependencies.cluster().update(child.resource(), trial.body(), DRY_RUN);
            return ChildUpdate.isUnchanged(
                    dependencies.trees().read(child.object()),
                    dependencies.trees().read(outcome));
        } catch (ClusterException.Invalid _) {
            return false; // an update cannot make this change
        } catch (ClusterException.BadRequest | ClusterException.Forbidden e) {
            throw new SyncException("can't decide whether " + child.object()
                    + " must be recreated, since the dry run of an update failed: " + e.getMessage()
                    + "; correct the child that the hook returns, allow the watcher to update "
                    + child.resource().plural() + " as a dry run, or use another update method");
        } catch (ClusterException.NotFound | ClusterException.Conflict e) {
            throw e;
        } catch (ClusterException e) {
            throw new SyncException("can't try an update of " + child.object(), e);
        }
    }

    private void update(RunningSync sync, ChildChange.Update update) {
        KubeObject child = update.child().object();
        try {
            KubeObject now = dependencies.cluster().update(update.child().resource(), update.body(), OPTIONS);
            if (now.resourceVersion().equals(child.resourceVersion())) {
                sync.memory().children().serverKeeps(child, update.desired(), update.residue());
                continueRollout(sync, update.child());
                return;
            }
            // The stored object counts as up to date, also if the API server dropped or normalised fields.
            sync.memory().children().settle(now, update.desired());
            sync.memory()
                    .writes()
                    .wrote(kinds.require(child.gvk()).subscription().store(), now);
            reports.updated(sync, child, now, update.differences());
        } catch (ClusterException.NotFound | ClusterException.Conflict e) {
            reports.changedMeanwhile(sync, child, e); // the event for that change starts the next sync
        } catch (ClusterException.Invalid e) {
            throw new SyncException("can't update " + child + ": " + e.getMessage() + RefusedUpdate.advice(e, child));
        } catch (ClusterException e) {
            throw new SyncException("can't update " + child, e);
        }
    }
}
