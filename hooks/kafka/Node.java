import io.fabric8.kubernetes.api.model.ContainerPort;
import io.fabric8.kubernetes.api.model.ContainerPortBuilder;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeBuilder;
import io.fabric8.kubernetes.api.model.VolumeMount;
import io.fabric8.kubernetes.api.model.VolumeMountBuilder;
import io.hookline.hook.Hash;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** A node of a cluster. The templates of its objects read these fields, so that the roles are texts, as in labels. */
record Node(
        String cluster,
        String pool,
        int id,
        String name,
        String isController,
        String isBroker,
        String image,
        IntOrString readyPort,
        String properties,
        String configHash,
        List<ContainerPort> ports,
        List<Volume> volumes,
        List<VolumeMount> mounts) {

    /** A volume claim of a node. */
    record Claim(String cluster, String pool, String name, String size) {}

    static Node of(Kafka kafka, NodePool pool, int id) {
        String name = String.join("-", kafka.name(), pool.name(), Integer.toString(id));
        String properties = properties(kafka, pool, id, name);
        List<Volume> volumes = new ArrayList<>();
        List<VolumeMount> mounts = new ArrayList<>();
        for (NodePool.Volume volume : pool.spec().storage().volumes()) {
            String disk = "data-" + volume.id();
            volumes.add(new VolumeBuilder()
                    .withName(disk)
                    .withNewPersistentVolumeClaim(disk + "-" + name, false)
                    .build());
            mounts.add(new VolumeMountBuilder()
                    .withName(disk)
                    .withMountPath("/var/lib/kafka/" + disk)
                    .build());
        }
        volumes.add(new VolumeBuilder()
                .withName("config")
                .withNewConfigMap()
                .withName(name)
                .endConfigMap()
                .build());
        mounts.add(new VolumeMountBuilder()
                .withName("config")
                .withMountPath("/mnt/shared/config") // where the image looks for server.properties
                .withReadOnly(true)
                .build());
        return new Node(
                kafka.name(),
                pool.name(),
                id,
                name,
                Boolean.toString(pool.spec().roles().contains("controller")),
                Boolean.toString(pool.spec().roles().contains("broker")),
                "docker.io/apache/kafka:" + kafka.spec().kafka().version(),
                new IntOrString(pool.spec().roles().contains("broker") ? "replication" : "controllers"),
                properties,
                Hash.of(properties).text(),
                ports(kafka),
                volumes,
                mounts);
    }

    List<Claim> claims(NodePool of) {
        return of.spec().storage().volumes().stream()
                .map(volume -> new Claim(cluster, pool, "data-" + volume.id() + "-" + name, volume.size()))
                .toList();
    }

    private static List<ContainerPort> ports(Kafka kafka) {
        List<ContainerPort> ports = new ArrayList<>(List.of(port("controllers", 9090), port("replication", 9091)));
        kafka.spec().kafka().listeners().forEach(one -> ports.add(port(one.name(), one.port())));
        return ports;
    }

    private static ContainerPort port(String name, int number) {
        return new ContainerPortBuilder()
                .withName(name)
                .withContainerPort(number)
                .build();
    }

    /** What the user configures, and what the controller decides, which wins. It does not depend on the other nodes. */
    private static String properties(Kafka kafka, NodePool pool, int id, String name) {
        String brokers = kafka.name() + "-kafka-brokers." + kafka.namespace() + ".svc";
        Map<String, String> addresses = new TreeMap<>();
        Map<String, String> protocols = new TreeMap<>(Map.of("CONTROLLERS", "SSL", "REPLICATION", "SSL"));
        if (pool.spec().roles().contains("controller")) {
            addresses.put("CONTROLLERS", name + "." + brokers + ":9090");
        }
        if (pool.spec().roles().contains("broker")) {
            addresses.put("REPLICATION", name + "." + brokers + ":9091");
            for (Kafka.Listener one : kafka.spec().kafka().listeners()) {
                addresses.put(one.name().toUpperCase(Locale.ROOT), name + "." + brokers + ":" + one.port());
                protocols.put(one.name().toUpperCase(Locale.ROOT), one.protocol());
            }
        }
        Map<String, String> all = new TreeMap<>();
        kafka.spec().kafka().config().forEach((option, value) -> all.put(option, value.asText()));
        all.put("node.id", Integer.toString(id));
        all.put("process.roles", String.join(",", pool.spec().roles()));
        all.put("controller.listener.names", "CONTROLLERS");
        all.put("controller.quorum.bootstrap.servers", brokers + ":9090");
        all.put("inter.broker.listener.name", "REPLICATION");
        all.put("listeners", joined(addresses, "://"));
        all.put("listener.security.protocol.map", joined(protocols, ":"));
        all.put(
                "log.dirs",
                pool.spec().storage().volumes().stream()
                        .map(volume -> "/var/lib/kafka/data-" + volume.id() + "/log")
                        .collect(Collectors.joining(",")));
        return all.entrySet().stream().map(one -> one + "\n").collect(Collectors.joining());
    }

    private static String joined(Map<String, String> values, String separator) {
        return values.entrySet().stream()
                .map(one -> one.getKey() + separator + one.getValue())
                .collect(Collectors.joining(","));
    }
}
