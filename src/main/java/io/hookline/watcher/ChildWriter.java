package io.hookline.watcher;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.apply.ApplyPlan;
import io.hookline.apply.ApplyPlanner;
import io.hookline.apply.ChildChange;
import io.hookline.apply.ChildUpdate;
import io.hookline.apply.Trees;
import io.hookline.apply.UpdateStrategies;
import io.hookline.cluster.ClusterException;
import io.hookline.cluster.DeleteOptions;
import io.hookline.cluster.WriteOptions;
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

    private static final WriteOptions DRY_RUN = new WriteOptions("", "", false, true);

    private final DesiredChildren desiredChildren;
    private final ChildRecords records;
    private final ChildReports reports;
    private final ChildCreator creator;
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
        this.desiredChildren = desiredChildren;
        this.records = new ChildRecords(kinds, settled, ownWrites);
        this.reports = reports;
        this.creator = new ChildCreator(desiredChildren, records, reports, engine);
        this.engine = engine;
        this.strategies = new UpdateStrategies(kinds.stream()
                .collect(Collectors.toMap(
                        kind -> kind.resource().gvk(), kind -> kind.rule().method(), (a, _) -> a)));
        this.fanout = new Fanout(engine.threads());
    }

    /**
     * What was done.
     *
     * @param failures what went wrong, if anything did
     * @param idle whether there was nothing to do and nothing to tell
     */
    record Report(List<String> failures, boolean idle) {

        static final Report NOTHING = new Report(List.of(), true);

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
        records.keepOnly(turn.parent(), wanted.observed(), wanted.children());
        ApplyPlan plan = new ApplyPlanner(strategies, records.settledOf(turn.parent()), trees(marks))
                .plan(wanted.observed(), wanted.children(), OwnerReference.controlledBy(turn.parent()));
        List<String> failures = new ArrayList<>(wanted.failures());
        for (List<ChildChange> group : groups(plan)) {
            failures.addAll(fanout.run(group, change -> attempt(turn, change)));
        }
        boolean idle = plan.changes().isEmpty() && wanted.warnings().isEmpty() && failures.isEmpty();
        return new Report(List.copyOf(failures), idle);
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
                case ChildChange.Recreate recreate -> recreate(turn, recreate);
                case ChildChange.Create create -> creator.create(turn, create);
                case ChildChange.Update update -> update(turn, update);
                case ChildChange.Skip skip -> records.skipped(turn, skip);
                case ChildChange.Refuse refuse -> {
                    return Optional.of(
                            "can't update " + refuse.kind().kind() + " " + refuse.key() + ": " + refuse.reason());
                }
            }
            return Optional.empty();
        } catch (SyncException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        } catch (RuntimeException e) { // nothing that we foresaw, and still no reason to leave the others undone
            return Optional.of(reports.unforeseen(turn, change, e));
        }
    }

    private void delete(Turn turn, KubeObject child, ChildAction action, String why) {
        ChildKind kind = records.kindOf(child);
        try {
            engine.cluster().delete(kind.resource(), child.key(), DeleteOptions.ofUid(child.uid()));
        } catch (ClusterException.NotFound _) {
            // gone, which is what was wanted
        } catch (ClusterException e) {
            throw new SyncException("can't delete " + child, e);
        }
        records.deleted(turn, child);
        reports.done(turn, action, child, why);
    }

    /** A child that would come back just the same is not deleted. */
    private void recreate(Turn turn, ChildChange.Recreate recreate) {
        KubeObject child = recreate.observed();
        try {
            if (recreate.trial().isPresent() && isInVain(child, recreate.trial().get())) {
                records.serverKeeps(turn, child, recreate.trial().get().residue());
                return;
            }
        } catch (ClusterException.NotFound | ClusterException.Conflict e) {
            reports.overtaken(turn, child, e);
            return;
        }
        delete(turn, child, ChildAction.RECREATING, recreate.reason());
    }

    /** Whether an update would change nothing, because the server itself made the difference. */
    private boolean isInVain(KubeObject child, ChildChange.Trial trial) {
        try {
            KubeObject outcome = engine.cluster().update(records.kindOf(child).resource(), trial.body(), DRY_RUN);
            return ChildUpdate.isUnchanged(
                    engine.trees().read(child), engine.trees().read(outcome));
        } catch (ClusterException.Invalid | ClusterException.BadRequest | ClusterException.Forbidden _) {
            return false; // not to be had by an update, or not to be learned
        } catch (ClusterException.NotFound | ClusterException.Conflict e) {
            throw e;
        } catch (ClusterException e) {
            throw new SyncException("can't try an update of " + child, e);
        }
    }

    private void update(Turn turn, ChildChange.Update update) {
        KubeObject child = update.observed();
        try {
            KubeObject now =
                    engine.cluster().update(records.kindOf(child).resource(), update.body(), WriteOptions.PLAIN);
            if (now.resourceVersion().equals(child.resourceVersion())) {
                records.serverKeeps(turn, child, update.residue());
                return;
            }
            records.wrote(turn, now, child.gvk(), update.residue().desired());
            reports.done(turn, ChildAction.UPDATED, now, update.reason());
        } catch (ClusterException.NotFound | ClusterException.Conflict e) {
            reports.overtaken(turn, child, e); // the change that overtook us brings the next sync
        } catch (ClusterException e) {
            throw new SyncException("can't update " + child, e);
        }
    }
}
