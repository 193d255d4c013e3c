import io.fabric8.kubernetes.api.model.ContainerStateTerminated;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Reads what a Pod leaves behind: the kubelet copies the file /dev/termination-log into the status of the container. */
final class Results {

    private Results() {}

    /** The lines {@code name=value}. */
    static Map<String, String> of(Pod pod) {
        Map<String, String> results = new TreeMap<>();
        ended(pod).map(ContainerStateTerminated::getMessage).stream()
                .flatMap(String::lines)
                .filter(line -> line.matches("[A-Za-z0-9_.-]+=.*"))
                .forEach(line ->
                        results.put(line.substring(0, line.indexOf('=')), line.substring(line.indexOf('=') + 1)));
        return results;
    }

    /** Why the Pod failed, as far as it is known. */
    static String failure(Pod pod) {
        return ended(pod).map(state -> " with exit code " + state.getExitCode()).orElse("");
    }

    private static Optional<ContainerStateTerminated> ended(Pod pod) {
        return pod.getStatus().getContainerStatuses().stream()
                .filter(status -> status.getName().equals(Pods.CONTAINER))
                .filter(status -> status.getState() != null && status.getState().getTerminated() != null)
                .map(status -> status.getState().getTerminated())
                .findFirst();
    }
}
