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
        Attempts attempts = Attempts.of(job.name(), in.children(Pod.class));
        if (job.isFinished()) {
            return Answer.of().children(pods(job, attempts.ended())).status(job.status());
        }
        boolean complete = attempts.succeeded() >= job.spec().successesNeeded();
        boolean failed = !complete && attempts.failed() > job.spec().failuresAllowed();
        List<Integer> wanted = new ArrayList<>(attempts.ended());
        int active = 0;
        if (!complete && !failed) {
            int missing = job.spec().successesNeeded() - attempts.succeeded();
            List<Integer> running =
                    attempts.running(Math.min(missing, job.spec().atOnce()));
            active = running.size();
            wanted.addAll(running);
        }
        Conditions conditions = Conditions.of(in);
        if (complete) {
            conditions = conditions.set("Complete", true, "CompletionsReached", "");
        } else if (failed) {
            conditions = conditions.set("Failed", true, "BackoffLimitExceeded", "");
        }
        Answer answer = Answer.of().children(pods(job, wanted)).status(status(in, attempts, active, conditions));
        if (complete) {
            return answer.event(
                    "Completed", "Succeeded " + attempts.succeeded() + " times, failed " + attempts.failed());
        }
        return failed ? answer.warningEvent("BackoffLimitExceeded", "Failed " + attempts.failed() + " times") : answer;
    }

    private static MiniJob.Status status(Sync<MiniJob> in, Attempts attempts, int active, Conditions conditions) {
        MiniJob.Status old = in.parent().status();
        String now = now(in);
        return new MiniJob.Status(
                active,
                attempts.succeeded(),
                attempts.failed(),
                old == null || old.startTime() == null ? now : old.startTime(),
                conditions.list().isEmpty() ? null : now,
                conditions.list());
    }

    /** The time in whole seconds, as Kubernetes writes it. */
    private static String now(Sync<MiniJob> in) {
        return in.now().truncatedTo(ChronoUnit.SECONDS).toString();
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
