import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.hookline.hook.Answer;
import io.hookline.hook.Conditions;
import io.hookline.hook.Sync;
import io.hookline.hook.SyncHook;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs the attempts of a job as Pods {@code <name>-0}, {@code <name>-1}, and so on. The hook still lists ended attempts, so that
 * the watcher keeps them, and lists new ones until the job has ended.
 */
public final class MiniJobHook implements SyncHook<MiniJob> {

    @Override
    public Answer sync(Sync<MiniJob> in) {
        MiniJob job = in.parent();
        Attempts attempts = Attempts.of(job, in.children(Pod.class));
        if (job.isFinished()) {
            return Answer.of().children(pods(job, attempts.ended())).status(job.status());
        }
        Tally tally = attempts.tally();
        if (tally.succeeded() >= job.spec().successesNeeded()) {
            return ended(in, attempts, "Complete", "CompletionsReached", times(tally));
        }
        if (tally.fatal().isPresent()) {
            return ended(
                    in, attempts, "Failed", "PodFailurePolicy", tally.fatal().get());
        }
        if (tally.failed() > job.spec().failuresAllowed()) {
            return ended(in, attempts, "Failed", "BackoffLimitExceeded", times(tally));
        }
        return running(in, attempts);
    }

    private static String times(Tally tally) {
        return "Succeeded " + tally.succeeded() + " times, failed " + tally.failed() + " times";
    }

    private static Answer running(Sync<MiniJob> in, Attempts attempts) {
        MiniJob job = in.parent();
        int missing = job.spec().successesNeeded() - attempts.tally().succeeded();
        List<Integer> running = attempts.running(Math.min(missing, job.spec().atOnce()));
        List<Integer> wanted = new ArrayList<>(attempts.ended());
        wanted.addAll(running);
        return Answer.of()
                .children(pods(job, wanted))
                .status(status(in, attempts.tally(), running.size(), Conditions.of(in)));
    }

    /** Lists no active attempts any more, so the watcher deletes those that still run. */
    private static Answer ended(Sync<MiniJob> in, Attempts attempts, String condition, String reason, String message) {
        Conditions conditions = Conditions.of(in).set(condition, true, reason, message);
        Answer answer = Answer.of()
                .children(pods(in.parent(), attempts.ended()))
                .status(status(in, attempts.tally(), 0, conditions));
        return condition.equals("Complete") ? answer.event(reason, message) : answer.warning(reason, message);
    }

    private static MiniJob.Status status(Sync<MiniJob> in, Tally tally, int active, Conditions conditions) {
        MiniJob.Status old = in.parent().status();
        String now = in.now().truncatedTo(ChronoUnit.SECONDS).toString(); // as Kubernetes writes times
        return new MiniJob.Status(
                active,
                tally.succeeded(),
                tally.failed(),
                tally.counted(),
                old == null || old.startTime() == null ? now : old.startTime(),
                conditions.list().isEmpty() ? null : now,
                conditions.list());
    }

    private static List<Pod> pods(MiniJob job, List<Integer> ordinals) {
        return ordinals.stream().sorted().map(ordinal -> pod(job, ordinal)).toList();
    }

    private static Pod pod(MiniJob job, int ordinal) {
        PodTemplateSpec template = job.spec().template();
        Pod pod = new PodBuilder()
                .withMetadata(template.getMetadata())
                .withSpec(template.getSpec())
                .editOrNewMetadata()
                .withName(job.name() + "-" + ordinal)
                .endMetadata()
                .build();
        if (pod.getSpec().getRestartPolicy() == null) {
            pod.getSpec().setRestartPolicy("Never"); // an attempt that the kubelet restarts could never fail
        }
        return pod;
    }
}
