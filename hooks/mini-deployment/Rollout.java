import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The next step of a rollout: the desired Pods of each MiniReplicaSet. It depends only on what is observed, so a rollout can be
 * changed or taken back at any time, and needs no memory.
 *
 * @param current of the MiniReplicaSet of the current template
 * @param byName of the others
 */
record Rollout(int current, Map<String, Integer> byName) {

    /**
     * Decides the next step.
     *
     * @param former the MiniReplicaSets of former templates, the oldest first
     */
    static Rollout next(MiniDeployment.Spec spec, MiniReplicaSet current, List<MiniReplicaSet> former) {
        return new Rollout(more(spec, current, former), fewer(spec, current, former));
    }

    int former(MiniReplicaSet set) {
        return byName.getOrDefault(set.name(), 0);
    }

    /** As many new Pods as the limit allows. Pods that are about to be deleted count until they are. */
    private static int more(MiniDeployment.Spec spec, MiniReplicaSet current, List<MiniReplicaSet> former) {
        int others = former.stream()
                .mapToInt(set -> Math.max(set.desired(), set.replicas()))
                .sum();
        int room = Math.max(0, spec.replicas() + spec.maxSurge() - others - current.desired());
        return Math.min(spec.replicas(), current.desired() + room);
    }

    /** Old Pods that are not ready are deleted at once, ready ones only if enough others are ready. */
    private static Map<String, Integer> fewer(
            MiniDeployment.Spec spec, MiniReplicaSet current, List<MiniReplicaSet> former) {
        int ready = current.ready()
                + former.stream().mapToInt(MiniReplicaSet::ready).sum();
        int spare = Math.max(0, ready - (spec.replicas() - spec.maxUnavailable()));
        Map<String, Integer> byName = new HashMap<>();
        for (MiniReplicaSet set : former) {
            int deleted = Math.min(set.ready(), spare);
            spare -= deleted;
            byName.put(set.name(), set.ready() - deleted);
        }
        return byName;
    }
}
