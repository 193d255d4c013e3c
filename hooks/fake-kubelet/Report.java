import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerState;
import io.fabric8.kubernetes.api.model.ContainerStateBuilder;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.ContainerStatusBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.fabric8.kubernetes.api.model.PodConditionBuilder;
import io.fabric8.kubernetes.api.model.PodStatus;
import io.fabric8.kubernetes.api.model.PodStatusBuilder;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Builds the status of a Pod with a given start time: the observed status with the fields of a kubelet. */
record Report(Pod pod, PodStatus observed, Instant start) {

    private static final List<String> KUBELET_CONDITIONS = List.of("Initialized", "ContainersReady", "Ready");

    PodStatus running() {
        ContainerState running = new ContainerStateBuilder()
                .withNewRunning()
                .withStartedAt(start.toString())
                .endRunning()
                .build();
        return status("Running", running, start, null);
    }

    PodStatus ended(Instant end, int exitCode) {
        ContainerState terminated = new ContainerStateBuilder()
                .withNewTerminated()
                .withExitCode(exitCode)
                .withReason(exitCode == 0 ? "Completed" : "Error")
                .withStartedAt(start.toString())
                .withFinishedAt(end.toString())
                .endTerminated()
                .build();
        return exitCode == 0
                ? status("Succeeded", terminated, end, "PodCompleted")
                : status("Failed", terminated, end, "PodFailed");
    }

    /** The Pod is ready if the reason for not being ready is null. */
    private PodStatus status(String phase, ContainerState state, Instant since, String unready) {
        return new PodStatusBuilder(observed)
                .withPhase(phase)
                .withStartTime(start.toString())
                .withPodIP(ip())
                .withPodIPs()
                .addNewPodIP(ip())
                .withConditions(conditions(since, unready))
                .withContainerStatuses(pod.getSpec().getContainers().stream()
                        .map(container -> container(container, state, unready == null))
                        .toList())
                .build();
    }

    /** A hash of the uid: constant for a Pod, and almost always different from that of other Pods. */
    private String ip() {
        int hash = pod.getMetadata().getUid().hashCode();
        return "10." + (hash >>> 16 & 255) + "." + (hash >>> 8 & 255) + "." + (hash & 255);
    }

    private List<PodCondition> conditions(Instant since, String unready) {
        List<PodCondition> conditions = new ArrayList<>(observed.getConditions());
        conditions.removeIf(condition -> KUBELET_CONDITIONS.contains(condition.getType()));
        conditions.add(condition("Initialized", start, null));
        conditions.add(condition("ContainersReady", since, unready));
        conditions.add(condition("Ready", since, unready));
        return conditions;
    }

    private static PodCondition condition(String type, Instant since, String unready) {
        return new PodConditionBuilder()
                .withType(type)
                .withStatus(unready == null ? "True" : "False")
                .withReason(unready)
                .withLastTransitionTime(since.toString())
                .build();
    }

    private static ContainerStatus container(Container container, ContainerState state, boolean ready) {
        return new ContainerStatusBuilder()
                .withName(container.getName())
                .withImage(container.getImage())
                .withImageID("fake://" + container.getImage())
                .withRestartCount(0)
                .withReady(ready)
                .withStarted(ready)
                .withState(state)
                .build();
    }
}
