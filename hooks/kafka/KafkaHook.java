import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServicePort;
import io.fabric8.kubernetes.api.model.ServicePortBuilder;
import io.hookline.hook.Answer;
import io.hookline.hook.ChildTemplate;
import io.hookline.hook.Conditions;
import io.hookline.hook.CustomizeHook;
import io.hookline.hook.RelatedRule;
import io.hookline.hook.Sync;
import io.hookline.hook.SyncHook;
import io.hookline.object.KubeObject;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Runs a cluster of Kafka, whose nodes are in pools.
 *
 * <p>During a rolling update, the watcher calls this hook once for each revision of {@code spec.kafka} and chooses for each Pod the
 * answer of one revision. So which Pods the answer lists depends on pools and children alone. The watcher also adds the conditions
 * {@code Updated} and {@code RolloutProgressing} to the status.
 */
public final class KafkaHook implements SyncHook<Kafka>, CustomizeHook<Kafka> {

    private static final String CLUSTER = "strimzi.io/cluster";

    private final ChildTemplate<Node, ConfigMap> config =
            ChildTemplate.file("config.yaml", Node.class, ConfigMap.class);
    private final ChildTemplate<Node, Pod> pod = ChildTemplate.file("pod.yaml", Node.class, Pod.class);
    private final ChildTemplate<Node.Claim, PersistentVolumeClaim> claim =
            ChildTemplate.file("claim.yaml", Node.Claim.class, PersistentVolumeClaim.class);
    private final ChildTemplate<Access, Service> bootstrap =
            ChildTemplate.file("bootstrap.yaml", Access.class, Service.class);
    private final ChildTemplate<Kafka, Service> brokers =
            ChildTemplate.file("brokers.yaml", Kafka.class, Service.class);
    private final Authorities authorities = new Authorities();

    /** What the template of the Service for clients reads. */
    record Access(String cluster, List<ServicePort> ports) {}

    @Override
    public List<RelatedRule> customize(Kafka kafka) {
        return List.of(RelatedRule.of("kafka.strimzi.io/v1", "kafkanodepools")
                .inNamespace(kafka.namespace())
                .labelled(CLUSTER, kafka.name()));
    }

    @Override
    public Answer sync(Sync<Kafka> in) {
        List<NodePool> pools = in.related(NodePool.class);
        Nodes numbers = Nodes.of(in, pools);
        List<Node> nodes = new ArrayList<>();
        Answer answer = Answer.of(bootstrap.fill(access(in.parent())), brokers.fill(in.parent()))
                .children(authorities.secrets(in));
        Set<String> claims = new HashSet<>();
        for (KubeObject old : in.children("v1", "PersistentVolumeClaim")) {
            claims.add(old.name());
            // Also those of removed nodes: data is deleted with the Kafka only.
            answer = answer.child(in.unchanged(old));
        }
        for (NodePool pool : pools) {
            for (int id : numbers.byPool().get(pool.name())) {
                Node node = Node.of(in.parent(), pool, id);
                answer = answer.child(config.fill(node));
                if (numbers.isReserved(node)) {
                    for (Node.Claim volume : node.claims(pool)) {
                        answer = claims.contains(volume.name()) ? answer : answer.child(claim.fill(volume));
                    }
                }
                nodes.add(node);
            }
        }
        nodes.sort(Comparator.comparing(Node::isController).reversed().thenComparing(Node::id)); // controllers first
        for (Node node : nodes) {
            if (numbers.isReserved(node) && !hasEnded(in, node)) {
                answer = answer.child(pod.fill(node));
            }
        }
        return answer.status(status(in, pools, numbers, nodes));
    }

    /** Such a Pod is not listed, so that it is deleted and then created again. */
    private static boolean hasEnded(Sync<Kafka> in, Node node) {
        return in.child(Pod.class, node.name())
                .filter(pod -> pod.getStatus() != null
                        && Set.of("Succeeded", "Failed")
                                .contains(pod.getStatus().getPhase()))
                .isPresent();
    }

    private static boolean isReady(Sync<Kafka> in, Node node) {
        return in.child(Pod.class, node.name())
                .filter(pod -> pod.getStatus() != null
                        && pod.getStatus().getConditions().stream()
                                .anyMatch(one -> one.getType().equals("Ready")
                                        && one.getStatus().equals("True")))
                .isPresent();
    }

    private static Kafka.Status status(Sync<Kafka> in, List<NodePool> pools, Nodes numbers, List<Node> nodes) {
        Kafka kafka = in.parent();
        int ready = (int) nodes.stream().filter(node -> isReady(in, node)).count();
        boolean all = !nodes.isEmpty() && ready == nodes.size();
        Conditions conditions = pools.isEmpty()
                ? Conditions.of(in)
                        .set(
                                "Ready",
                                false,
                                "NoNodePools",
                                "No KafkaNodePool has the label " + CLUSTER + "=" + kafka.name())
                : Conditions.of(in)
                        .set(
                                "Ready",
                                all,
                                all ? "NodesReady" : "NodesNotReady",
                                ready + " of " + nodes.size() + " nodes are ready");
        return new Kafka.Status(
                nodes.size(),
                ready,
                pools.stream()
                        .map(pool -> new Kafka.PoolStatus(
                                pool.name(), numbers.byPool().get(pool.name())))
                        .toList(),
                kafka.spec().kafka().listeners().stream()
                        .map(one -> new Kafka.ListenerStatus(
                                one.name(),
                                "%s-kafka-bootstrap.%s.svc:%d".formatted(kafka.name(), kafka.namespace(), one.port())))
                        .toList(),
                conditions.list());
    }

    private static Access access(Kafka kafka) {
        List<ServicePort> ports = kafka.spec().kafka().listeners().stream()
                .map(one -> new ServicePortBuilder()
                        .withName(one.name())
                        .withPort(one.port())
                        .withNewTargetPort(one.name())
                        .build())
                .toList();
        return new Access(kafka.name(), ports);
    }
}
