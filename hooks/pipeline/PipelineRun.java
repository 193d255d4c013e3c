import com.fasterxml.jackson.annotation.JsonProperty;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.hookline.hook.Parent;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** A run of tasks, each of which starts when those before it have succeeded. */
record PipelineRun(ObjectMeta metadata, Spec spec, Status status) implements Parent {

    record Spec(boolean cancelled, List<Task> tasks) {}

    /** The lists and the map are null if they are absent. */
    record Task(
            String name,
            List<String> runAfter,
            String image,
            String script,
            List<EnvVar> env,
            int retries,
            Map<String, String> podAnnotations) {

        List<EnvVar> variables() {
            return Objects.requireNonNullElse(env, List.of());
        }
    }

    record Status(
            String startTime,
            String completionTime,
            List<TaskStatus> tasks,
            List<ChildReference> childReferences,
            List<Condition> conditions) {}

    /** The message is null unless the task has failed; the results are null unless it has some. */
    record TaskStatus(String name, State state, String message, Map<String, String> results) {

        TaskStatus {
            results = results == null || results.isEmpty() ? null : results;
        }

        boolean isFinal() {
            return state != State.WAITING && state != State.RUNNING;
        }

        Map<String, String> resultsOrNone() {
            return Objects.requireNonNullElse(results, Map.of());
        }
    }

    record ChildReference(String apiVersion, String kind, String name, String pipelineTaskName) {}

    enum State {
        @JsonProperty("Waiting")
        WAITING,
        @JsonProperty("Running")
        RUNNING,
        @JsonProperty("Succeeded")
        SUCCEEDED,
        @JsonProperty("Failed")
        FAILED,
        @JsonProperty("Cancelled")
        CANCELLED,
        @JsonProperty("Skipped")
        SKIPPED
    }

    /** What the last status has about tasks: it outlives the TaskRuns. */
    List<TaskStatus> lastTasks() {
        return status == null || status.tasks() == null ? List.of() : status.tasks();
    }
}
