import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.hookline.hook.Parent;
import java.util.ArrayList;
import java.util.List;

/**
 * A datacenter of a Cassandra cluster.
 *
 * @param status of the last sync; null before the first
 */
record Datacenter(ObjectMeta metadata, Spec spec, Status status) implements Parent {

    record Spec(
            String clusterName,
            String serverVersion,
            int size,
            List<RackName> racks,
            StorageConfig storageConfig,
            JsonNode config,
            boolean stopped) {}

    record RackName(String name) {}

    record StorageConfig(JsonNode cassandraDataVolumeClaimSpec) {}

    record Status(String cassandraOperatorProgress, int readyNodes, List<Condition> conditions) {}

    /** A rack with its share of the nodes. The template of the StatefulSet reads these fields. */
    record Rack(
            String name,
            String cluster,
            String datacenter,
            String rack,
            String seed,
            int nodes,
            String version,
            String config,
            JsonNode claim) {}

    /** The racks. If the nodes cannot be divided evenly, the first racks have one more. */
    List<Rack> racks() {
        List<Rack> racks = new ArrayList<>();
        int count = spec.racks().size();
        for (int i = 0; i < count; i++) {
            String rack = spec.racks().get(i).name();
            int share = spec.size() / count + (i < spec.size() % count ? 1 : 0);
            racks.add(new Rack(
                    String.join("-", spec.clusterName(), name(), rack, "sts"),
                    spec.clusterName(),
                    name(),
                    rack,
                    Boolean.toString(i == 0),
                    spec.stopped() ? 0 : share,
                    spec.serverVersion(),
                    spec.config().toString(),
                    spec.storageConfig().cassandraDataVolumeClaimSpec()));
        }
        return racks;
    }
}
