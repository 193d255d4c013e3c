import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.ConditionBuilder;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.hookline.hook.Answer;
import io.hookline.hook.Sync;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The order of tasks: what starts when, and what a run reports. */
class PipelineHookTest {

    private static final Instant NOW = Instant.parse("2026-05-01T08:00:00Z");

    private final PipelineHook hook = new PipelineHook();

    private static PipelineRun.Task task(String name, String... after) {
        return new PipelineRun.Task(name, List.of(after), "image", "script", null, 0, null);
    }

    private static PipelineRun.Task using(String name, String value) {
        return new PipelineRun.Task(name, null, "image", "script", List.of(new EnvVar("IN", value, null)), 0, null);
    }

    private static PipelineRun run(PipelineRun.Task... tasks) {
        return new PipelineRun(
                new ObjectMetaBuilder().withName("r").build(),
                new PipelineRun.Spec(false, Arrays.asList(tasks)),
                null);
    }

    private static PipelineRun diamond() {
        return run(task("build"), task("test", "build"), task("lint", "build"), task("deploy", "test", "lint"));
    }

    private static PipelineRun cancelled(PipelineRun run) {
        return new PipelineRun(run.metadata(), new PipelineRun.Spec(true, run.spec().tasks()), run.status());
    }

    private static PipelineRun after(PipelineRun run, Answer answer) {
        return new PipelineRun(run.metadata(), run.spec(), answer.sent().status(PipelineRun.Status.class).orElseThrow());
    }

    private static TaskRun reporting(String name, String status, String reason, Map<String, String> results) {
        Condition condition = new ConditionBuilder()
                .withType("Succeeded")
                .withStatus(status)
                .withReason(reason)
                .withMessage("Pod failed")
                .withLastTransitionTime("2026-05-01T07:00:00Z")
                .build();
        return new TaskRun(
                new ObjectMetaBuilder().withName("r-" + name).build(),
                new TaskRun.Spec("image", "script", List.of(), 0, false, null),
                new TaskRun.Status(results, List.of(condition)));
    }

    private static TaskRun succeeded(String name) {
        return reporting(name, "True", "Succeeded", null);
    }

    private static TaskRun failed(String name) {
        return reporting(name, "False", "Failed", null);
    }

    private static TaskRun running(String name) {
        return reporting(name, "Unknown", "Running", null);
    }

    private Answer call(PipelineRun run, TaskRun... children) {
        return hook.sync(Sync.of(run).now(NOW).children((Object[]) children).build());
    }

    private static List<String> children(Answer answer) {
        return answer.sent().children().stream().map(child -> child.name()).toList();
    }

    private static Map<String, PipelineRun.State> states(Answer answer) {
        var states = new TreeMap<String, PipelineRun.State>();
        answer.sent().status(PipelineRun.Status.class)
                .orElseThrow()
                .tasks()
                .forEach(task -> states.put(task.name(), task.state()));
        return states;
    }

    private static Condition outcome(Answer answer) {
        return answer.sent().status(PipelineRun.Status.class).orElseThrow().conditions().getFirst();
    }

    @Test
    void aTaskStartsWhenAllBeforeItHaveSucceeded() {
        assertThat(children(call(diamond()))).containsExactly("r-build");
        assertThat(children(call(diamond(), running("build")))).containsExactly("r-build");
        assertThat(children(call(diamond(), succeeded("build")))).containsExactly("r-build", "r-test", "r-lint");
        assertThat(children(call(diamond(), succeeded("build"), succeeded("test"), running("lint"))))
                .doesNotContain("r-deploy");
        assertThat(children(call(diamond(), succeeded("build"), succeeded("test"), succeeded("lint"))))
                .contains("r-deploy");
    }

    @Test
    void aRunHasSucceededWhenAllTasksHave() {
        Answer answer =
                call(diamond(), succeeded("build"), succeeded("test"), succeeded("lint"), succeeded("deploy"));

        assertThat(outcome(answer).getStatus()).isEqualTo("True");
        assertThat(answer.sent().status(PipelineRun.Status.class).orElseThrow().completionTime())
                .isEqualTo("2026-05-01T08:00:00Z");
    }

    @Test
    void afterAFailureNothingStartsAndWhatRunsMayEnd() {
        Answer running = call(diamond(), succeeded("build"), failed("test"), running("lint"));
        Answer ended = call(after(diamond(), running), succeeded("build"), failed("test"), succeeded("lint"));

        assertThat(outcome(running).getStatus()).isEqualTo("Unknown");
        assertThat(states(running)).containsEntry("deploy", PipelineRun.State.WAITING);
        assertThat(outcome(ended).getReason()).isEqualTo("Failed");
        assertThat(outcome(ended).getMessage()).isEqualTo("task test failed: Pod failed");
        assertThat(states(ended)).containsEntry("deploy", PipelineRun.State.SKIPPED);
    }

