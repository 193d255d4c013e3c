import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.hookline.hook.Parent;
import java.util.List;
import java.util.Map;

/**
 * A cluster of Kafka.
 *
 * @param status of the last sync; null before the first
 */
record Kafka(ObjectMeta metadata, Spec spec, Status status) implements Parent {

    record Spec(KafkaSpec kafka) {}

    record KafkaSpec(String version, List<Listener> listeners, Map<String, JsonNode> config) {}

    /** A port for clients. */
    record Listener(String name, int port, String type, boolean tls) {
        String protocol() {
            return tls ? "SSL" : "PLAINTEXT";
        }
    }

    record Status(
            int nodes,
            int readyNodes,
            List<PoolStatus> nodePools,
            List<ListenerStatus> listeners,
            List<Condition> conditions) {}

    record PoolStatus(String name, List<Integer> nodeIds) {}

    record ListenerStatus(String name, String bootstrapServers) {}
}
