import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodStatus;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * How many attempts have succeeded and failed. The counts of the last status are continued: the uids in it tell which of the ended
 * Pods they include, so a Pod that is deleted afterwards stays counted.
 *
 * @param counted the uids of all ended Pods that still exist
 * @param fatal why the job must fail although more failures are allowed
 */
record Tally(int succeeded, int failed, List<String> counted, Optional<String> fatal) {

    static Tally of(MiniJob job, List<Pod> ended) {
        MiniJob.Status last = job.status();
        boolean first = last == null || last.counted() == null;
        int succeeded = first ? 0 : last.succeeded();
        int failed = first ? 0 : last.failed();
        Set<String> known = first ? Set.of() : new HashSet<>(last.counted());
        List<String> counted = new ArrayList<>();
        Optional<String> fatal = Optional.empty();
        for (Pod pod : ended) {
            counted.add(pod.getMetadata().getUid());
            if (known.contains(pod.getMetadata().getUid())) {
                continue;
            }
            if (hasSucceeded(pod.getStatus())) {
                succeeded++;
                continue;
            }
            FailurePolicy.Verdict verdict = FailurePolicy.of(job.spec().rules(), pod);
            failed += verdict.counts() ? 1 : 0;
            fatal = fatal.or(verdict::fatal);
        }
        return new Tally(succeeded, failed, counted, fatal);
    }

    static boolean hasSucceeded(PodStatus status) {
        return status != null && "Succeeded".equals(status.getPhase());
    }

    static boolean hasEnded(Pod pod) {
        PodStatus status = pod.getStatus();
        return hasSucceeded(status) || status != null && "Failed".equals(status.getPhase());
    }
}
