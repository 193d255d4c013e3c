package io.hookline.watcher.sync;

import io.hookline.apply.ApplyPlan;
import io.hookline.apply.ApplyPlanner;
import io.hookline.apply.Child;
import io.hookline.apply.ChildChange;
import io.hookline.apply.ChildId;
import io.hookline.apply.ChildUpdate;
import io.hookline.apply.Children;
import io.hookline.apply.ContentHash;
import io.hookline.apply.UpdateStrategies;
import io.hookline.cluster.ClusterException;
import io.hookline.cluster.DeleteOptions;
import io.hookline.cluster.WriteOptions;
import io.hookline.object.ApiResource;
import io.hookline.object.GroupVersionKind;
import io.hookline.object.KubeObject;
import io.hookline.object.OwnerReference;
import io.hookline.spec.ControllerSpec.DeletionGuard;
import io.hookline.spec.WellKnown;
import io.hookline.trace.Cause;
import io.hookline.watcher.model.ChildKinds;
import io.hookline.watcher.model.Fanout;
import io.hookline.watcher.model.RestMapper;
import io.hookline.watcher.model.SyncException;
import io.hookline.watcher.model.WatcherDependencies;
import io.hookline.watcher.model.WatcherObserver.ChildAction;
import io.hookline.watcher.sync.ServerSideApplier.Result;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Writes a parent's desired children to the cluster. Deletions are first, then one kind after the other, in parallel
 * only within a kind. A failure on one child does not stop the others. Thread-safe.
 */
final class ChildWriter {

    /** The field manager of Metacontroller's dynamic apply. */
    static final WriteOptions OPTIONS = WriteOptions.PLAIN.by(WellKnown.COMPONENT);

    static final WriteOptions DRY_RUN = new WriteOptions("", WellKnown.COMPONENT, false, true);

    private final ChildKinds kinds;
    private final UpdateStrategies strategies;
    private final DesiredChildResolver desiredChildren;
    private final ChildReports reports;
    private final ServerSideApplier applier;
    private final ChildCreator creator;
    private final DeletionCheck deletions;
    private final Optional<HeldDeletions> guard;
    private final LoopBrake brake;
    private final WatcherDependencies dependencies;
    private final Fanout fanout;

    /**
     * Writes the children of one controller's parents.
     *
     * @param guard how many children of a parent an answer may delete; empty for any number
     * @param brake slows down writes that never end
     * @param awaited gets the parents whose children cannot be created, since their names are taken
     * @param garbageGrace how long a child of a former parent of the same name is left to the garbage collector
     */
    ChildWriter(
            ChildKinds kinds,
            UpdateStrategies strategies,
            RestMapper restMapper,
            Optional<DeletionGuard.Limit> guard,
            LoopBrake brake,
            ChildReports reports,
            AwaitedNames awaited,
            Duration garbageGrace,
            WatcherDependencies dependencies) {
        this.guard = guard.map(HeldDeletions::new);
        this.brake = brake;
        this.kinds = kinds;
        this.strategies = strategies;
        this.desiredChildren = new DesiredChildResolver(kinds, restMapper);
        this.reports = reports;
        this.applier = new ServerSideApplier(kinds, reports, dependencies);
        this.creator = new ChildCreator(kinds, reports, applier, awaited, garbageGrace, dependencies);
        this.dependencies = dependencies;
        this.fanout = new Fanout(dependencies.threads());
        this.deletions = new DeletionCheck(kinds, applier, reports, dependencies.cluster(), fanout);
    }

    /** Validates the children of an answer. */
    DesiredChildren resolve(ParentSync sync, List<KubeObject> answered, InjectedMetadata injected) {
        return desiredChildren.of(sync.parent(), sync.observed(), answered, injected);
    }

    /** Deletes all observed children. A user has asked for that, so nothing holds it. */
    void writeNone(ParentSync sync) throws InterruptedException {
        InjectedMetadata nothing = new InjectedMetadata(sync.parent().namespace(), Map.of(), Map.of());
        write(sync, resolve(sync, List.of(), nothing), true, false);
    }

    /**
     * Creates, updates and deletes children until they are as desired; failures are added to the sync's result.
     *
     * @param listed whether the answer had a list of children; if it did not, deletions are reported
     */
    void write(ParentSync sync, DesiredChildren wanted, boolean listed) throws InterruptedException {
        // What a finalize answer deletes must not keep the parent from being deleted.
        write(sync, wanted, listed, !sync.isFinalizing());
    }

