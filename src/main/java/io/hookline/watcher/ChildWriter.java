package io.hookline.watcher;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.apply.ApplyPlan;
import io.hookline.apply.ApplyPlanner;
import io.hookline.apply.ChildChange;
import io.hookline.apply.ContentHash;
import io.hookline.apply.SettledChildren;
import io.hookline.apply.Trees;
import io.hookline.apply.UpdateStrategies;
import io.hookline.cluster.ClusterException;
import io.hookline.cluster.DeleteOptions;
import io.hookline.cluster.WriteOptions;
import io.hookline.object.GroupVersionKind;
import io.hookline.object.KubeObject;
import io.hookline.object.OwnerReference;
import io.hookline.watcher.WatcherObserver.ChildAction;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Carries out what a sync wants of a parent's children: deletions first, then kind by kind, in parallel only within a kind.
 * One bad child never stops the others. Thread-safe.
 */
final class ChildWriter {

    private final Map<GroupVersionKind, ChildKind> kinds;
    private final DesiredChildren desiredChildren;
    private final SettledMemo settled;
    private final OwnWrites ownWrites;
    private final ChildReports reports;
    private final Engine engine;
    private final UpdateStrategies strategies;
    private final Fanout fanout;

    ChildWriter(
            List<ChildKind> kinds,
            DesiredChildren desiredChildren,
            SettledMemo settled,
            OwnWrites ownWrites,
            ChildReports reports,
            Engine engine) {
        this.kinds =
                kinds.stream().collect(Collectors.toMap(kind -> kind.resource().gvk(), kind -> kind, (a, _) -> a));
        this.desiredChildren = desiredChildren;
        this.settled = settled;
        this.ownWrites = ownWrites;
        this.reports = reports;
        this.engine = engine;
        this.strategies = new UpdateStrategies(kinds.stream()
                .collect(Collectors.toMap(
                        kind -> kind.resource().gvk(), kind -> kind.rule().method(), (a, _) -> a)));
        this.fanout = new Fanout(engine.threads());
    }

    /** What went wrong, if anything did. */
    record Report(List<String> failures) {

        static final Report NOTHING = new Report(List.of());

        void throwIfFailed(KubeObject parent) {
            if (!failures.isEmpty()) {
                throw new SyncException("can't reconcile children for " + parent + ": " + String.join("; ", failures));
            }
        }
    }

    /** Does what is to be done. */
    Report carryOut(Turn turn, ChildMarks marks) throws InterruptedException {
        DesiredChildren.Sorted wanted = desiredChildren.of(turn, marks);
        wanted.warnings().forEach(warning -> reports.warning(turn, warning));
        ApplyPlan plan = new ApplyPlanner(strategies, memoOf(turn), trees(marks))
                .plan(wanted.observed(), wanted.children(), OwnerReference.controlledBy(turn.parent()));
        List<String> failures = new ArrayList<>(wanted.failures());
        for (List<ChildChange> group : groups(plan)) {
            failures.addAll(fanout.run(group, change -> attempt(turn, change)));
        }
        return new Report(List.copyOf(failures));
    }

    private SettledChildren memoOf(Turn turn) {
        return (observed, desired) -> settled.isSettled(turn.parent(), observed, desired);
    }

    private Trees trees(ChildMarks marks) {
        return new Trees() {
            @Override
            public ObjectNode observed(KubeObject child) {
                return engine.trees().read(child);
            }

            @Override
            public ObjectNode desired(KubeObject child) {
                ObjectNode tree = engine.trees().read(child);
                marks.addTo(tree, desiredChildren.keyOf(child, marks));
                return tree;
            }
        };
    }

    /** What may be done at the same time: all deletions, then one kind after the other. */
    private static List<List<ChildChange>> groups(ApplyPlan plan) {
        Map<Object, List<ChildChange>> groups = new LinkedHashMap<>();
        for (ChildChange change : plan.changes()) {
            Object group = change instanceof ChildChange.Delete ? "deletions" : change.kind();
            groups.computeIfAbsent(group, _ -> new ArrayList<>()).add(change);
        }
        return List.copyOf(groups.values());
    }

