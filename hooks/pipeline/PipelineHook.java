import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.hookline.hook.Answer;
import io.hookline.hook.Conditions;
import io.hookline.hook.Names;
import io.hookline.hook.Sync;
import io.hookline.hook.SyncHook;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Runs the tasks of a PipelineRun in their order: a TaskRun for each task whose predecessors have succeeded. */
public final class PipelineHook implements SyncHook<PipelineRun> {

    @Override
    public Answer sync(Sync<PipelineRun> in) {
        PipelineRun run = in.parent();
        Graph graph = Graph.of(run.spec().tasks());
        Optional<String> problem = graph.problem(run.spec().tasks());
        if (problem.isPresent()) {
            Conditions invalid = Conditions.of(in).set("Succeeded", false, "InvalidPipeline", problem.get());
            return Answer.of(in.children("pipeline.example.com/v1", "TaskRun").stream()
                            .map(in::unchanged)
                            .toList())
                    .status(status(in, Map.of(), invalid));
        }
        Progress progress = new Progress(in, graph);
        return Answer.of()
                .children(children(in, progress))
                .status(status(in, progress.tasks(), Outcome.of(in, progress)));
    }

    static String nameOf(PipelineRun run, PipelineRun.Task task) {
        return Names.label(run.name(), task.name());
    }

    /** The TaskRuns of running tasks. Those of ended tasks stay as they are, but are not created again. */
    private static List<Object> children(Sync<PipelineRun> in, Progress progress) {
        List<Object> children = new ArrayList<>();
        for (PipelineRun.Task task : in.parent().spec().tasks()) {
            if (progress.tasks().get(task.name()).state() == PipelineRun.State.RUNNING) {
                children.add(taskRun(in.parent(), task, progress));
            } else {
                in.child("pipeline.example.com/v1", "TaskRun", nameOf(in.parent(), task))
                        .ifPresent(child -> children.add(in.unchanged(child)));
            }
        }
        return children;
    }

    private static TaskRun taskRun(PipelineRun run, PipelineRun.Task task, Progress progress) {
        return new TaskRun(
                new ObjectMetaBuilder().withName(nameOf(run, task)).build(),
                new TaskRun.Spec(
                        References.image(task, progress.tasks()),
                        task.script(),
                        References.variables(task, progress.tasks()),
                        task.retries(),
                        run.spec().cancelled(),
                        task.podAnnotations()),
                null);
    }

    private static PipelineRun.Status status(
            Sync<PipelineRun> in, Map<String, PipelineRun.TaskStatus> tasks, Conditions conditions) {
        PipelineRun run = in.parent();
        PipelineRun.Status last = run.status();
        String now = in.now().truncatedTo(ChronoUnit.SECONDS).toString();
        Condition succeeded = conditions.find("Succeeded").orElseThrow();
        String end = "Unknown".equals(succeeded.getStatus()) ? null : succeeded.getLastTransitionTime();
        List<PipelineRun.ChildReference> references = run.spec().tasks().stream()
                .filter(task -> in.child(TaskRun.class, nameOf(run, task)).isPresent())
                .map(task -> new PipelineRun.ChildReference(
                        "pipeline.example.com/v1", "TaskRun", nameOf(run, task), task.name()))
                .toList();
        return new PipelineRun.Status(
                last == null || last.startTime() == null ? now : last.startTime(),
                end,
                List.copyOf(tasks.values()),
                references,
                conditions.list());
    }
}
