package io.hookline.watcher.sync;

import io.hookline.apply.Child;
import io.hookline.apply.ChildChange;
import io.hookline.apply.ChildUpdate;
import io.hookline.cluster.ClusterException;
import io.hookline.object.KubeObject;
import io.hookline.object.OwnerReference;
import io.hookline.spec.ChildRule.AdoptionPolicy;
import io.hookline.spec.WellKnown;
import io.hookline.trace.Cause;
import io.hookline.watcher.model.ChildKinds;
import io.hookline.watcher.model.ParentKey;
import io.hookline.watcher.model.SyncException;
import io.hookline.watcher.model.WatcherDependencies;
import io.hookline.watcher.model.WatcherObserver.ChildAction;
import java.time.Duration;
import java.util.Optional;

/** Creates children, and decides what to do if another object has the name of a child. Thread-safe. */
final class ChildCreator {

    /** The reason of the event about an object that has the name of a child. */
    static final String NAME_TAKEN = "NameTaken";

    private final ChildKinds kinds;
    private final ChildReports reports;
    private final ServerSideApplier applier;
    private final AwaitedNames awaited;
    private final Duration garbageGrace;
    private final WatcherDependencies dependencies;

    /**
     * @param awaited gets the parents whose children cannot be created, since their names are taken
     * @param garbageGrace how long a child of a former parent of the same name is left to the garbage collector
     */
    ChildCreator(
            ChildKinds kinds,
            ChildReports reports,
            ServerSideApplier applier,
            AwaitedNames awaited,
            Duration garbageGrace,
            WatcherDependencies dependencies) {
        this.kinds = kinds;
        this.reports = reports;
        this.applier = applier;
        this.awaited = awaited;
        this.garbageGrace = garbageGrace;
        this.dependencies = dependencies;
    }

    /** Creates a child, unless another object has its name, or its parent goes away with their namespace. */
    void create(ParentSync sync, ChildChange.Create create) {
        Optional<KubeObject> cached = kinds.of(create.kind())
                .flatMap(kind -> kind.subscription().store().get(create.key()));
        if (cached.isPresent()) { // found without a request
            nameIsTaken(sync, create, cached.get());
            return;
        }
        try {
            KubeObject created = create.applied().isPresent()
                    ? applier.create(sync, create, create.applied().get())
                    : createMerged(sync, create);
            reports.done(sync, ChildAction.CREATED, created, "");
        } catch (ClusterException.AlreadyExists _) {
            if (create.declared()) { // undeclared kinds are not watched: the object may be ours, from an earlier sync
                live(create)
                        .ifPresentOrElse(there -> nameIsTaken(sync, create, there), () -> nameWasFreed(sync, create));
            }
        } catch (ClusterException e) {
            if (!goesWithItsNamespace(sync, create, e)) {
                throw new SyncException.RequestFailed("can't create " + create.body(), e);
            }
        }
    }

    /**
     * Whether a child cannot be created since its namespace is being deleted, and the parent with it: then there is nothing to do,
     * as in the controllers of Kubernetes. What a finalize hook wants to create keeps the parent, so that is a failure.
     */
    private static boolean goesWithItsNamespace(ParentSync sync, ChildChange.Create create, ClusterException e) {
        String namespace = sync.parent().namespace();
        if (sync.isFinalizing() || !create.key().namespace().equals(namespace)) {
            return false;
        }
        return switch (e) {
            case ClusterException.Forbidden refused -> refused.isOfTerminatingNamespace();
            case ClusterException.NotFound missing -> missing.isOfNamespace(namespace);
            default -> false;
        };
    }

    private KubeObject createMerged(ParentSync sync, ChildChange.Create create) {
        KubeObject created =
                dependencies.cluster().create(create.child().resource(), create.body(), ChildWriter.OPTIONS);
        wrote(sync, create, created);
        return created;
    }

    /** Records a write. The stored object counts as up to date, also if the API server dropped or normalised fields. */
    private void wrote(ParentSync sync, ChildChange.Create create, KubeObject now) {
        kinds.of(create.kind()).ifPresent(kind -> {
            sync.memory().children().remember(now, create.desired());
            sync.memory().writes().wrote(kind.subscription().store(), now);
        });
    }

    /** Reads an object that the cache does not show yet from the API server. Empty if it was deleted meanwhile. */
    private Optional<KubeObject> live(ChildChange.Create create) {
        try {
            return Optional.of(dependencies.cluster().get(create.child().resource(), create.key()));
        } catch (ClusterException.NotFound _) {
            return Optional.empty();
        } catch (ClusterException e) {
            throw new SyncException.RequestFailed("can't create " + create.body() + ", which exists", e);
        }
    }