    /** @param holds whether deletions that may be a mistake are held */
    private void write(ParentSync sync, DesiredChildren wanted, boolean listed, boolean holds)
            throws InterruptedException {
        wanted.warnings().forEach(warning -> reports.warning(sync, warning));
        sync.memory().warnings(wanted.warnings());
        sync.result().childrenFailed(wanted.failures());
        Children desired = Children.of(wanted.children());
        sync.memory().children().keepOnly(wanted.observed(), desired);
        ApplyPlanner planner = new ApplyPlanner(
                strategies,
                sync.memory().children(),
                new InjectedMetadata.InjectedTrees(dependencies.trees(), wanted.injected()));
        OwnerReference owner = OwnerReference.controlledBy(sync.parent());
        ApplyPlan plan = planner.plan(wanted.observed(), desired, owner);
        sync.memory().conflicts().keepOnly(missing(plan));
        if (plan.changes().isEmpty()) {
            return;
        }
        sync.result().changed();
        List<ChildChange> changes = change(
                sync,
                wanted,
                plan.changes(),
                holds,
                change -> planner.creation(
                        desired.find(ChildId.of(change.child())).orElseThrow(), owner));
        if (!listed && holds) {
            reports.deletedByAnswerWithoutList(sync, changes);
        }
    }

    /** Makes the changes; returns those that were made. */
    private List<ChildChange> change(
            ParentSync sync,
            DesiredChildren wanted,
            List<ChildChange> planned,
            boolean holds,
            Function<ChildChange, ChildChange> creations)
            throws InterruptedException {
        Set<ChildChange> undecided = Collections.synchronizedSet(Collections.newSetFromMap(new IdentityHashMap<>()));
        List<ChildChange> allowed = holds ? guarded(sync, planned) : planned;
        List<KubeObject> written = planned.stream()
                .filter(ChildWriter::isOfExisting)
                .map(change -> change.child().object())
                .toList();
        LoopBrake.ChildWrites writes = brake.ofChildren(sync, written);
        List<Replacement> replacements = replacements(writes, planned);
        Set<ChildChange> held = Collections.newSetFromMap(new IdentityHashMap<>());
        replacements.stream()
                .filter(replacement -> replacement.write().mustWait())
                .forEach(replacement -> held.addAll(replacement.changes()));
        List<ChildChange> due = allowed.stream()
                .filter(change -> !held.contains(change)
                        && !braked(writes, change)
                                .map(LoopBrake.Write::mustWait)
                                .orElse(false))
                .toList();
        List<ChildChange> changes = withoutNeedlessRecreation(sync, due, undecided);
        if (holds) {
            changes = deletions.allowed(sync, wanted, changes, undecided, creations);
        }
        List<ChildChange> made = Collections.synchronizedList(new ArrayList<>());
        for (List<ChildChange> group : groups(changes)) {
            sync.result()
                    .childrenFailed(fanout.run(
                            group,
                            change -> attempt(sync, change, () -> {
                                if (make(sync, change)) {
                                    braked(writes, change).ifPresent(LoopBrake.Write::made);
                                }
                                made.add(change);
                            })));
        }
        replacements.stream()
                .filter(replacement -> made.stream().anyMatch(replacement.changes()::contains))
                .forEach(replacement -> replacement.write().made());
        if (made.stream().anyMatch(each -> each instanceof ChildChange.Create || each instanceof ChildChange.Delete)) {
            sync.result().childrenReplaced();
        }
        return made;
    }

    /**
     * The deletions and creations of children of one kind.
     *
     * @param changes compared by identity
     */
    private record Replacement(Set<ChildChange> changes, LoopBrake.Write write) {}

