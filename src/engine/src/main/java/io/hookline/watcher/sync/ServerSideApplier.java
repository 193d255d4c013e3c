package io.hookline.watcher.sync;

import io.hookline.apply.AppliedChild;
import io.hookline.apply.Child;
import io.hookline.apply.ChildChange;
import io.hookline.apply.ChildChange.ServerSide;
import io.hookline.apply.ContentHash;
import io.hookline.apply.FieldManagement;
import io.hookline.cluster.ClusterException;
import io.hookline.cluster.Patch;
import io.hookline.cluster.WriteOptions;
import io.hookline.object.KubeObject;
import io.hookline.spec.ChildRule.ConflictPolicy;
import io.hookline.watcher.model.ChildKinds;
import io.hookline.watcher.model.SyncException;
import io.hookline.watcher.model.WatcherDependencies;
import io.hookline.watcher.model.WatcherObserver.ChildAction;
import java.util.Optional;

/** Writes children that the API server applies. Thread-safe. */
final class ServerSideApplier {

    private final ChildKinds kinds;
    private final ChildReports reports;
    private final WatcherDependencies dependencies;

    ServerSideApplier(ChildKinds kinds, ChildReports reports, WatcherDependencies dependencies) {
        this.kinds = kinds;
        this.reports = reports;
        this.dependencies = dependencies;
    }

    /**
     * Creates a child by an apply, so that its fields are owned by an apply from the start.
     *
     * @throws ClusterException.AlreadyExists if an object has the name; it is not changed
     */
    KubeObject create(ParentSync sync, ChildChange.Create create, ServerSide applied) {
        Child child = create.child();
        KubeObject created;
        try {
            created = apply(child, create.body(), applied.by(), applied.by().force(), false);
        } catch (ClusterException.Conflict _) {
            throw new ClusterException.AlreadyExists(child + " already exists");
        }
        if (create.declared()) {
            wrote(sync, created);
            remember(sync, created, create.desired(), state(created, applied));
        }
        return created;
    }

    /** Tries the creation of a child. Throws as {@link #create} does, and a conflict if an object has the name. */
    void dryRun(ChildChange.Create create, ServerSide applied) {
        apply(create.child(), create.body(), applied.by(), applied.by().force(), true);
    }

    /** Tries the apply of a child that exists. */
    void dryRun(ChildChange.Apply change) {
        patch(change.child(), change.applied(), change.applied().request(), true);
    }

    private AppliedChild state(KubeObject now, ServerSide applied) {
        return AppliedChild.of(dependencies.trees().read(now), applied.desired(), applied.by());
    }

    /** What became of a child that exists. */
    enum Result {
        /** A request changed it, or it has changed meanwhile: an event follows. */
        CHANGED,
        /** Nothing had to be changed. */
        UP_TO_DATE,
        /** It must be deleted, since an apply would change it. */
        MUST_BE_RECREATED
    }

    /** Applies a child, if necessary. */
    Result apply(ParentSync sync, ChildChange.Apply change) {
        Child child = change.child();
        AppliedChild state = change.applied();
        try {
            if (lacksManagers(child, state)) {
                child = live(child);
                state = state.now(dependencies.trees().read(child.object()));
                if (sync.memory().children().isServersDoing(child.object(), state.residue())) {
                    sync.memory().children().remember(child.object(), change.desired());
                    return Result.UP_TO_DATE;
                }
            }
            Optional<String> transfer = state.transfer();
            if (transfer.isPresent()) {
                child = Child.observed(child.resource(), patch(sync, child, transfer.get(), state.by()));
                state = state.now(dependencies.trees().read(child.object()));
                reports.done(
                        sync,
                        ChildAction.UPDATED,
                        child.object(),
                        "now applied by " + state.by().fieldManager());
            }
            if (state.isProven()) {
                sync.memory().children().remember(child.object(), change.desired());
                return transfer.isPresent() ? Result.CHANGED : Result.UP_TO_DATE;
            }
            return change.recreates()
                    ? tryToApply(sync, change, child, state)
                    : send(sync, change, child, state, state.request());
        } catch (ClusterException.NotFound e) {
            reports.changedMeanwhile(sync, child.object(), e);
            return Result.CHANGED;
        } catch (ClusterException.Conflict e) {
            throwIfOfFields(child, state.by(), e);
            reports.changedMeanwhile(sync, child.object(), e);
            return Result.CHANGED;
        } catch (ClusterException.Invalid e) {
            throwUnlessReplaced(child, e);
            reports.changedMeanwhile(sync, child.object(), e);
            return Result.CHANGED;
        } catch (ClusterException e) {
            throw new SyncException.RequestFailed("can't apply " + child.object(), e);
        }
    }

    /**
     * Applies an object without controller owner that has the name of a desired child, in the state in which it was
     * read.
     *
     * @throws ClusterException.Conflict if it has changed
     * @throws ClusterException.NotFound if it was deleted
     */
    void takeOver(ParentSync sync, ChildChange.Create create, ServerSide applied, KubeObject there) {
        FieldManagement by = applied.by();
        Child child = Child.observed(create.child().resource(), there);
        AppliedChild state = state(there, applied);
        if (lacksManagers(child, state)) {
            child = live(child);
            state = state.now(dependencies.trees().read(child.object()));
        }
        Optional<String> transfer = state.transfer();
        if (transfer.isPresent()) {
            child = Child.observed(child.resource(), patch(sync, child, transfer.get(), by));
            state = state.now(dependencies.trees().read(child.object()));
        }
        try {
            KubeObject now = patch(child, state, state.exactRequest(), false);
            wrote(sync, now);
            remember(sync, child, create.desired(), state, now);
            reports.done(sync, ChildAction.UPDATED, now, "taken over: it had no controller owner");
        } catch (ClusterException.Conflict e) {
            throwIfOfFields(child, by, e);
            throw e;
        }
    }

