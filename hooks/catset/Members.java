import io.fabric8.kubernetes.api.model.Pod;
import io.hookline.hook.Sync;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;

/** The observed Pods of a CatSet by ordinal. Adopted Pods with other names are no members, and the answer never lists them. */
record Members(NavigableMap<Integer, Pod> pods) {

    static Members of(Sync<CatSet> in) {
        String prefix = in.parent().name() + "-";
        NavigableMap<Integer, Pod> pods = new TreeMap<>();
        for (Pod pod : in.children(Pod.class)) {
            String name = pod.getMetadata().getName();
            if (name.startsWith(prefix) && name.substring(prefix.length()).matches("0|[1-9][0-9]{0,5}")) {
                pods.put(Integer.parseInt(name.substring(prefix.length())), pod);
            }
        }
        return new Members(pods);
    }

    /**
     * The Pods that should run now, in ascending order. A Pod that exists is always among them; a new one only if all Pods before
     * it are ready. A Pod that has ended is not, so that it is deleted and then created again.
     */
    List<Integer> running(int replicas) {
        List<Integer> running = new ArrayList<>();
        boolean othersAreReady = true;
        for (int ordinal = 0; ordinal < replicas; ordinal++) {
            Pod pod = pods.get(ordinal);
            if (pod == null ? othersAreReady : !hasEnded(pod)) {
                running.add(ordinal);
            }
            othersAreReady &= isReady(pod);
        }
        return running;
    }

    /** The Pods above the number of replicas to keep for now, in ascending order: all but the highest, which is deleted. */
    List<Integer> surplus(int replicas) {
        List<Integer> surplus = new ArrayList<>(pods.tailMap(replicas).keySet());
        if (!surplus.isEmpty()) {
            surplus.removeLast();
        }
        return surplus;
    }

    int count() {
        return pods.size();
    }

    int ready() {
        return (int) pods.values().stream().filter(Members::isReady).count();
    }

    private static boolean isReady(Pod pod) {
        return pod != null
                && pod.getMetadata().getDeletionTimestamp() == null
                && "Running".equals(phase(pod))
                && pod.getStatus().getConditions().stream()
                        .anyMatch(one -> "Ready".equals(one.getType()) && "True".equals(one.getStatus()));
    }

    private static boolean hasEnded(Pod pod) {
        return "Succeeded".equals(phase(pod)) || "Failed".equals(phase(pod));
    }

    private static String phase(Pod pod) {
        return pod.getStatus() == null ? null : pod.getStatus().getPhase();
    }
}
