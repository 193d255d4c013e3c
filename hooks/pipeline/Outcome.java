import io.hookline.hook.Conditions;
import io.hookline.hook.Sync;
import java.util.List;
import java.util.stream.Collectors;

/** Builds the condition Succeeded: Unknown while tasks run, then True or False. */
final class Outcome {

    private Outcome() {}

    static Conditions of(Sync<PipelineRun> in, Progress progress) {
        Conditions conditions = Conditions.of(in);
        List<String> running = progress.with(PipelineRun.State.RUNNING);
        String failures = progress.tasks().values().stream()
                .filter(task -> task.state() == PipelineRun.State.FAILED)
                .map(task -> "task " + task.name() + " failed: " + task.message())
                .collect(Collectors.joining("; "));
        String succeeded = progress.with(PipelineRun.State.SUCCEEDED).size() + " of "
                + progress.tasks().size() + " tasks succeeded";
        if (!running.isEmpty()) {
            String message = (failures.isEmpty() ? succeeded : failures) + ", running: " + String.join(", ", running);
            return conditions.unknown("Succeeded", in.parent().spec().cancelled() ? "Cancelling" : "Running", message);
        }
        if (!failures.isEmpty()) {
            return conditions.set("Succeeded", false, "Failed", failures);
        }
        boolean complete = progress.with(PipelineRun.State.SUCCEEDED).size()
                == progress.tasks().size();
        return conditions.set("Succeeded", complete, complete ? "Succeeded" : "Cancelled", succeeded);
    }
}
