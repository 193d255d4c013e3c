import io.fabric8.kubernetes.api.model.Pod;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;

/** The annotations of a Pod: how many seconds it runs (forever if absent), and its exit code. */
record Orders(OptionalInt seconds, int exitCode) {

    static Orders of(Pod pod) {
        return new Orders(
                number(pod, "fake-kubelet/run-seconds"),
                number(pod, "fake-kubelet/exit-code").orElse(0));
    }

    private static OptionalInt number(Pod pod, String annotation) {
        Map<String, String> annotations =
                Objects.requireNonNullElse(pod.getMetadata().getAnnotations(), Map.of());
        String value = annotations.get(annotation);
        try {
            return value == null ? OptionalInt.empty() : OptionalInt.of(Integer.parseInt(value));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(annotation + ": expected a number, was '" + value + "'", e);
        }
    }
}
