import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Kind;
import io.fabric8.kubernetes.model.annotation.Version;
import java.util.List;
import java.util.Map;

/** A child: one task. Another controller runs it; its status is all that this hook knows about it. */
@Group("pipeline.example.com")
@Version("v1")
@Kind("TaskRun")
record TaskRun(ObjectMeta metadata, Spec spec, Status status) {

    record Spec(
            String image,
            String script,
            List<EnvVar> env,
            int retries,
            boolean cancelled,
            Map<String, String> podAnnotations) {}

    record Status(Map<String, String> results, List<Condition> conditions) {}

    /** The state that its controller reports in the condition Succeeded. */
    PipelineRun.TaskStatus reported(String task) {
        if (status == null || status.conditions() == null) {
            return new PipelineRun.TaskStatus(task, PipelineRun.State.RUNNING, null, null);
        }
        for (Condition condition : status.conditions()) {
            if ("Succeeded".equals(condition.getType()) && "True".equals(condition.getStatus())) {
                return new PipelineRun.TaskStatus(task, PipelineRun.State.SUCCEEDED, null, status.results());
            }
            if ("Succeeded".equals(condition.getType()) && "False".equals(condition.getStatus())) {
                return "Cancelled".equals(condition.getReason())
                        ? new PipelineRun.TaskStatus(task, PipelineRun.State.CANCELLED, null, null)
                        : new PipelineRun.TaskStatus(task, PipelineRun.State.FAILED, condition.getMessage(), null);
            }
        }
        return new PipelineRun.TaskStatus(task, PipelineRun.State.RUNNING, null, null);
    }
}