    private void nameIsTaken(ParentSync sync, ChildChange.Create create, KubeObject there) {
        if (there.controllerUid().equals(sync.parent().uid()) && isOfSameController(create, there)) {
            return; // our own child, not in the cache yet; when the cache shows it, the next sync follows
        }
        boolean free = there.controllerOwner().isEmpty() && !there.isBeingDeleted();
        if (free && policy(create) == AdoptionPolicy.TAKE_OVER) {
            takeOver(sync, create, there);
        } else {
            reportConflict(sync, create, there);
        }
    }

    /** Compares the annotation of decorators, since several decorators may have attachments of one object. */
    private static boolean isOfSameController(ChildChange.Create create, KubeObject there) {
        String decorator = create.body().annotation(WellKnown.DECORATOR_CONTROLLER);
        return decorator == null || decorator.equals(there.annotation(WellKnown.DECORATOR_CONTROLLER));
    }

    private AdoptionPolicy policy(ChildChange.Create create) {
        return kinds.of(create.kind()).map(kind -> kind.rule().adoption()).orElse(AdoptionPolicy.IF_UNOWNED);
    }

    /**
     * Handles an object that has the name of a desired child and does not belong to the parent. It is not changed. The
     * parent is synced again when the object is deleted, and after a growing delay. A warning
     * is reported, unless the object is about to be deleted. What the garbage collector has not deleted after a while, it
     * may never delete, as after a backup was restored.
     */
    private void reportConflict(ParentSync sync, ChildChange.Create create, KubeObject there) {
        Child child = create.child();
        NameConflicts conflicts = sync.memory().conflicts();
        awaited.await(child, ParentKey.of(sync.parent()));
        sync.syncAgain(conflicts.untilNextCheck(child), Cause.reason("another object had the name of " + child));
        boolean garbage = isGarbage(sync.parent(), there);
        boolean waits =
                there.isBeingDeleted() || (garbage && conflicts.age(child).compareTo(garbageGrace) < 0);
        String text = child + " exists and " + owner(sync.parent(), there) + ": it is not changed; "
                + (garbage ? "delete it, or correct the uid of its owner" : "delete or rename one of them");
        if (!waits && conflicts.warnOnce(child, text)) {
            reports.warning(sync, new DesiredChildren.Warning(NAME_TAKEN, text));
        }
    }

    /** Whether an object is the child of a deleted parent of the same name, which the garbage collector deletes. */
    private static boolean isGarbage(KubeObject parent, KubeObject there) {
        return there.controllerOwner()
                .filter(owner -> owner.isOfKind(parent.gvk())
                        && owner.name().equals(parent.name())
                        && !owner.uid().equals(parent.uid()))
                .isPresent();
    }

    private static String owner(KubeObject parent, KubeObject there) {
        Optional<OwnerReference> owner = there.controllerOwner();
        if (owner.isEmpty()) {
            return "was not created for " + parent;
        }
        return owner.get().uid().equals(parent.uid())
                ? "was created by DecoratorController " + there.annotation(WellKnown.DECORATOR_CONTROLLER)
                : "is controlled by " + (isGarbage(parent, there) ? "a former " : "")
                        + owner.get().kind() + " " + owner.get().name()
                        + (isGarbage(parent, there)
                                ? " with the uid " + owner.get().uid()
                                : "");
    }

    private void takeOver(ParentSync sync, ChildChange.Create create, KubeObject there) {
        try {
            create.applied()
                    .ifPresentOrElse(
                            applied -> applier.takeOver(sync, create, applied, there),
                            () -> merge(sync, create, there));
        } catch (ClusterException.NotFound | ClusterException.Conflict e) {
            reports.changedMeanwhile(sync, there, e);
            nameWasFreed(sync, create); // the object has no controller owner, so its change adds no parent to the queue
        } catch (ClusterException e) {
            throw new SyncException.RequestFailed("can't take over " + there, e);
        }
    }

    private void merge(ParentSync sync, ChildChange.Create create, KubeObject there) {
        KubeObject body = KubeObject.forUpdate(ChildUpdate.takeOver(
                dependencies.trees().read(there), dependencies.trees().read(create.body())));
        KubeObject now = dependencies.cluster().update(create.child().resource(), body, ChildWriter.OPTIONS);
        wrote(sync, create, now);
        reports.done(sync, ChildAction.UPDATED, now, "taken over: it had no controller owner");
    }

    /**
     * Handles an object with the name of a desired child that was deleted or changed meanwhile. The parent is synced
     * again soon, since such a change adds no parent to the queue.
     */
    private static void nameWasFreed(ParentSync sync, ChildChange.Create create) {
        sync.syncAgain(
                NameConflicts.FIRST, Cause.reason("the object that had the name of " + create.child() + " changed"));
    }
}
