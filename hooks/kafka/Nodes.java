import io.hookline.hook.Sync;
import io.hookline.object.KubeObject;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Which numbers the nodes of each pool have. The numbers are in the names of the children, so that no other memory is needed:
 *
 * <ul>
 *   <li>A node exists as long as its ConfigMap or its Pod does. The ConfigMap comes first and so reserves the number.
 *   <li>A number with only a volume claim left is that of a removed node. It is not used again, because a new node must not find
 *       the data of another one.
 *   <li>A pool that shrinks removes its nodes with the highest numbers.
 * </ul>
 */
record Nodes(Map<String, List<Integer>> byPool, Set<String> reserved) {

    static Nodes of(Sync<Kafka> in, List<NodePool> pools) {
        Set<Integer> taken = new HashSet<>();
        Set<String> reserved = new HashSet<>();
        Map<String, TreeSet<Integer>> existing = new TreeMap<>();
        for (KubeObject child : in.children()) {
            String pool = child.labels().get("strimzi.io/pool-name");
            if (pool != null) {
                int id = Integer.parseInt(child.name().substring(child.name().lastIndexOf('-') + 1));
                taken.add(id);
                if (!child.isBeingDeleted() && !child.kind().equals("PersistentVolumeClaim")) {
                    existing.computeIfAbsent(pool, _ -> new TreeSet<>()).add(id);
                    reserved.add(child.name());
                }
            }
        }
        Map<String, List<Integer>> nodes = new TreeMap<>();
        for (NodePool pool : pools) {
            List<Integer> ids = new ArrayList<>(existing.getOrDefault(pool.name(), new TreeSet<>()).stream()
                    .limit(pool.spec().replicas())
                    .toList());
            for (int id = 0; ids.size() < pool.spec().replicas(); id++) {
                if (taken.add(id)) {
                    ids.add(id);
                }
            }
            nodes.put(pool.name(), ids);
        }
        return new Nodes(nodes, reserved);
    }

    /** Whether the number of a node is reserved, so that it may have its claims and its Pod. */
    boolean isReserved(Node node) {
        return reserved.contains(node.name());
    }
}
