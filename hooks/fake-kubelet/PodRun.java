import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.fabric8.kubernetes.api.model.PodConditionBuilder;
import io.fabric8.kubernetes.api.model.PodIP;
import io.fabric8.kubernetes.api.model.PodStatus;
import io.fabric8.kubernetes.api.model.PodStatusBuilder;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** The next status of a Pod: the observed one with the fields of a kubelet. */
record PodRun(
        Pod pod,
        PodStatus observed,
        Instant now,
        Instant start,
        List<ContainerRun.Step> inits,
        List<ContainerRun.Step> containers) {

    static PodRun next(Pod pod, Instant now) {
        PodStatus observed = Objects.requireNonNullElseGet(pod.getStatus(), PodStatus::new);
        Instant start = observed.getStartTime() == null ? now : Instant.parse(observed.getStartTime());
        Optional<Instant> since = Optional.of(start);
        List<ContainerRun.Step> inits = new ArrayList<>();
        for (Container container : pod.getSpec().getInitContainers()) { // one after the other
            ContainerRun.Step step =
                    step(ContainerRun.of(container, observed.getInitContainerStatuses(), Orders.INIT, now), since);
            inits.add(step);
            since = step.succeeded();
        }
        List<ContainerRun.Step> containers = new ArrayList<>();
        Orders orders = Orders.of(pod);
        for (Container container : pod.getSpec().getContainers()) { // all at once
            containers.add(step(ContainerRun.of(container, observed.getContainerStatuses(), orders, now), since));
        }
        return new PodRun(pod, observed, now, start, inits, containers);
    }

    private static ContainerRun.Step step(ContainerRun run, Optional<Instant> since) {
        return since.map(run::next).orElseGet(run::initializing);
    }

    /** When the status changes without any event. */
    Optional<Instant> due() {
        return Stream.concat(inits.stream(), containers.stream())
                .flatMap(step -> step.due().stream())
                .min(Instant::compareTo);
    }

    PodStatus status() {
        boolean started = Stream.concat(inits.stream(), containers.stream()).anyMatch(ContainerRun.Step::hasStarted);
        return new PodStatusBuilder(observed)
                .withPhase(phase())
                .withStartTime(start.toString())
                .withPodIP(started ? ip() : null)
                .withPodIPs(started ? List.of(new PodIP(ip())) : List.of())
                .withConditions(conditions())
                .withInitContainerStatuses(
                        inits.stream().map(ContainerRun.Step::status).toList())
                .withContainerStatuses(
                        containers.stream().map(ContainerRun.Step::status).toList())
                .build();
    }

    private String phase() {
        boolean allEnded = containers.stream()
                .allMatch(step ->
                        step.stage() instanceof Stage.Ended && step.due().isEmpty());
        if (allEnded) {
            return containers.stream().allMatch(step -> step.succeeded().isPresent()) ? "Succeeded" : "Failed";
        }
        return containers.stream().anyMatch(ContainerRun.Step::hasStarted) ? "Running" : "Pending";
    }

    /** A hash of the uid: constant for a Pod, and almost always different from that of other Pods. */
    private String ip() {
        int hash = pod.getMetadata().getUid().hashCode();
        return "10." + (hash >>> 16 & 255) + "." + (hash >>> 8 & 255) + "." + (hash & 255);
    }

    private List<PodCondition> conditions() {
        boolean initialized = inits.stream().allMatch(step -> step.succeeded().isPresent());
        boolean ready = containers.stream().allMatch(ContainerRun.Step::isRunning);
        String unready = switch (phase()) {
            case "Succeeded" -> "PodCompleted";
            case "Failed" -> "PodFailed";
            default -> "ContainersNotReady";
        };
        List<PodCondition> conditions = new ArrayList<>(observed.getConditions());
        set(conditions, "Initialized", initialized, "ContainersNotInitialized");
        set(conditions, "ContainersReady", ready, unready);
        set(conditions, "Ready", ready, unready);
        return conditions;
    }

    /** A condition keeps its time while its status stays: a new time in each call would cause an endless loop of syncs. */
    private void set(List<PodCondition> conditions, String type, boolean holds, String otherwise) {
        String status = holds ? "True" : "False";
        String since = now.toString();
        int place = conditions.size();
        for (int i = 0; i < conditions.size(); i++) {
            if (conditions.get(i).getType().equals(type)) {
                place = i;
                since = conditions.get(i).getStatus().equals(status)
                        ? conditions.get(i).getLastTransitionTime()
                        : since;
            }
        }
        PodCondition condition = new PodConditionBuilder()
                .withType(type)
                .withStatus(status)
                .withReason(holds ? null : otherwise)
                .withLastTransitionTime(since)
                .build();
        if (place < conditions.size()) {
            conditions.set(place, condition);
        } else {
            conditions.add(condition);
        }
    }
}
