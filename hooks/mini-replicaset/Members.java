import io.fabric8.kubernetes.api.model.Pod;
import io.hookline.hook.Sync;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The Pods of a MiniReplicaSet that run or are to run: neither ended nor being deleted.
 *
 * @param next the number of the next new Pod
 */
record Members(List<Pod> pods, int next) {

    private static final Pattern NUMBER = Pattern.compile("-(0|[1-9][0-9]{0,8})$");

    /** The order in which Pods are kept: a Pod that does less work is deleted first, and of equal ones the younger. */
    private static final Comparator<Pod> MOST_USEFUL_FIRST = Comparator.comparing(Members::isReady)
            .thenComparing(pod -> "Running".equals(phase(pod)))
            .thenComparing(Members::isScheduled)
            .reversed()
            .thenComparing(pod -> pod.getMetadata().getCreationTimestamp())
            .thenComparing(Members::number)
            .thenComparing(pod -> pod.getMetadata().getName());

    static Members of(Sync<MiniReplicaSet> in) {
        List<Pod> all = in.children(Pod.class);
        // A number is used once. So a new Pod never has the name of one that is still being deleted, or that a user has
        // taken out of the set by its labels. It counts Pods that were observed, so that two syncs before the first is
        // observed agree on the name.
        int next =
                all.stream().mapToInt(pod -> number(pod) + 1).reduce(in.parent().nextPod(), Math::max);
        return new Members(all.stream().filter(Members::isActive).toList(), next);
    }

    int count() {
        return pods.size();
    }

    int ready() {
        return (int) pods.stream().filter(Members::isReady).count();
    }

    /** The Pods to keep if at most this number may stay. */
    List<Pod> kept(int replicas) {
        return pods.stream().sorted(MOST_USEFUL_FIRST).limit(replicas).toList();
    }

    private static boolean isActive(Pod pod) {
        return pod.getMetadata().getDeletionTimestamp() == null
                && !"Succeeded".equals(phase(pod))
                && !"Failed".equals(phase(pod));
    }

    private static boolean isReady(Pod pod) {
        return pod.getStatus() != null
                && pod.getStatus().getConditions().stream()
                        .anyMatch(one -> "Ready".equals(one.getType()) && "True".equals(one.getStatus()));
    }

    private static boolean isScheduled(Pod pod) {
        return pod.getSpec() != null && pod.getSpec().getNodeName() != null;
    }

    private static String phase(Pod pod) {
        return pod.getStatus() == null ? null : pod.getStatus().getPhase();
    }

    /** The number at the end of the name; -1 for an adopted Pod without one. */
    private static int number(Pod pod) {
        Matcher matcher = NUMBER.matcher(pod.getMetadata().getName());
        return matcher.find() ? Integer.parseInt(matcher.group(1)) : -1;
    }
}
