import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.hookline.hook.Parent;
import java.util.List;
import java.util.Map;

/** One task of a pipeline: a script, which a Pod runs, and another Pod after a failure. */
record TaskRun(ObjectMeta metadata, Spec spec, Status status) implements Parent {

    /** The list and the map are null if they are absent. */
    record Spec(
            String image,
            String script,
            List<EnvVar> env,
            int retries,
            boolean cancelled,
            Map<String, String> podAnnotations) {}

    /**
     * @param attempts how many attempts have started; the status remembers it, because Pods may be deleted
     * @param results of the attempt that succeeded; null before
     */
    record Status(
            int attempts,
            String podName,
            String startTime,
            String completionTime,
            Map<String, String> results,
            List<Condition> conditions) {

        boolean isFinal() {
            return completionTime != null;
        }
    }

    boolean isDone() {
        return status != null && status.isFinal();
    }

    /** The number of the present attempt, from 0. */
    int lastAttempt() {
        return status == null ? 0 : Math.max(status.attempts() - 1, 0);
    }

    String podName(int attempt) {
        return name() + "-" + attempt;
    }
}
