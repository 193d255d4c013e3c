import io.hookline.hook.Sync;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Decides which tasks run now, from what their TaskRuns report and what the last status remembers. */
final class Progress {

    private final PipelineRun run;
    private final Graph graph;
    private final Map<String, PipelineRun.TaskStatus> tasks = new LinkedHashMap<>();

    Progress(Sync<PipelineRun> in, Graph graph) {
        this.run = in.parent();
        this.graph = graph;
        run.spec().tasks().forEach(task -> put(task.name(), PipelineRun.State.WAITING, null));
        for (PipelineRun.Task task : run.spec().tasks()) {
            in.child(TaskRun.class, PipelineHook.nameOf(run, task))
                    .ifPresent(child -> tasks.put(task.name(), child.reported(task.name())));
        }
        // What has ended stays so, even if its TaskRun is deleted: it is not run again.
        run.lastTasks().stream()
                .filter(last -> last.isFinal() && tasks.containsKey(last.name()))
                .forEach(last -> tasks.put(last.name(), last));
        if (!run.spec().cancelled()) {
            waiting().forEach(this::failWithoutResults);
        }
        waiting().stream().filter(this::starts).forEach(task -> put(task.name(), PipelineRun.State.RUNNING, null));
        if (isStopped() && with(PipelineRun.State.RUNNING).isEmpty()) {
            waiting().forEach(task -> put(task.name(), PipelineRun.State.SKIPPED, null));
        }
    }

    Map<String, PipelineRun.TaskStatus> tasks() {
        return tasks;
    }

    /** The names of the tasks in a state, for messages. */
    List<String> with(PipelineRun.State state) {
        return tasks.values().stream()
                .filter(task -> task.state() == state)
                .map(PipelineRun.TaskStatus::name)
                .toList();
    }

    /** After the first failure, and after a cancellation, no task starts any more. */
    private boolean isStopped() {
        return run.spec().cancelled() && with(PipelineRun.State.SUCCEEDED).size() < tasks.size()
                || !with(PipelineRun.State.FAILED).isEmpty()
                || !with(PipelineRun.State.CANCELLED).isEmpty();
    }

    private List<PipelineRun.Task> waiting() {
        return run.spec().tasks().stream()
                .filter(task -> tasks.get(task.name()).state() == PipelineRun.State.WAITING)
                .toList();
    }

    private boolean starts(PipelineRun.Task task) {
        return !isStopped() && isReady(task);
    }

    private boolean isReady(PipelineRun.Task task) {
        return graph.before().get(task.name()).stream()
                .allMatch(name -> tasks.get(name).state() == PipelineRun.State.SUCCEEDED);
    }

    private void failWithoutResults(PipelineRun.Task task) {
        String missing = References.in(task).stream()
                .filter(one -> !tasks.get(one.task()).resultsOrNone().containsKey(one.result()))
                .map(one -> "task " + one.task() + " has no result " + one.result())
                .collect(Collectors.joining(", "));
        if (isReady(task) && !missing.isEmpty()) {
            put(task.name(), PipelineRun.State.FAILED, missing);
        }
    }

    private void put(String name, PipelineRun.State state, String message) {
        tasks.put(name, new PipelineRun.TaskStatus(name, state, message, null));
    }
}
