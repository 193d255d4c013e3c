import io.fabric8.kubernetes.api.model.Pod;
import io.hookline.hook.Answer;
import io.hookline.hook.Conditions;
import io.hookline.hook.Sync;
import io.hookline.hook.SyncHook;
import io.hookline.object.KubeObject;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Runs a TaskRun: one Pod, and after its failure the next one, until one succeeds or the retries are used up. */
public final class TaskRunHook implements SyncHook<TaskRun> {

    @Override
    public Answer sync(Sync<TaskRun> in) {
        TaskRun task = in.parent();
        if (task.isDone()) {
            return Answer.of(unchanged(in, in.children("v1", "Pod"))).status(task.status());
        }
        return task.spec().cancelled() ? cancelled(in) : running(in);
    }

    /** The unfinished Pod is not in the answer, so it is deleted. */
    private static Answer cancelled(Sync<TaskRun> in) {
        List<KubeObject> ended = in.children("v1", "Pod").stream()
                .filter(pod -> hasEnded(in.read(pod, Pod.class)))
                .toList();
        Conditions conditions = Conditions.of(in).set("Succeeded", false, "Cancelled", "spec.cancelled is true");
        return Answer.of(unchanged(in, ended)).status(status(in, in.parent().lastAttempt(), null, conditions));
    }

    private static Answer running(Sync<TaskRun> in) {
        TaskRun task = in.parent();
        int attempt = task.lastAttempt();
        Optional<Pod> pod = in.child(Pod.class, task.podName(attempt));
        String phase = pod.map(TaskRunHook::phase).orElse("Pending");
        Conditions conditions = Conditions.of(in);
        Map<String, String> results = null;
        if (phase.equals("Succeeded")) {
            results = Results.of(pod.get());
            conditions = conditions.set("Succeeded", true, "Succeeded", "Pod " + task.podName(attempt) + " succeeded");
        } else if (phase.equals("Failed") && attempt >= task.spec().retries()) {
            String message = "Pod " + task.podName(attempt) + " failed" + Results.failure(pod.get());
            conditions = conditions.set("Succeeded", false, "Failed", message);
        } else {
            attempt += phase.equals("Failed") ? 1 : 0;
            String message = "attempt " + (attempt + 1) + " of " + (task.spec().retries() + 1);
            conditions = conditions.unknown("Succeeded", phase.equals("Running") ? "Running" : "Pending", message);
        }
        return Answer.of(unchanged(in, in.children("v1", "Pod")))
                .children(missing(in, attempt))
                .status(status(in, attempt, results, conditions));
    }

    /** The Pod of the present attempt, if it does not exist. All others exist, or have existed. */
    private static List<Pod> missing(Sync<TaskRun> in, int attempt) {
        String name = in.parent().podName(attempt);
        return in.child("v1", "Pod", name).isPresent() ? List.of() : List.of(Pods.pod(in.parent(), name));
    }

    private static List<Object> unchanged(Sync<TaskRun> in, List<KubeObject> pods) {
        List<Object> kept = new ArrayList<>();
        pods.forEach(pod -> kept.add(in.unchanged(pod)));
        return kept;
    }

    private static TaskRun.Status status(
            Sync<TaskRun> in, int attempt, Map<String, String> results, Conditions conditions) {
        TaskRun.Status last = in.parent().status();
        String now = in.now().truncatedTo(ChronoUnit.SECONDS).toString();
        boolean ended =
                !"Unknown".equals(conditions.find("Succeeded").orElseThrow().getStatus());
        return new TaskRun.Status(
                attempt + 1,
                in.parent().podName(attempt),
                last == null || last.startTime() == null ? now : last.startTime(),
                ended ? now : null,
                results == null || results.isEmpty() ? null : results,
                conditions.list());
    }

    private static boolean hasEnded(Pod pod) {
        return phase(pod).equals("Succeeded") || phase(pod).equals("Failed");
    }

    private static String phase(Pod pod) {
        return pod.getStatus() == null || pod.getStatus().getPhase() == null
                ? "Pending"
                : pod.getStatus().getPhase();
    }
}
