import io.fabric8.kubernetes.api.model.Pod;
import java.util.ArrayList;
import java.util.List;

/**
 * The Pods of a job, by ordinal. A Pod that is being deleted before it has ended is neither active nor a failure: another attempt
 * replaces it.
 *
 * @param next the lowest ordinal above those of all Pods that exist or were counted
 */
record Attempts(List<Integer> ended, List<Integer> active, Tally tally, int next) {

    static Attempts of(MiniJob job, List<Pod> pods) {
        List<Pod> endedPods = pods.stream().filter(Tally::hasEnded).toList();
        List<Integer> ended = ordinals(job, endedPods);
        List<Integer> active = ordinals(
                job,
                pods.stream()
                        .filter(pod -> !Tally.hasEnded(pod) && pod.getMetadata().getDeletionTimestamp() == null)
                        .toList());
        Tally tally = Tally.of(job, endedPods);
        int highest = ordinals(job, pods).stream().reduce(-1, Math::max);
        return new Attempts(ended, active, tally, Math.max(highest + 1, tally.succeeded() + tally.failed()));
    }

    private static List<Integer> ordinals(MiniJob job, List<Pod> pods) {
        int prefix = job.name().length() + 1;
        return pods.stream()
                .map(pod -> Integer.valueOf(pod.getMetadata().getName().substring(prefix)))
                .sorted()
                .toList();
    }

    /** The active attempts, with new ones added or surplus ones omitted to reach the count. */
    List<Integer> running(int count) {
        List<Integer> running = new ArrayList<>(active.stream().limit(count).toList());
        for (int ordinal = next; running.size() < count; ordinal++) {
            running.add(ordinal);
        }
        return running;
    }
}
