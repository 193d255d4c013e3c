import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.batch.v1.PodFailurePolicy;
import io.fabric8.kubernetes.api.model.batch.v1.PodFailurePolicyRule;
import io.hookline.hook.Parent;
import java.util.List;

/** A job that runs Pods until enough have succeeded or too many have failed. */
record MiniJob(ObjectMeta metadata, Spec spec, Status status) implements Parent {

    /** All fields but the template may be absent. */
    record Spec(
            PodTemplateSpec template,
            Integer backoffLimit,
            Integer completions,
            Integer parallelism,
            PodFailurePolicy podFailurePolicy) {
        int failuresAllowed() {
            return backoffLimit == null ? 6 : backoffLimit;
        }

        int successesNeeded() {
            return completions == null ? 1 : completions;
        }

        int atOnce() {
            return parallelism == null ? 1 : parallelism;
        }

        List<PodFailurePolicyRule> rules() {
            return podFailurePolicy == null ? List.of() : podFailurePolicy.getRules();
        }
    }

    /** The {@code counted} uids are those of the existing Pods that {@code succeeded} and {@code failed} include. */
    record Status(
            int active,
            int succeeded,
            int failed,
            List<String> counted,
            String startTime,
            String completionTime,
            List<Condition> conditions) {}

    boolean isFinished() {
        return status != null
                && status.conditions().stream().anyMatch(condition -> "True".equals(condition.getStatus()));
    }
}
