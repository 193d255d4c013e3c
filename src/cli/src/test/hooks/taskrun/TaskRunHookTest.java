import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.hookline.hook.Answer;
import io.hookline.hook.Sync;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The attempts of one task. */
class TaskRunHookTest {

    private static final Instant NOW = Instant.parse("2026-05-01T08:00:00Z");

    private final TaskRunHook hook = new TaskRunHook();

    private static TaskRun task(int retries, boolean cancelled, TaskRun.Status status) {
        return new TaskRun(
                new ObjectMetaBuilder().withName("t").build(),
                new TaskRun.Spec("image", "make", null, retries, cancelled, Map.of("team", "shop")),
                status);
    }

    private static Pod pod(String name, String phase) {
        return new PodBuilder()
                .withNewMetadata()
                .withName(name)
                .endMetadata()
                .withNewStatus()
                .withPhase(phase)
                .endStatus()
                .build();
    }

    private static Pod ended(String phase, int exitCode, String message) {
        return new PodBuilder(pod("t-0", phase))
                .editStatus()
                .addNewContainerStatus()
                .withName("task")
                .withNewState()
                .withNewTerminated()
                .withExitCode(exitCode)
                .withMessage(message)
                .endTerminated()
                .endState()
                .endContainerStatus()
                .endStatus()
                .build();
    }

    private Answer call(TaskRun task, Object... pods) {
        return hook.sync(Sync.of(task).now(NOW).children(pods).build());
    }

    private static TaskRun.Status status(Answer answer) {
        return answer.sent().status(TaskRun.Status.class).orElseThrow();
    }

    private static Condition outcome(Answer answer) {
        return status(answer).conditions().getFirst();
    }

    @Test
    void aNewTaskGetsItsPod() {
        Answer answer = call(task(0, false, null));

        Pod pod = answer.sent().child(Pod.class, "t-0").orElseThrow();
        assertThat(pod.getSpec().getContainers().getFirst().getCommand()).containsExactly("/bin/sh", "-ec", "make");
        assertThat(pod.getMetadata().getAnnotations()).containsEntry("team", "shop");
        assertThat(outcome(answer).getStatus()).isEqualTo("Unknown");
        assertThat(outcome(answer).getReason()).isEqualTo("Pending");
        assertThat(status(answer).startTime()).isEqualTo("2026-05-01T08:00:00Z");
    }

    @Test
    void aFailedAttemptIsKeptAndFollowedByTheNext() {
        Answer answer = call(task(1, false, null), pod("t-0", "Failed"));

        assertThat(answer.sent().children()).hasSize(2);
        assertThat(answer.sent().child(Pod.class, "t-1")).isPresent();
        assertThat(status(answer).attempts()).isEqualTo(2);
    }

    @Test
    void aFailedAttemptWhosePodWasDeletedStillCounts() {
        TaskRun.Status before = status(call(task(1, false, null), pod("t-0", "Failed")));

        Answer running = call(task(1, false, before), pod("t-1", "Running"));
        Answer failed = call(task(1, false, before), pod("t-1", "Failed"));

        assertThat(running.sent().child(Pod.class, "t-0")).isEmpty();
        assertThat(outcome(running).getMessage()).isEqualTo("attempt 2 of 2");
        assertThat(outcome(failed).getReason()).isEqualTo("Failed");
        assertThat(failed.sent().child(Pod.class, "t-2")).isEmpty();
    }

    @Test
    void theLastFailureEndsTheTaskWithTheExitCode() {
        Answer answer = call(task(0, false, null), ended("Failed", 3, null));

        assertThat(outcome(answer).getStatus()).isEqualTo("False");
        assertThat(outcome(answer).getMessage()).isEqualTo("Pod t-0 failed with exit code 3");
        assertThat(status(answer).completionTime()).isEqualTo("2026-05-01T08:00:00Z");
    }

    @Test
    void theResultsAreTheLinesOfTheTerminationMessage() {
        Answer answer = call(task(0, false, null), ended("Succeeded", 0, "image=shop:7\nnoise\ndigest=a=b\n"));

        assertThat(status(answer).results()).containsExactlyInAnyOrderEntriesOf(Map.of("image", "shop:7", "digest", "a=b"));
    }

    @Test
    void anEndedTaskStaysAsItIsWhateverHappensToItsPods() {
        TaskRun.Status ended = status(call(task(1, false, null), pod("t-0", "Succeeded")));

        Answer answer = hook.sync(
                Sync.of(task(1, true, ended)).now(NOW.plusSeconds(60)).build());

        assertThat(answer.sent().children()).isEmpty();
        assertThat(status(answer)).isEqualTo(ended);
    }

    @Test
    void aCancelledTaskLosesItsRunningPodAndKeepsTheEndedOnes() {
        Answer answer = call(task(1, true, null), pod("t-0", "Failed"), pod("t-1", "Running"));

        assertThat(answer.sent().child(Pod.class, "t-0")).isPresent();
        assertThat(answer.sent().child(Pod.class, "t-1")).isEmpty();
        assertThat(outcome(answer).getReason()).isEqualTo("Cancelled");
    }
}
