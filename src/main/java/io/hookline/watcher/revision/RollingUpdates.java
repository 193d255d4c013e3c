package io.hookline.watcher.revision;

import io.hookline.apply.ChildComparison;
import io.hookline.apply.Children;
import io.hookline.apply.UpdateStrategies;
import io.hookline.object.Json;
import io.hookline.object.KubeObject;
import io.hookline.object.OwnerReference;
import io.hookline.object.TreeReader;
import io.hookline.rollout.Progress;
import io.hookline.rollout.Progress.Step;
import io.hookline.rollout.RevisionState;
import io.hookline.rollout.RolloutPlan;
import io.hookline.rollout.RolloutPlanner;
import io.hookline.spec.ControllerRevision;
import io.hookline.watcher.children.ChildReports;
import io.hookline.watcher.children.DesiredChildren;
import io.hookline.watcher.children.InjectedTrees;
import io.hookline.watcher.model.ParentRevision;
import io.hookline.watcher.state.RunningSync;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Continues the rolling updates of one controller's parents, one step in each sync. Thread-safe. */
public final class RollingUpdates {

    /** Annotation of a parent: {@code "true"} pauses its rolling update. */
    static final String PAUSED = "hookline.io/rollout-paused";

    private final UpdateStrategies strategies;
    private final TreeReader trees;
    private final RevisionWriter writer;
    private final ChildReports reports;
    private final InstantSource clock;

    public RollingUpdates(
            UpdateStrategies strategies,
            TreeReader trees,
            RevisionWriter writer,
            ChildReports reports,
            InstantSource clock) {
        this.strategies = strategies;
        this.trees = trees;
        this.writer = writer;
        this.reports = reports;
        this.clock = clock;
    }

    /** The children to write now, each in the version of its revision, and the conditions to report. */
    public record Rollout(DesiredChildren children, RolloutConditions conditions) {}

    /**
     * Plans the next step of a rolling update and records it in the ControllerRevisions of the parent.
     *
     * @param revisions latest first
     * @param wanted the children that the hook returned for each revision
     * @throws io.hookline.watcher.model.SyncException if it cannot be recorded; then no child may be written
     */
    public Rollout advance(RunningSync sync, List<ParentRevision> revisions, List<DesiredChildren> wanted) {
        KubeObject parent = sync.parent();
        DesiredChildren latest = wanted.getFirst();
        ChildComparison comparison = new ChildComparison(
                strategies,
                sync.memory().children(),
                new InjectedTrees(trees, latest.injected()),
                OwnerReference.controlledBy(parent));
        RolloutPlan plan = new RolloutPlanner("true".equals(parent.annotation(PAUSED)), latest.observed(), comparison)
                .plan(latest.children(), states(revisions, wanted, parent.namespace()));
        writer.record(sync, revisions, plan.claims());
        RolloutConditions conditions = new RolloutConditions(
                revisions.getFirst().name(),
                parent.namespace(),
                plan.progress(),
                stuck(sync, revisions.getFirst(), plan.progress()));
        return new Rollout(latest.with(plan.children(), plan.kept()), conditions);
    }

    private static List<RevisionState> states(
            List<ParentRevision> revisions, List<DesiredChildren> wanted, String namespace) {
        List<RevisionState> states = new ArrayList<>();
        for (int i = 0; i < revisions.size(); i++) {
            states.add(new RevisionState(
                    revisions
                            .get(i)
                            .recorded()
                            .map(recorded -> RevisionContent.claims(recorded, namespace))
                            .orElse(Set.of()),
                    Children.of(wanted.get(i).children())));
        }
        return states;
    }

    /**
     * The progress deadline, if the rolling update waited longer than that. If it can still pass, another sync is requested for
     * that time, since no change of an object will cause one.
     */
    private Optional<Duration> stuck(RunningSync sync, ParentRevision latest, Progress progress) {
        if (!(progress.step() instanceof Step.Waiting) || progress.deadline().isEmpty()) {
            return Optional.empty();
        }
        Duration deadline = progress.deadline().get();
        Instant now = clock.instant();
        Instant since = latest.recorded().map(RollingUpdates::progressedAt).orElse(now);
        Duration left = Duration.between(now, since.plus(deadline));
        sync.result().changed(); // the next sync depends on the time, too
        if (left.isPositive()) {
            sync.syncAgain(left, "progress deadline of the rolling update");
            return Optional.empty();
        }
        warn(sync, deadline);
        return Optional.of(deadline);
    }

    /** When the rolling update moved a child last; the earliest time if that is not known. */
    private static Instant progressedAt(ControllerRevision revision) {
        String stamp = revision.source().annotation(RolloutConditions.PROGRESSED);
        String created =
                revision.source().tree().at("/metadata/creationTimestamp").asText();
        try {
            return Instant.parse(stamp == null ? created : stamp);
        } catch (DateTimeException _) {
            return Instant.EPOCH;
        }
    }

    private void warn(RunningSync sync, Duration deadline) {
        if (!isReported(sync.parent().field("status"))) {
            reports.warning(
                    sync,
                    new DesiredChildren.Warning(
                            RolloutConditions.DEADLINE_EXCEEDED,
                            "the rolling update of " + sync.parent() + " made no progress for " + deadline.toSeconds()
                                    + " seconds"));
        }
    }

    private static boolean isReported(byte @Nullable [] status) {
        if (status == null) {
            return false;
        }
        for (var condition : Json.parse(status).path("conditions")) {
            if (condition.path("type").asText().equals(RolloutConditions.PROGRESSING)
                    && condition.path("reason").asText().equals(RolloutConditions.DEADLINE_EXCEEDED)) {
                return true;
            }
        }
        return false;
    }
}
