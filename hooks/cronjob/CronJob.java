import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectReference;
import io.fabric8.kubernetes.api.model.batch.v1.JobTemplateSpec;
import io.hookline.hook.Parent;
import java.util.List;

/**
 * Jobs that start at the times of a schedule. Fields with a default in the schema are never absent.
 *
 * @param status of the last sync; null before the first
 */
record CronJob(ObjectMeta metadata, Spec spec, Status status) implements Parent {

    /** What to do when a start is due and a Job still runs. */
    enum ConcurrencyPolicy {
        Allow,
        Forbid,
        Replace
    }

    /**
     * The desired state.
     *
     * @param startingDeadlineSeconds null if a start is never too late
     */
    record Spec(
            String schedule,
            String timeZone,
            Long startingDeadlineSeconds,
            ConcurrencyPolicy concurrencyPolicy,
            boolean suspend,
            JobTemplateSpec jobTemplate,
            int successfulJobsHistoryLimit,
            int failedJobsHistoryLimit) {}

    /**
     * The observed state.
     *
     * @param active the Jobs that have not finished
     * @param lastScheduleTime the time of the latest start; null before the first
     * @param nextScheduleTime the time of the next start; null if there is none
     */
    record Status(
            List<ObjectReference> active,
            String lastScheduleTime,
            String nextScheduleTime,
            List<Condition> conditions) {}
}