    /** Deletes a child only if a dry run changes it; otherwise the apply only makes us the owner of its fields. */
    private Result tryToApply(ParentSync sync, ChildChange.Apply change, Child child, AppliedChild state) {
        KubeObject outcome;
        try {
            outcome = patch(child, state, state.exactRequest(), true);
        } catch (ClusterException.Invalid _) {
            return Result.MUST_BE_RECREATED; // an update cannot make this change
        } catch (ClusterException.BadRequest | ClusterException.Forbidden e) {
            throw new SyncException.Refused("can't decide whether " + child.object()
                    + " must be recreated, since the dry run of an apply failed: "
                    + e.getMessage() + "; correct the child that the hook returns, allow the watcher to patch "
                    + child.resource().plural()
                    + " as a dry run, or use another update method");
        }
        if (!state.isUnchanged(dependencies.trees().read(outcome))) {
            return Result.MUST_BE_RECREATED;
        }
        if (!state.changesOwnership()) {
            sync.memory().children().serverKeeps(child.object(), change.desired(), state.residue());
            return Result.UP_TO_DATE;
        }
        return send(sync, change, child, state, state.exactRequest());
    }

    private Result send(ParentSync sync, ChildChange.Apply change, Child child, AppliedChild state, KubeObject body) {
        KubeObject now = patch(child, state, body, false);
        boolean changed = !now.resourceVersion().equals(child.object().resourceVersion());
        if (changed) {
            wrote(sync, now);
            reports.updated(sync, child.object(), now, change.differences());
        }
        remember(sync, child, change.desired(), state, now);
        return changed ? Result.CHANGED : Result.UP_TO_DATE;
    }

    /** Whether the cache does not have the entries of other managers, but what is to be done depends on them. */
    private static boolean lacksManagers(Child child, AppliedChild state) {
        return child.object().isStripped() && state.needsOtherManagers();
    }

    /** Reads a child with the entries of all managers from the API server. */
    private Child live(Child child) {
        KubeObject live = dependencies.cluster().get(child.resource(), child.key());
        if (!live.uid().equals(child.object().uid())) {
            throw new ClusterException.NotFound(child + " was replaced by another object");
        }
        return Child.observed(child.resource(), live);
    }

    private KubeObject patch(Child child, AppliedChild state, KubeObject body, boolean dryRun) {
        return apply(child, body, state.by(), state.force(), dryRun);
    }

    private KubeObject apply(Child child, KubeObject body, FieldManagement by, boolean force, boolean dryRun) {
        return dependencies
                .cluster()
                .patch(
                        child.resource(),
                        child.key(),
                        new Patch(Patch.Type.APPLY, body.json()),
                        new WriteOptions("", by.fieldManager(), force, dryRun));
    }

    private KubeObject patch(ParentSync sync, Child child, String operations, FieldManagement by) {
        KubeObject now = dependencies
                .cluster()
                .patch(child.resource(), child.key(), Patch.json(operations), WriteOptions.PLAIN.by(by.fieldManager()));
        wrote(sync, now);
        return now;
    }

    private void wrote(ParentSync sync, KubeObject now) {
        sync.memory().writes().wrote(kinds.require(now.gvk()).subscription().store(), now);
    }

    /**
     * Remembers that an apply left the child in this state. The apply can have recorded or converted fields that are to
     * be moved now: those that had no owner, and those of another version.
     */
    private void remember(ParentSync sync, Child child, ContentHash desired, AppliedChild state, KubeObject applied) {
        AppliedChild after = state.now(dependencies.trees().read(applied));
        Optional<String> transfer = after.transfer();
        if (transfer.isEmpty()) {
            remember(sync, applied, desired, after);
            return;
        }
        KubeObject now = patch(sync, Child.observed(child.resource(), applied), transfer.get(), after.by());
        remember(sync, now, desired, after.now(dependencies.trees().read(now)));
    }

    /** Remembers that an apply left the child in this state, also if the API server dropped or normalised fields. */
    private static void remember(ParentSync sync, KubeObject now, ContentHash desired, AppliedChild state) {
        if (state.isProven()) {
            sync.memory().children().remember(now, desired);
        } else {
            sync.memory().children().serverKeeps(now, desired, state.residue());
        }
    }

    /** An apply to another object of the same name fails, because an apply cannot change the uid. */
    private static void throwUnlessReplaced(Child child, ClusterException.Invalid e) {
        if (!e.isAbout("metadata.uid")) {
            throw new SyncException.Refused(
                    "can't apply " + child.object() + ": " + e.getMessage() + RefusedUpdate.advice(e, child.object()));
        }
    }

    /** The API server has one code for conflicts with other managers and for objects that changed meanwhile. */
    private static void throwIfOfFields(Child child, FieldManagement by, ClusterException.Conflict e) {
        if (e instanceof ClusterException.FieldConflict) {
            String next = by.conflicts() == ConflictPolicy.YIELD
                    ? "another client changed the child meanwhile; the next sync leaves these fields to their manager"
                    : "leave these fields out of the hook's answer, or set conflictPolicy to Yield or Force";
            throw new SyncException.Refused("can't apply " + child.object() + ": " + e.getMessage() + "; " + next);
        }
    }
}