    /**
     * One for each kind of which children are deleted and created. Deletions that the guard holds count too: the children that
     * are created meanwhile pile up. What another client has deleted is restored beside a replacement, at once; if nothing
     * else is created, a loop of two names looks the same.
     */
    private static List<Replacement> replacements(LoopBrake.ChildWrites writes, List<ChildChange> planned) {
        Map<GroupVersionKind, List<ChildChange>> deletions = byKind(planned, ChildChange.Delete.class);
        if (deletions.isEmpty()) {
            return List.of();
        }
        List<Replacement> found = new ArrayList<>();
        byKind(planned, ChildChange.Create.class).forEach((kind, creations) -> {
            List<ChildChange> deleted = deletions.getOrDefault(kind, List.of());
            if (!deleted.isEmpty()) {
                List<ChildChange> others = creations.stream()
                        .filter(creation -> !writes.isRestored(body(creation)))
                        .toList();
                List<ChildChange> created = others.isEmpty() ? creations : others;
                Set<ChildChange> changes = Collections.newSetFromMap(new IdentityHashMap<>());
                changes.addAll(deleted);
                changes.addAll(created);
                found.add(new Replacement(
                        changes,
                        writes.ofReplacement(
                                deleted.stream().map(ChildChange::child).toList(), body(created.getFirst()))));
            }
        });
        return found;
    }

    private static Map<GroupVersionKind, List<ChildChange>> byKind(
            List<ChildChange> planned, Class<? extends ChildChange> type) {
        return planned.stream().filter(type::isInstance).collect(Collectors.groupingBy(ChildChange::kind));
    }

    private static KubeObject body(ChildChange creation) {
        return ((ChildChange.Create) creation).body();
    }

    private static Optional<LoopBrake.Write> braked(LoopBrake.ChildWrites writes, ChildChange change) {
        if (!isOfExisting(change)) {
            return Optional.empty();
        }
        Child child = change.child();
        List<String> fields = change instanceof ChildChange.Delete ? List.of(LoopBrake.EXISTENCE) : change.fields();
        return Optional.of(writes.of(child.resource(), child.object(), fields));
    }

    private static boolean isOfExisting(ChildChange change) {
        return change instanceof ChildChange.Delete || !change.fields().isEmpty();
    }

    /** Leaves out what deletes children, if the guard of the controller holds the deletions of the answer. */
    private List<ChildChange> guarded(ParentSync sync, List<ChildChange> planned) {
        Optional<SyncException> held = guard.flatMap(each -> each.of(sync, planned));
        if (held.isEmpty()) {
            return planned;
        }
        sync.result().deletionsHeld(held.get());
        return planned.stream().filter(change -> !change.deletes()).toList();
    }

    private static List<Child> missing(ApplyPlan plan) {
        return plan.changes().stream()
                .filter(ChildChange.Create.class::isInstance)
                .map(ChildChange::child)
                .toList();
    }

    /** Groups of changes that may run in parallel: all deletions, then one kind after the other. */
    private static List<List<ChildChange>> groups(List<ChildChange> changes) {
        Map<Object, List<ChildChange>> groups = new LinkedHashMap<>();
        for (ChildChange change : changes) {
            Object group = change instanceof ChildChange.Delete ? "deletions" : change.kind();
            groups.computeIfAbsent(group, _ -> new ArrayList<>()).add(change);
        }
        return List.copyOf(groups.values());
    }

    /**
     * Finds out which children must be recreated, before the first deletion of the sync. Returns the changes with only
     * these recreations, and with an update where only the last-applied annotation is to be written.
     *
     * @param undecided gets the recreations that could not be tried
     */
    private List<ChildChange> withoutNeedlessRecreation(
            ParentSync sync, List<ChildChange> changes, Set<ChildChange> undecided) throws InterruptedException {
        List<ChildChange> recreations =
                changes.stream().filter(ChildChange::recreates).toList();
        if (recreations.isEmpty()) {
            return changes;
        }
        Map<ChildId, ChildChange> due = new ConcurrentHashMap<>();
        for (List<ChildChange> group : groups(recreations)) {
            sync.result().childrenFailed(fanout.run(group, change -> {
                Optional<SyncException> failure = attempt(
                        sync,
                        change,
                        () -> due(sync, change).ifPresent(next -> due.put(ChildId.of(change.child()), next)));
                failure.ifPresent(_ -> undecided.add(change));
                return failure;
            }));
        }
        return changes.stream()
                .map(change -> change.recreates() ? due.get(ChildId.of(change.child())) : change)
                .filter(Objects::nonNull)
                .toList();
    }

    /** What is to be done with a child that is perhaps recreated; empty if nothing is. */
    private Optional<ChildChange> due(ParentSync sync, ChildChange change) {
        return switch (change) {
            case ChildChange.Recreate recreate -> due(sync, recreate);
            case ChildChange.Apply apply
            when apply.recreates() ->
                applied(sync, apply) == Result.MUST_BE_RECREATED ? Optional.of(apply) : Optional.empty();
            default -> Optional.of(change);
        };
    }

