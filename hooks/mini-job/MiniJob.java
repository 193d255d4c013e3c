import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.hookline.hook.Parent;
import java.util.List;

/** A job that runs Pods until enough have succeeded or too many have failed. */
record MiniJob(ObjectMeta metadata, Spec spec, Status status) implements Parent {

    /** All numbers may be absent. */
    record Spec(PodTemplateSpec template, Integer backoffLimit, Integer completions, Integer parallelism) {
        int failuresAllowed() {
            return backoffLimit == null ? 6 : backoffLimit;
        }

        int successesNeeded() {
            return completions == null ? 1 : completions;
        }

        int atOnce() {
            return parallelism == null ? 1 : parallelism;
        }
    }

    record Status(
            int active,
            int succeeded,
            int failed,
            String startTime,
            String completionTime,
            List<Condition> conditions) {}

    boolean isFinished() {
        return status != null
                && status.conditions().stream().anyMatch(condition -> "True".equals(condition.getStatus()));
    }
}
