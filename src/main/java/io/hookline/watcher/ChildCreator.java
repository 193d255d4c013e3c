package io.hookline.watcher;

import io.hookline.apply.ChildChange;
import io.hookline.apply.ChildUpdate;
import io.hookline.cluster.ClusterException;
import io.hookline.cluster.WriteOptions;
import io.hookline.object.ApiResource;
import io.hookline.object.KubeObject;
import io.hookline.spec.AdoptionPolicy;
import io.hookline.spec.WellKnown;
import io.hookline.watcher.WatcherObserver.ChildAction;
import java.util.Optional;

/** Creates children, and settles what happens when the name of one is taken. Thread-safe. */
final class ChildCreator {

    private final DesiredChildren desiredChildren;
    private final ChildRecords records;
    private final ChildReports reports;
    private final Engine engine;

    ChildCreator(DesiredChildren desiredChildren, ChildRecords records, ChildReports reports, Engine engine) {
        this.desiredChildren = desiredChildren;
        this.records = records;
        this.reports = reports;
        this.engine = engine;
    }

    /** Creates a child, unless its name is taken. */
    void create(Turn turn, ChildChange.Create create) {
        Optional<KubeObject> there = records.cached(create);
        if (there.isPresent()) { // no request is needed to learn it
            nameIsTaken(turn, create, there.get());
            return;
        }
        ApiResource resource = desiredChildren.resourceOf(create.kind());
        try {
            KubeObject created = engine.cluster().create(resource, create.body(), WriteOptions.PLAIN);
            records.wrote(turn, created, create.kind(), create.desired());
            reports.done(turn, ChildAction.CREATED, created, "");
        } catch (ClusterException.AlreadyExists _) {
            if (create.declared()) { // others are not watched: it may well be ours, of an earlier sync
                live(resource, create)
                        .ifPresentOrElse(live -> nameIsTaken(turn, create, live), () -> reports.freed(turn, create));
            }
        } catch (ClusterException e) {
            throw new SyncException("can't create " + create.body(), e);
        }
    }

    /** The cache did not show it: it lags, or the object is just being made. Empty if it has gone since. */
    private Optional<KubeObject> live(ApiResource resource, ChildChange.Create create) {
        try {
            return Optional.of(engine.cluster().get(resource, create.key()));
        } catch (ClusterException.NotFound _) {
            return Optional.empty();
        } catch (ClusterException e) {
            throw new SyncException("can't create " + create.body() + ", which exists", e);
        }
    }

    private void nameIsTaken(Turn turn, ChildChange.Create create, KubeObject there) {
        if (there.controllerUid().equals(turn.parent().uid()) && isOfSameController(create, there)) {
            return; // ours, and only now in the cache: that brings the next sync
        }
        boolean free = there.controllerOwner().isEmpty() && !there.isBeingDeleted();
        if (free && policy(create) == AdoptionPolicy.TAKE_OVER) {
            takeOver(turn, create, there);
        } else {
            reports.foreign(turn, create, there);
        }
    }

    /** Several decorators may want attachments of one object. */
    private static boolean isOfSameController(ChildChange.Create create, KubeObject there) {
        String decorator = create.body().annotation(WellKnown.DECORATOR_CONTROLLER);
        return decorator == null || decorator.equals(there.annotation(WellKnown.DECORATOR_CONTROLLER));
    }

    private AdoptionPolicy policy(ChildChange.Create create) {
        return records.kind(create.kind()).map(kind -> kind.rule().adoption()).orElse(AdoptionPolicy.IF_UNOWNED);
    }

    private void takeOver(Turn turn, ChildChange.Create create, KubeObject there) {
        KubeObject body = KubeObject.of(
                ChildUpdate.takeOver(engine.trees().read(there), engine.trees().read(create.body())));
        try {
            KubeObject now =
                    engine.cluster().update(desiredChildren.resourceOf(create.kind()), body, WriteOptions.PLAIN);
            records.wrote(turn, now, create.kind(), create.desired());
            reports.done(turn, ChildAction.UPDATED, now, "taken over, since nobody controlled it");
        } catch (ClusterException.NotFound | ClusterException.Conflict e) {
            reports.overtaken(turn, there, e);
            reports.freed(turn, create); // it is nobody's child: its change wakes nobody
        } catch (ClusterException e) {
            throw new SyncException("can't take over " + there, e);
        }
    }
}