    /** Does something for one change; returns its failure, if it failed. */
    private Optional<SyncException> attempt(ParentSync sync, ChildChange change, Runnable action) {
        try {
            action.run();
            return Optional.empty();
        } catch (SyncException e) {
            return Optional.of(e);
        } catch (RuntimeException e) { // a bug; it must not stop the other children
            return Optional.of(reports.unexpected(sync, change, e));
        }
    }

    /** Makes a change; returns whether it sent a write that changed something, or was in conflict with another one. */
    private boolean make(ParentSync sync, ChildChange change) {
        switch (change) {
            case ChildChange.Delete delete -> delete(sync, delete.child(), ChildAction.DELETED, delete.reason());
            case ChildChange.Recreate recreate ->
                delete(sync, recreate.child(), ChildAction.RECREATING, recreate.reason());
            case ChildChange.Apply apply
            when apply.recreates() -> delete(sync, apply.child(), ChildAction.RECREATING, apply.reason());
            case ChildChange.Create create -> creator.create(sync, create);
            case ChildChange.Update update -> {
                return update(sync, update);
            }
            case ChildChange.Apply apply -> {
                return applied(sync, apply) == Result.CHANGED;
            }
            case ChildChange.Skip skip -> {
                skip(sync, skip);
                return false;
            }
            case ChildChange.Refuse refuse ->
                throw new SyncException.Refused(
                        "can't " + (refuse.exists() ? "update " : "create ") + refuse.child() + ": " + refuse.reason());
        }
        return true;
    }

    /** Remembers that nothing must be done until the child or the answer changes. */
    private static void skip(ParentSync sync, ChildChange.Skip skip) {
        if (skip.cause() != ChildChange.Skip.Cause.BEING_DELETED) {
            sync.memory().children().remember(skip.child().object(), skip.desired());
        }
    }

    private void delete(ParentSync sync, Child child, ChildAction action, String why) {
        KubeObject object = child.object();
        try {
            dependencies.cluster().delete(child.resource(), child.key(), DeleteOptions.ofUid(object.uid()));
        } catch (ClusterException.NotFound _) {
            // deleted already, as desired
        } catch (ClusterException e) {
            throw new SyncException.RequestFailed("can't delete " + object, e);
        }
        sync.memory().children().forget(object);
        sync.memory()
                .writes()
                .deleted(kinds.require(child.kind()).subscription().store(), object);
        reports.done(sync, action, object, why);
    }

    private Result applied(ParentSync sync, ChildChange.Apply apply) {
        Result result = applier.apply(sync, apply);
        if (result == Result.UP_TO_DATE) { // after a change, its event starts the next sync
            continueRollout(sync, apply.child());
        }
        return result;
    }

    private Optional<ChildChange> due(ParentSync sync, ChildChange.Recreate recreate) {
        Child child = recreate.child();
        ChildChange.Trial trial = recreate.trial();
        try {
            if (!wouldChangeNothing(child, trial)) {
                return Optional.of(recreate);
            }
        } catch (ClusterException.NotFound | ClusterException.Conflict e) {
            reports.changedMeanwhile(sync, child.object(), e);
            return Optional.empty();
        }
        if (trial.records()) {
            return Optional.of(new ChildChange.Update(
                    child, trial.body(), recreate.desired(), trial.residue(), recreate.differences()));
        }
        sync.memory().children().serverKeeps(child.object(), recreate.desired(), trial.residue());
        continueRollout(sync, child);
        return Optional.empty();
    }

    /** A rolling update waited for this child; nothing was written, so that no event continues it. */
    private void continueRollout(ParentSync sync, Child child) {
        if (strategies
                .of(child.kind())
                .filter(each -> each.method().isRolling())
                .isPresent()) {
            sync.syncAgain(Duration.ZERO, Cause.continued(child + " is up to date"));
        }
    }

