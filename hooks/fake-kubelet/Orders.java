import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * What the containers of a Pod do, which a real kubelet learns from the programs.
 *
 * @param runs how long each of them runs; empty for ever
 * @param exitCode with which they end
 * @param stops how long they run on after the Pod was deleted; empty for the whole grace period
 * @param restartPolicy whether they are started again
 */
record Orders(Optional<Duration> runs, int exitCode, Optional<Duration> stops, String restartPolicy) {

    static final String RUN = "fake-kubelet/run";

    /** An init container succeeds after two seconds. */
    static final Orders INIT = new Orders(Optional.of(Duration.ofSeconds(2)), 0, Optional.empty(), "Never");

    static Orders of(Pod pod) {
        return new Orders(
                number(pod, "fake-kubelet/run-seconds").map(Duration::ofSeconds),
                number(pod, "fake-kubelet/exit-code").orElse(0),
                number(pod, "fake-kubelet/stop-seconds").map(Duration::ofSeconds),
                Objects.requireNonNullElse(pod.getSpec().getRestartPolicy(), "Always"));
    }

    boolean restartsAfter(int exit) {
        return restartPolicy.equals("Always") || (restartPolicy.equals("OnFailure") && exit != 0);
    }

    static boolean optsIn(Pod pod) {
        return annotations(pod).containsKey(RUN);
    }

    private static Map<String, String> annotations(Pod pod) {
        return Objects.requireNonNullElse(pod.getMetadata().getAnnotations(), Map.of());
    }

    private static Optional<Integer> number(Pod pod, String annotation) {
        String value = annotations(pod).get(annotation);
        try {
            return Optional.ofNullable(value).map(Integer::valueOf);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(annotation + ": expected a number, was '" + value + "'", e);
        }
    }
}
