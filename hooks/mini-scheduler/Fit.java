import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Where a Pod fits.
 *
 * @param node the suitable node with the fewest Pods; the first by name if there are several; empty if none is suitable
 * @param reason why none is
 */
record Fit(Optional<String> node, String reason) {

    /** @param pods the number of Pods on each node */
    static Fit of(Pod pod, List<Node> nodes, Map<String, Integer> pods) {
        Map<String, Integer> reasons = new TreeMap<>();
        Optional<String> best = nodes.stream()
                .filter(node -> {
                    Optional<String> reason = unsuitable(pod, node, pods.getOrDefault(name(node), 0));
                    reason.ifPresent(why -> reasons.merge(why, 1, Integer::sum));
                    return reason.isEmpty();
                })
                .map(Fit::name)
                .min(Comparator.comparing((String name) -> pods.getOrDefault(name, 0))
                        .thenComparing(Comparator.naturalOrder()));
        return new Fit(best, best.isPresent() ? "" : text(nodes.size(), reasons));
    }

    private static String name(Node node) {
        return node.getMetadata().getName();
    }

    private static Optional<String> unsuitable(Pod pod, Node node, int pods) {
        if (Boolean.TRUE.equals(node.getSpec() == null ? null : node.getSpec().getUnschedulable())) {
            return Optional.of("were unschedulable");
        }
        Map<String, String> labels =
                Objects.requireNonNullElse(node.getMetadata().getLabels(), Map.of());
        Map<String, String> wanted = Objects.requireNonNullElse(pod.getSpec().getNodeSelector(), Map.of());
        if (!labels.entrySet().containsAll(wanted.entrySet())) {
            return Optional.of("didn't match Pod's node affinity/selector");
        }
        return pods >= capacity(node) ? Optional.of("had too many pods") : Optional.empty();
    }

    /** A node that reports no number has room for all. */
    private static long capacity(Node node) {
        Map<String, Quantity> allocatable =
                node.getStatus() == null ? null : node.getStatus().getAllocatable();
        Quantity pods = allocatable == null ? null : allocatable.get("pods");
        return pods == null ? Long.MAX_VALUE : pods.getNumericalAmount().longValue();
    }

    /** In the words of kube-scheduler. */
    private static String text(int nodes, Map<String, Integer> reasons) {
        return nodes == 0
                ? "no nodes available to schedule pods"
                : reasons.entrySet().stream()
                        .map(reason -> reason.getValue() + " node(s) " + reason.getKey())
                        .collect(Collectors.joining(", ", "0/" + nodes + " nodes are available: ", "."));
    }
}