    /** The failure's text, if it failed. */
    private Optional<String> attempt(Turn turn, ChildChange change) {
        try {
            switch (change) {
                case ChildChange.Delete delete -> delete(turn, delete.observed(), ChildAction.DELETED, change.reason());
                case ChildChange.Recreate recreate ->
                    delete(turn, recreate.observed(), ChildAction.RECREATING, change.reason());
                case ChildChange.Create create -> create(turn, create);
                case ChildChange.Update update -> update(turn, update);
                case ChildChange.Skip skip -> settle(turn, skip);
                case ChildChange.Refuse refuse -> {
                    return Optional.of(
                            "can't update " + refuse.kind().kind() + " " + refuse.key() + ": " + refuse.reason());
                }
            }
            return Optional.empty();
        } catch (SyncException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    private void settle(Turn turn, ChildChange.Skip skip) {
        if (skip.cause() != ChildChange.Skip.Cause.BEING_DELETED) {
            settled.settle(turn.parent(), skip.observed(), skip.desired());
        }
    }

    private void delete(Turn turn, KubeObject child, ChildAction action, String why) {
        ChildKind kind = kindOf(child);
        try {
            engine.cluster().delete(kind.resource(), child.key(), DeleteOptions.ofUid(child.uid()));
        } catch (ClusterException.NotFound _) {
            // gone, which is what was wanted
        } catch (ClusterException e) {
            throw new SyncException("can't delete " + child, e);
        }
        settled.forget(turn.parent(), child);
        ownWrites.deleted(turn.key(), kind.subscription().store(), child);
        reports.done(turn, action, child, why);
    }

    private void create(Turn turn, ChildChange.Create create) {
        if (isKnownForeign(turn.parent(), create)) {
            reports.foreign(turn, create);
            return;
        }
        try {
            KubeObject created = engine.cluster()
                    .create(desiredChildren.resourceOf(create.kind()), create.body(), WriteOptions.PLAIN);
            wrote(turn, created, create.kind(), create.desired());
            reports.done(turn, ChildAction.CREATED, created, "");
        } catch (ClusterException.AlreadyExists _) {
            reports.foreign(turn, create);
        } catch (ClusterException e) {
            throw new SyncException("can't create " + create.body(), e);
        }
    }

    /** The cache shows an object of that name that is not ours: no request is needed to learn it. */
    private boolean isKnownForeign(KubeObject parent, ChildChange.Create create) {
        ChildKind kind = kinds.get(create.kind());
        return kind != null
                && kind.subscription()
                        .store()
                        .get(create.key())
                        .filter(there -> !there.controllerUid().equals(parent.uid()))
                        .isPresent();
    }

    private void update(Turn turn, ChildChange.Update update) {
        KubeObject child = update.observed();
        try {
            KubeObject now = engine.cluster().update(kindOf(child).resource(), update.body(), WriteOptions.PLAIN);
            wrote(turn, now, child.gvk(), update.desired());
            reports.done(turn, ChildAction.UPDATED, now, update.reason());
        } catch (ClusterException.NotFound | ClusterException.Conflict e) {
            reports.overtaken(turn, child, e); // the change that overtook us brings the next sync
        } catch (ClusterException e) {
            throw new SyncException("can't update " + child, e);
        }
    }

    /** What the server made of it is as good as it gets for these bytes, also where it dropped or normalised something. */
    private void wrote(Turn turn, KubeObject now, GroupVersionKind wanted, ContentHash desired) {
        ChildKind kind = kinds.get(wanted);
        if (kind != null) {
            settled.settle(turn.parent(), now, desired);
            ownWrites.wrote(turn.key(), kind.subscription().store(), now);
        }
    }

    /** Observed children are always of a declared kind. */
    private ChildKind kindOf(KubeObject child) {
        ChildKind kind = kinds.get(child.gvk());
        if (kind == null) {
            throw new SyncException(child + " is of a kind that is not declared");
        }
        return kind;
    }
}