    @Test
    void anEndedTaskWhoseTaskRunWasDeletedIsRememberedAndARunningOneStartsAgain() {
        Answer before = call(diamond(), succeeded("build"), running("test"), running("lint"));

        Answer answer = call(after(diamond(), before), running("lint"));

        assertThat(children(answer)).containsExactly("r-test", "r-lint");
        assertThat(states(answer)).containsEntry("build", PipelineRun.State.SUCCEEDED);
    }

    @Test
    void aCancelledRunCancelsWhatRunsAndSkipsTheRest() {
        Answer cancelling = call(cancelled(diamond()), running("build"));
        Answer ended = call(cancelled(diamond()), reporting("build", "False", "Cancelled", null));
        Answer unstarted = call(cancelled(diamond()));

        assertThat(cancelling.sent().child(TaskRun.class, "r-build").orElseThrow().spec().cancelled())
                .isTrue();
        assertThat(outcome(cancelling).getReason()).isEqualTo("Cancelling");
        assertThat(outcome(ended).getReason()).isEqualTo("Cancelled");
        assertThat(states(ended)).containsEntry("deploy", PipelineRun.State.SKIPPED);
        assertThat(unstarted.sent().children()).isEmpty();
        assertThat(outcome(unstarted).getReason()).isEqualTo("Cancelled");
    }

    @Test
    void aRunThatHasSucceededCannotBeCancelled() {
        Answer answer = call(cancelled(run(task("build"))), succeeded("build"));

        assertThat(outcome(answer).getStatus()).isEqualTo("True");
    }

    @Test
    void aResultIsPassedOnAndKubernetesDoesNotReplaceAnythingInIt() {
        PipelineRun run = run(task("build"), using("deploy", "to $(tasks.build.results.image)!"));

        Answer answer =
                call(run, reporting("build", "True", "Succeeded", Map.of("image", "shop:$1 $(HOME)")));

        assertThat(answer.sent().child(TaskRun.class, "r-deploy").orElseThrow().spec().env().getFirst().getValue())
                .isEqualTo("to shop:$1 $$(HOME)!");
        assertThat(answer.sent().status(PipelineRun.Status.class).orElseThrow().tasks().getFirst().results())
                .containsEntry("image", "shop:$1 $(HOME)");
    }

    @Test
    void aTaskWhoseResultIsMissingFails() {
        PipelineRun run = run(task("build"), using("deploy", "$(tasks.build.results.image)"));

        Answer answer = call(run, succeeded("build"));

        assertThat(children(call(run))).as("the result is awaited").containsExactly("r-build");
        assertThat(children(answer)).containsExactly("r-build");
        assertThat(outcome(answer).getMessage()).isEqualTo("task deploy failed: task build has no result image");
    }

    @Test
    void tasksThatWaitForEachOtherAreRefused() {
        PipelineRun indirect = run(task("a", "c"), task("b", "a"), task("c", "b"));
        PipelineRun own = run(task("a"), task("b", "b"));
        PipelineRun byResult = run(task("a", "b"), using("b", "$(tasks.a.results.x)"));

        assertThat(outcome(call(indirect)).getMessage()).isEqualTo("tasks wait for each other: a → c → b → a");
        assertThat(outcome(call(own)).getMessage()).isEqualTo("tasks wait for each other: b → b");
        assertThat(outcome(call(byResult)).getReason()).isEqualTo("InvalidPipeline");
        assertThat(call(indirect).sent().children()).isEmpty();
    }

    @Test
    void anUnknownTaskAndTwoOfOneNameAreRefused() {
        PipelineRun twins = run(task("a"), task("a"));

        assertThat(outcome(call(run(task("a", "b")))).getMessage())
                .isEqualTo("task a needs task b, which does not exist");
        assertThat(outcome(call(run(using("a", "$(tasks.b.results.x)")))).getReason())
                .isEqualTo("InvalidPipeline");
        assertThat(outcome(call(twins)).getMessage()).isEqualTo("two tasks have the same name");
    }

    @Test
    void aGraphOfManyPathsIsCheckedAtOnce() {
        PipelineRun.Task[] tasks = new PipelineRun.Task[50];
        for (int i = 0; i < tasks.length; i++) {
            String[] all = IntStream.range(0, i).mapToObj(n -> "t" + n).toArray(String[]::new);
            tasks[i] = task("t" + i, all);
        }

        assertThat(children(call(run(tasks)))).containsExactly("r-t0");
    }
}
