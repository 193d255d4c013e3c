import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The Pods that this hook has bound a short time ago, which the watcher may not show as bound yet. kube-scheduler assumes such Pods
 * too. If this memory is lost, Pods are spread less evenly, but no Pod is bound twice: the API server refuses that.
 */
final class AssumedPods {

    private static final Duration REMEMBERED = Duration.ofSeconds(30);

    /** @param seen whether the watcher has shown this Pod since; if it does not show it any more, the Pod was deleted */
    private record Bound(String node, Instant forgotten, boolean seen) {
        Bound asSeen() {
            return new Bound(node, forgotten, true);
        }
    }

    private final Map<String, Bound> byUid = new HashMap<>();

    void add(Pod pod, String node, Instant now) {
        byUid.put(pod.getMetadata().getUid(), new Bound(node, now.plus(REMEMBERED), false));
    }

    boolean has(Pod pod) {
        return byUid.containsKey(pod.getMetadata().getUid());
    }

    /** The number of Pods on each node: those that are bound and have not ended, and those that were just bound. */
    Map<String, Integer> countByNode(List<Pod> pods, Instant now) {
        forget(pods, now);
        Map<String, Bound> missing = new HashMap<>(byUid);
        Map<String, Integer> count = new TreeMap<>();
        for (Pod pod : pods) {
            String node = pod.getSpec().getNodeName();
            if (node != null) {
                missing.remove(pod.getMetadata().getUid());
                count.merge(node, hasEnded(pod) ? 0 : 1, Integer::sum);
            }
        }
        missing.values().forEach(bound -> count.merge(bound.node(), 1, Integer::sum));
        return count;
    }

    /** When the next Pod that the watcher does not show is forgotten. No change of an object calls the hook then. */
    Optional<Instant> nextForgotten() {
        return byUid.values().stream()
                .filter(bound -> !bound.seen())
                .map(Bound::forgotten)
                .min(Instant::compareTo);
    }

    private void forget(List<Pod> shown, Instant now) {
        Set<String> uids = shown.stream().map(pod -> pod.getMetadata().getUid()).collect(Collectors.toSet());
        byUid.entrySet()
                .removeIf(bound -> !bound.getValue().forgotten().isAfter(now)
                        || bound.getValue().seen() && !uids.contains(bound.getKey()));
        byUid.replaceAll((uid, bound) -> uids.contains(uid) ? bound.asSeen() : bound);
    }

    private static boolean hasEnded(Pod pod) {
        String phase = pod.getStatus() == null ? null : pod.getStatus().getPhase();
        return "Succeeded".equals(phase) || "Failed".equals(phase);
    }
}
