package io.hookline.watcher.children;

import io.hookline.apply.Child;
import io.hookline.apply.ChildChange;
import io.hookline.apply.ChildUpdate;
import io.hookline.cluster.ClusterException;
import io.hookline.cluster.WriteOptions;
import io.hookline.object.KubeObject;
import io.hookline.object.OwnerReference;
import io.hookline.spec.AdoptionPolicy;
import io.hookline.spec.WellKnown;
import io.hookline.watcher.model.ChildKinds;
import io.hookline.watcher.model.SyncException;
import io.hookline.watcher.model.WatcherDependencies;
import io.hookline.watcher.model.WatcherObserver.ChildAction;
import io.hookline.watcher.state.NameConflicts;
import io.hookline.watcher.state.RunningSync;
import java.util.Optional;

/** Creates children, and settles what happens when the name of one is taken. Thread-safe. */
final class ChildCreator {

    private final ChildKinds kinds;
    private final ChildReports reports;
    private final WatcherDependencies engine;

    ChildCreator(ChildKinds kinds, ChildReports reports, WatcherDependencies engine) {
        this.kinds = kinds;
        this.reports = reports;
        this.engine = engine;
    }

    /** Creates a child, unless its name is taken. */
    void create(RunningSync sync, ChildChange.Create create) {
        Optional<KubeObject> cached = kinds.of(create.kind())
                .flatMap(kind -> kind.subscription().store().get(create.key()));
        if (cached.isPresent()) { // no request is needed to learn it
            nameIsTaken(sync, create, cached.get());
            return;
        }
        try {
            KubeObject created = engine.cluster().create(create.child().resource(), create.body(), WriteOptions.PLAIN);
            wrote(sync, create, created);
            reports.done(sync, ChildAction.CREATED, created, "");
        } catch (ClusterException.AlreadyExists _) {
            if (create.declared()) { // others are not watched: it may well be ours, of an earlier sync
                live(create)
                        .ifPresentOrElse(there -> nameIsTaken(sync, create, there), () -> nameWasFreed(sync, create));
            }
        } catch (ClusterException e) {
            throw new SyncException("can't create " + create.body(), e);
        }
    }

    /** What the server made of a write is as good as it gets for these bytes, also where it dropped or normalised. */
    private void wrote(RunningSync sync, ChildChange.Create create, KubeObject now) {
        kinds.of(create.kind()).ifPresent(kind -> {
            sync.memory().children().settle(now, create.desired());
            sync.memory().writes().wrote(kind.subscription().store(), now);
        });
    }

    /** The cache did not show it: it lags, or the object is just being made. Empty if it has been deleted since. */
    private Optional<KubeObject> live(ChildChange.Create create) {
        try {
            return Optional.of(engine.cluster().get(create.child().resource(), create.key()));
        } catch (ClusterException.NotFound _) {
            return Optional.empty();
        } catch (ClusterException e) {
            throw new SyncException("can't create " + create.body() + ", which exists", e);
        }
    }

    private void nameIsTaken(RunningSync sync, ChildChange.Create create, KubeObject there) {
        if (there.controllerUid().equals(sync.parent().uid()) && isOfSameController(create, there)) {
            return; // ours, and only now in the cache: that brings the next sync
        }
        boolean free = there.controllerOwner().isEmpty() && !there.isBeingDeleted();
        if (free && policy(create) == AdoptionPolicy.TAKE_OVER) {
            takeOver(sync, create, there);
        } else {
            keepClear(sync, create, there);
        }
    }

    /** Several decorators may want attachments of one object. */
    private static boolean isOfSameController(ChildChange.Create create, KubeObject there) {
        String decorator = create.body().annotation(WellKnown.DECORATOR_CONTROLLER);
        return decorator == null || decorator.equals(there.annotation(WellKnown.DECORATOR_CONTROLLER));
    }

    private AdoptionPolicy policy(ChildChange.Create create) {
        return kinds.of(create.kind()).map(kind -> kind.rule().adoption()).orElse(AdoptionPolicy.IF_UNOWNED);
    }

    /**
     * An object of a desired child's name exists and is not the parent's. It is never touched; we look again after a growing
     * delay, since its deletion brings no event that would name the parent. Who can act is warned, unless the object is about
     * to be deleted anyway.
     */
    private void keepClear(RunningSync sync, ChildChange.Create create, KubeObject there) {
        Child child = create.child();
        NameConflicts conflicts = sync.memory().conflicts();
        sync.lookAgain(conflicts.untilNextCheck(child), "the name of " + child + " was taken");
        if (!isAboutToBeDeleted(sync.parent(), there) && conflicts.warnOnce(child)) {
            reports.warning(
                    sync,
                    new DesiredChildren.Warning(
                            "NameTaken",
                            child + " exists and " + whose(sync.parent(), there)
                                    + ": it is left alone; delete or rename one of them"));
        }
    }

    /** Also the child of an earlier parent of the same name, which waits for the garbage collector. */
    private static boolean isAboutToBeDeleted(KubeObject parent, KubeObject there) {
        return there.isBeingDeleted()
                || there.controllerOwner()
                        .filter(owner -> owner.isOfKind(parent.gvk())
                                && owner.name().equals(parent.name())
                                && !owner.uid().equals(parent.uid()))
                        .isPresent();
    }

    private static String whose(KubeObject parent, KubeObject there) {
        Optional<OwnerReference> owner = there.controllerOwner();
        if (owner.isEmpty()) {
            return "was not made for " + parent;
        }
        return owner.get().uid().equals(parent.uid())
                ? "was made by DecoratorController " + there.annotation(WellKnown.DECORATOR_CONTROLLER)
                : "is controlled by " + owner.get().kind() + " " + owner.get().name();
    }

    private void takeOver(RunningSync sync, ChildChange.Create create, KubeObject there) {
        KubeObject body = KubeObject.of(
                ChildUpdate.takeOver(engine.trees().read(there), engine.trees().read(create.body())));
        try {
            KubeObject now = engine.cluster().update(create.child().resource(), body, WriteOptions.PLAIN);
            wrote(sync, create, now);
            reports.done(sync, ChildAction.UPDATED, now, "taken over, since nobody controlled it");
        } catch (ClusterException.NotFound | ClusterException.Conflict e) {
            reports.overtaken(sync, there, e);
            nameWasFreed(sync, create); // it is nobody's child: its change wakes nobody
        } catch (ClusterException e) {
            throw new SyncException("can't take over " + there, e);
        }
    }

    /**
     * The object that had a desired child's name is deleted, or not in the state that was seen. We look again soon, since
     * nothing of that brings an event that would name the parent.
     */
    private static void nameWasFreed(RunningSync sync, ChildChange.Create create) {
        sync.lookAgain(NameConflicts.FIRST, "the object that had the name of " + create.child() + " changed");
    }
}