    /**
     * Whether an update would change nothing, because the API server itself makes the difference, or reads both values
     * as equal; tried as a dry run.
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
            throw new SyncException.Refused("can't decide whether " + child.object()
                    + " must be recreated, since the dry run of an update failed: " + e.getMessage()
                    + "; correct the child that the hook returns, allow the watcher to update "
                    + child.resource().plural() + " as a dry run, or use another update method");
        } catch (ClusterException.NotFound | ClusterException.Conflict e) {
            throw e;
        } catch (ClusterException e) {
            throw new SyncException.RequestFailed("can't try an update of " + child.object(), e);
        }
    }

    /** Returns false if that has changed nothing. */
    private boolean update(ParentSync sync, ChildChange.Update update) {
        KubeObject child = update.child().object();
        try {
            KubeObject now = dependencies.cluster().update(update.child().resource(), update.body(), OPTIONS);
            if (now.resourceVersion().equals(child.resourceVersion())) {
                sync.memory().children().serverKeeps(child, update.desired(), update.residue());
                continueRollout(sync, update.child());
                return false;
            }
            // The stored object counts as up to date, also if the API server dropped or normalised fields.
            sync.memory().children().remember(now, update.desired());
            sync.memory()
                    .writes()
                    .wrote(kinds.require(child.gvk()).subscription().store(), now);
            reports.updated(sync, child, now, update.differences());
        } catch (ClusterException.NotFound | ClusterException.Conflict e) {
            reports.changedMeanwhile(sync, child, e); // the event for that change starts the next sync
        } catch (ClusterException.Invalid e) {
            throw new SyncException.Refused(
                    "can't update " + child + ": " + e.getMessage() + RefusedUpdate.advice(e, child));
        } catch (ClusterException e) {
            throw new SyncException.RequestFailed("can't update " + child, e);
        }
        return true;
    }

    /**
     * Holds the deletions of an answer that deletes more children of a parent than the controller's guard allows, until
     * the parent has an annotation with their hash, or until the hook answers otherwise. Thread-safe.
     */
    static final class HeldDeletions {

        /** Annotation of a parent: the hash of the children that may be deleted. */
        static final String ALLOWED = "hookline.io/allow-deletion";

        private final DeletionGuard.Limit limit;

        HeldDeletions(DeletionGuard.Limit limit) {
            this.limit = limit;
        }

        /** Returns the failure of a sync whose deletions are held; empty if they may be made. */
        Optional<SyncException> of(ParentSync sync, List<ChildChange> changes) {
            List<Child> going = changes.stream()
                    .filter(ChildChange.Delete.class::isInstance)
                    .map(ChildChange::child)
                    .toList();
            int all = (int) sync.observed().all().stream()
                    .filter(child -> !child.isBeingDeleted())
                    .count();
            if (going.isEmpty() || sync.parent().isBeingDeleted() || limit.allows(going.size(), all)) {
                return Optional.empty();
            }
            Set<String> uids =
                    going.stream().map(child -> child.object().uid()).collect(Collectors.toCollection(TreeSet::new));
            String hash = hash(uids);
            if (isReleased(sync, hash, uids)) {
                return Optional.empty();
            }
            return Optional.of(new SyncException.HeldDeletion("can't delete " + going.size() + " of " + all
                    + " children ("
                    + DeletionCheck.named(going) + "): the deletionGuard allows " + limit
                    + ", and nothing is deleted until the hook answers otherwise; to allow it: kubectl annotate --overwrite "
                    + resource(sync.kind().resource()) + " " + sync.parent().name()
                    + (sync.parent().namespace().isEmpty()
                            ? ""
                            : " --namespace " + sync.parent().namespace()) + " " + ALLOWED
                    + "=" + hash));
        }

        /** What was released once stays so, also if some of the deletions failed: the others have another hash. */
        private static boolean isReleased(ParentSync sync, String hash, Set<String> uids) {
            String allowed = sync.parent().annotation(ALLOWED);
            if (allowed == null) {
                return false;
            }
            ParentMemory memory = sync.memory();
            if (allowed.strip().equals(hash)) {
                memory.released(new ParentMemory.ReleasedDeletions(allowed, uids));
                return true;
            }
            ParentMemory.ReleasedDeletions released = memory.released();
            return released != null && released.covers(allowed, uids);
        }

        private static String resource(ApiResource resource) {
            return resource.group().isEmpty() ? resource.plural() : resource.plural() + "." + resource.group();
        }

        private static String hash(Set<String> uids) {
            ContentHash hash = ContentHash.of(out -> {
                for (String uid : uids) {
                    out.write((uid + "\n").getBytes(StandardCharsets.UTF_8));
                }
            });
            return "%016x".formatted(hash.checksums());
        }
    }
}
