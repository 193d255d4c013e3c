import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.ContainerStatusBuilder;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** Moves one container to its next stage. All that it remembers is in the container's observed status. */
record ContainerRun(Container container, ContainerStatus observed, Orders orders, Instant now) {

    private static final Duration PULL = Duration.ofSeconds(2);
    private static final Duration FIRST_BACK_OFF = Duration.ofSeconds(10);
    private static final Duration MAX_BACK_OFF = Duration.ofMinutes(5);

    /**
     * A container after its step.
     *
     * @param due when it changes without any event; empty if it does not
     */
    record Step(ContainerStatus status, Stage stage, Optional<Instant> due) {
        /** When it succeeded, so that the next init container starts. */
        Optional<Instant> succeeded() {
            return stage instanceof Stage.Ended(int exitCode, Instant _, Instant end) && exitCode == 0
                    ? Optional.of(end)
                    : Optional.empty();
        }

        boolean isRunning() {
            return stage instanceof Stage.Running;
        }

        /** Whether it has run at all. */
        boolean hasStarted() {
            return !(stage instanceof Stage.Waiting) || status.getRestartCount() > 0 || crashed(status) != null;
        }
    }

    static ContainerRun of(Container container, Iterable<ContainerStatus> all, Orders orders, Instant now) {
        ContainerStatus observed = new ContainerStatus();
        for (ContainerStatus status : all) {
            observed = status.getName().equals(container.getName()) ? status : observed;
        }
        return new ContainerRun(container, observed, orders, now);
    }

    /** The container waits for the init containers before it. */
    Step initializing() {
        return step(new Stage.Waiting("PodInitializing", ""), Optional.empty());
    }

    /** @param since the time from which it may run */
    Step next(Instant since) {
        return switch (Stage.of(observed.getState())) {
            case Stage.Waiting _ when crashed(observed) != null -> restarted(crashed(observed));
            case Stage.Waiting _ -> pulled(since);
            case Stage.Running running -> ended(running);
            case Stage.Ended ended when orders.restartsAfter(ended.exitCode()) -> restarted(ended);
            case Stage.Ended ended -> step(ended, Optional.empty());
        };
    }

    private Step pulled(Instant since) {
        Instant pulled = since.plus(PULL);
        if (now.isBefore(pulled)) {
            return step(new Stage.Waiting("ContainerCreating", ""), Optional.of(pulled));
        }
        String image = container.getImage();
        if (!image.endsWith(":missing")) {
            return step(new Stage.Running(now), due(new Stage.Running(now)));
        }
        Instant again = pulled.plus(PULL);
        return now.isBefore(again)
                ? step(new Stage.Waiting("ErrImagePull", "image " + image + " not found"), Optional.of(again))
                : step(new Stage.Waiting("ImagePullBackOff", "back-off pulling image " + image), Optional.empty());
    }

    private Step ended(Stage.Running running) {
        Optional<Instant> end = due(running);
        if (end.isEmpty() || now.isBefore(end.get())) {
            return step(running, end);
        }
        Stage.Ended ended = new Stage.Ended(orders.exitCode(), running.start(), end.get());
        return step(ended, orders.restartsAfter(ended.exitCode()) ? Optional.of(now) : Optional.empty());
    }

    private Optional<Instant> due(Stage.Running running) {
        return orders.runs().map(running.start()::plus);
    }

    private Step restarted(Stage.Ended ended) {
        int before = observed.getRestartCount() == null ? 0 : observed.getRestartCount();
        Instant restart = ended.end().plus(backOff(before));
        boolean waits = now.isBefore(restart);
        Stage stage = waits ? new Stage.Waiting("CrashLoopBackOff", "") : new Stage.Running(now);
        ContainerStatus status = new ContainerStatusBuilder(status(stage))
                .withLastState(ended.state())
                .withRestartCount(waits ? before : before + 1)
                .build();
        return new Step(status, stage, waits ? Optional.of(restart) : due(new Stage.Running(now)));
    }

    /** The first restart is immediate, later ones wait twice as long each time. */
    private static Duration backOff(int restarts) {
        if (restarts == 0) {
            return Duration.ZERO;
        }
        Duration doubled = FIRST_BACK_OFF.multipliedBy(1L << Math.min(restarts - 1, 10));
        return doubled.compareTo(MAX_BACK_OFF) > 0 ? MAX_BACK_OFF : doubled;
    }

    /** How the container ended before its present stage; null if it runs for the first time. */
    private static Stage.Ended crashed(ContainerStatus status) {
        return Stage.of(status.getLastState()) instanceof Stage.Ended ended ? ended : null;
    }

    private Step step(Stage stage, Optional<Instant> due) {
        return new Step(status(stage), stage, due);
    }

    private ContainerStatus status(Stage stage) {
        boolean pulled = !(stage instanceof Stage.Waiting);
        return new ContainerStatusBuilder(observed)
                .withName(container.getName())
                .withImage(container.getImage())
                .withImageID(pulled ? "fake://" + container.getImage() : "")
                .withRestartCount(observed.getRestartCount() == null ? 0 : observed.getRestartCount())
                .withReady(stage instanceof Stage.Running)
                .withStarted(stage instanceof Stage.Running)
                .withState(stage.state())
                .build();
    }
}
