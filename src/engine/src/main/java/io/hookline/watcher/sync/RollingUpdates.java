package io.hookline.watcher.sync;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.apply.ChildComparison;
import io.hookline.apply.Children;
import io.hookline.apply.UpdateStrategies;
import io.hookline.object.KubeObject;
import io.hookline.object.OwnerReference;
import io.hookline.object.TreeReader;
import io.hookline.rollout.Progress;
import io.hookline.rollout.Progress.Step;
import io.hookline.rollout.RevisionState;
import io.hookline.rollout.RolloutPlan;
import io.hookline.rollout.RolloutPlanner;
import io.hookline.rollout.RolloutStatus;
import io.hookline.spec.ControllerRevision;
import io.hookline.trace.Cause;
import io.hookline.watcher.model.ParentRevision;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Continues the rolling updates of one controller's parents, one step in each sync. Thread-safe. */
final class RollingUpdates {

    /** Annotation of a parent: {@code "true"} pauses its rolling update. */
    static final String PAUSED = "hookline.io/rollout-paused";

    private final UpdateStrategies strategies;
    private final TreeReader trees;
    private final RevisionWriter writer;
    private final ChildReports reports;
    private final InstantSource clock;

    RollingUpdates(
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
    record Rollout(DesiredChildren children, RolloutConditions conditions) {}

    /**
     * Plans the next step of a rolling update and records it in the ControllerRevisions of the parent.
     *
     * @param revisions latest first
     * @param wanted the children that the hook returned for each revision
     * @throws io.hookline.watcher.model.SyncException if it cannot be recorded; then no child may be written
     */
    Rollout advance(ParentSync sync, List<ParentRevision> revisions, List<DesiredChildren> wanted) {
        KubeObject parent = sync.parent();
        JsonNode before = sync.memory().unwritten().orElseGet(() -> parent.fieldTree("status"));
        ParentRevision current = revisions.getFirst();
        DesiredChildren latest = wanted.getFirst();
        RolloutStatus known = new RolloutStatus(
                "true".equals(parent.annotation(PAUSED)),
                sync.memory().heldChildren(),
                RolloutConditions.completeIn(before, current.name()));
        ChildComparison comparison = new ChildComparison(
                strategies,
                sync.memory().children(),
                new InjectedMetadata.InjectedTrees(trees, latest.injected()),
                OwnerReference.controlledBy(parent));
        RolloutPlan plan = new RolloutPlanner(known, latest.observed(), comparison)
                .plan(latest.children(), states(revisions, wanted, parent.namespace()));
        boolean restarts = isDeadlineRestarted(plan.progress(), current, before);
        writer.record(sync, revisions, plan.claims(), restarts);
        sync.memory().heldChildren(plan.held());
        Optional<Duration> stuck = restarts ? Optional.empty() : stuck(sync, current, plan.progress(), before);
        return new Rollout(
                latest.with(plan.children(), plan.kept()),
                new RolloutConditions(current.name(), parent.namespace(), plan.progress(), stuck));
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

    /** Whether the time until the deadline starts now: after a pause, or if it is not known when the last child was moved. */
    private static boolean isDeadlineRestarted(Progress progress, ParentRevision latest, JsonNode before) {
        boolean hasStamp = latest.recorded()
                .map(recorded -> recorded.source().annotation(RolloutConditions.PROGRESSED) != null)
                .orElse(true);
        boolean wasPaused = RolloutConditions.reasonIn(before).equals(RolloutConditions.PAUSED);
        return mayBeStuck(progress) && (wasPaused || !hasStamp);
    }

    private static boolean mayBeStuck(Progress progress) {
        boolean isWaiting = progress.step() instanceof Step.Waiting || progress.step() instanceof Step.Complete;
        return isWaiting
                && progress.waitingFor().isPresent()
                && progress.deadline().isPresent();
    }

    /**
     * The progress deadline, if the rolling update waited longer than that. If it can still pass, another sync is requested for
     * that time, since no change of an object will cause one.
     */
    private Optional<Duration> stuck(ParentSync sync, ParentRevision latest, Progress progress, JsonNode before) {
        if (!mayBeStuck(progress)) {
            return Optional.empty();
        }
        Duration deadline = progress.deadline().orElseThrow();
        Instant now = clock.instant();
        Instant since = latest.recorded().map(RollingUpdates::progressedAt).orElse(now);
        Duration left = Duration.between(now, since.plus(deadline));
        sync.result().changed(); // the next sync depends on the time, too
        if (left.isPositive()) {
            sync.syncAgain(left, Cause.reason("progress deadline of the rolling update"));
            return Optional.empty();
        }
        if (!RolloutConditions.reasonIn(before).equals(RolloutConditions.DEADLINE_EXCEEDED)) {
            warn(sync, deadline);
        }
        return Optional.of(deadline);
    }

    /** When the rolling update moved a child last, or began; the earliest time if that is not known. */
    private static Instant progressedAt(ControllerRevision revision) {
        try {
            return Instant.parse(revision.source().annotation(RolloutConditions.PROGRESSED));
        } catch (DateTimeException _) {
            return Instant.EPOCH;
        }
    }

    private void warn(ParentSync sync, Duration deadline) {
        String text =
                "the rolling update of " + sync.parent() + " made no progress for " + deadline.toSeconds() + " seconds";
        reports.warning(sync, new DesiredChildren.Warning(RolloutConditions.DEADLINE_EXCEEDED, text));
    }
}
