import io.fabric8.kubernetes.api.model.ContainerState;
import io.fabric8.kubernetes.api.model.ContainerStateBuilder;
import java.time.Instant;

/** The three stages of a container. */
sealed interface Stage {

    /** It has not started: its image is pulled, or it waits for another container or for its restart. */
    record Waiting(String reason, String message) implements Stage {}

    record Running(Instant start) implements Stage {}

    record Ended(int exitCode, Instant start, Instant end) implements Stage {}

    static Stage of(ContainerState state) {
        if (state != null && state.getRunning() != null) {
            return new Running(Instant.parse(state.getRunning().getStartedAt()));
        }
        if (state != null && state.getTerminated() != null) {
            return new Ended(
                    state.getTerminated().getExitCode(),
                    Instant.parse(state.getTerminated().getStartedAt()),
                    Instant.parse(state.getTerminated().getFinishedAt()));
        }
        return new Waiting("", "");
    }

    default ContainerState state() {
        ContainerStateBuilder state = new ContainerStateBuilder();
        return switch (this) {
            case Waiting(String reason, String message) ->
                state.withNewWaiting(message.isEmpty() ? null : message, reason).build();
            case Running(Instant start) ->
                state.withNewRunning(start.toString()).build();
            case Ended(int exitCode, Instant start, Instant end) ->
                state.withNewTerminated()
                        .withExitCode(exitCode)
                        .withReason(exitCode == 0 ? "Completed" : "Error")
                        .withStartedAt(start.toString())
                        .withFinishedAt(end.toString())
                        .endTerminated()
                        .build();
        };
    }
}
