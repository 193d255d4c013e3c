import io.fabric8.kubernetes.api.model.Pod;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The indexes of a job by the state of their Pods.
 *
 * @param running indexes with a pending or running Pod that is not being deleted
 * @param missing indexes without a Pod
 * @param active the number of all Pods that have not finished, including those that are being deleted
 */
record Indexes(
        List<Integer> succeeded, List<Integer> failed, List<Integer> running, List<Integer> missing, int active) {

    static Indexes of(IndexedJob job, List<Pod> pods) {
        Map<String, Pod> byName =
                pods.stream().collect(Collectors.toMap(pod -> pod.getMetadata().getName(), Function.identity()));
        int active = (int) pods.stream().filter(pod -> !isFinished(pod)).count();
        Indexes indexes =
                new Indexes(new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), active);
        for (int index = 0; index < job.spec().completions(); index++) {
            indexes.add(index, byName.get(job.podName(index)));
        }
        return indexes;
    }

    private void add(int index, Pod pod) {
        if (pod == null) {
            missing.add(index);
        } else if (isFinished(pod)) {
            ("Succeeded".equals(phase(pod)) ? succeeded : failed).add(index);
        } else if (pod.getMetadata().getDeletionTimestamp() == null) {
            running.add(index);
        }
    }

    private static boolean isFinished(Pod pod) {
        return "Succeeded".equals(phase(pod)) || "Failed".equals(phase(pod));
    }

    private static String phase(Pod pod) {
        return pod.getStatus() == null ? null : pod.getStatus().getPhase();
    }

    /** The indexes whose Pods have finished: their Pods are kept, so that their logs can be read. */
    List<Integer> finished() {
        List<Integer> finished = new ArrayList<>(succeeded);
        finished.addAll(failed);
        return finished;
    }

    /** The running indexes, at most this number. */
    List<Integer> stillRunning(int parallelism) {
        return running.stream().limit(parallelism).toList();
    }

    /** The next indexes to start. A Pod that is being deleted may still run, so it takes a place too. */
    List<Integer> next(int parallelism) {
        return missing.stream().limit(Math.max(0, parallelism - active)).toList();
    }
}
