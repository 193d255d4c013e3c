import io.fabric8.kubernetes.api.model.Pod;
import java.util.ArrayList;
import java.util.List;

/** The Pods of a job, by ordinal. A Pod that is being deleted counts only if it had ended before. */
record Attempts(List<Integer> ended, List<Integer> active, int succeeded, int failed, int next) {

    static Attempts of(String job, List<Pod> pods) {
        List<Integer> ended = new ArrayList<>();
        List<Integer> active = new ArrayList<>();
        int succeeded = 0;
        int failed = 0;
        int next = 0;
        for (Pod pod : pods) {
            int ordinal = Integer.parseInt(pod.getMetadata().getName().substring(job.length() + 1));
            next = Math.max(next, ordinal + 1);
            String phase = pod.getStatus() == null ? "" : pod.getStatus().getPhase();
            if ("Succeeded".equals(phase) || "Failed".equals(phase)) {
                ended.add(ordinal);
                succeeded += "Succeeded".equals(phase) ? 1 : 0;
                failed += "Failed".equals(phase) ? 1 : 0;
            } else if (pod.getMetadata().getDeletionTimestamp() == null) {
                active.add(ordinal);
            }
        }
        return new Attempts(ended, active, succeeded, failed, next);
    }

    /** The active attempts, with new ones added or surplus ones omitted to reach the count. */
    List<Integer> running(int count) {
        List<Integer> running =
                new ArrayList<>(active.stream().sorted().limit(count).toList());
        for (int ordinal = next; running.size() < count; ordinal++) {
            running.add(ordinal);
        }
        return running;
    }
}
