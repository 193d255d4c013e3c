package io.hookline.local.defaults;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.cluster.ClusterException;
import io.hookline.local.machinery.ObjectTrees;
import io.hookline.local.store.ResourceTable.Stored;
import io.hookline.local.store.Storage;
import io.hookline.local.validation.ServiceAllocations;
import io.hookline.object.Json;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/** Defaults of Services; allocates IP addresses and node ports. */
public final class ServiceDefaults {

    private static final long AFFINITY_SECONDS = 10_800;

    /** Lower ports are left to clients that ask for one, as long as others are free. */
    private static final int FIRST_ALLOCATED_PORT = 30_086;

    private final Storage storage;
    private final RandomGenerator random;

    public ServiceDefaults(Storage storage, RandomGenerator random) {
        this.storage = storage;
        this.random = random;
    }

    void complete(ObjectNode tree) {
        ObjectNode spec = ObjectTrees.object(tree, "spec");
        ObjectTrees.fallback(spec, "type", "ClusterIP");
        ObjectTrees.fallback(spec, "sessionAffinity", "None");
        affinity(spec);
        String type = spec.path("type").asText();
        if (type.equals("LoadBalancer") && !spec.has("allocateLoadBalancerNodePorts")) {
            spec.put("allocateLoadBalancerNodePorts", true);
        }
        boolean onNodes = isOnNodes(spec);
        for (ObjectNode port : BuiltInDefaults.objects(spec.path("ports"))) {
            port(port, onNodes, spec);
        }
        if (isExternalName(spec)) {
            spec.remove("internalTrafficPolicy");
        } else {
            address(spec);
            ObjectTrees.fallback(spec, "internalTrafficPolicy", "Cluster");
            if (isExternal(spec)) {
                ObjectTrees.fallback(spec, "externalTrafficPolicy", "Cluster");
            }
        }
        if (isHealthChecked(spec) && spec.path("healthCheckNodePort").asLong() == 0) {
            spec.put("healthCheckNodePort", freeNodePort(spec));
        }
        ObjectTrees.object(ObjectTrees.object(tree, "status"), "loadBalancer");
    }

    private static boolean isHealthChecked(ObjectNode spec) {
        return spec.path("type").asText().equals("LoadBalancer")
                && spec.path("externalTrafficPolicy").asText().equals("Local");
    }

    /** Whether each port gets a node port. */
    private static boolean isOnNodes(ObjectNode spec) {
        return switch (spec.path("type").asText()) {
            case "NodePort" -> true;
            case "LoadBalancer" -> spec.path("allocateLoadBalancerNodePorts").asBoolean(true);
            default -> false;
        };
    }

    private static boolean isExternal(ObjectNode spec) {
        return switch (spec.path("type").asText("ClusterIP")) {
            case "LoadBalancer", "NodePort" -> true;
            case "ClusterIP" -> !spec.path("externalIPs").isEmpty();
            default -> false;
        };
    }

    private static void affinity(ObjectNode spec) {
        if (spec.path("sessionAffinity").asText().equals("None")) {
            spec.remove("sessionAffinityConfig");
        } else if (spec.path("sessionAffinity").asText().equals("ClientIP")
                && !spec.at("/sessionAffinityConfig/clientIP/timeoutSeconds").isNumber()) {
            spec.putObject("sessionAffinityConfig").putObject("clientIP").put("timeoutSeconds", AFFINITY_SECONDS);
        }
    }

    /** Keeps addresses and node ports in an update, unless the new type has none. */
    static void inherit(ObjectNode spec, ObjectNode before) {
        String type = spec.path("type").asText("ClusterIP");
        inheritAddress(spec, before);
        drop(spec, before);
        if (!type.equals("NodePort") && !type.equals("LoadBalancer")) {
            return;
        }
        if (isHealthChecked(spec) && isHealthChecked(before) && !spec.has("healthCheckNodePort")) {
            ObjectTrees.carry(spec, before, "healthCheckNodePort");
        }
        if (!isOnNodes(spec)) {
            return;
        }
        for (JsonNode port : spec.path("ports")) {
            for (JsonNode old : before.path("ports")) {
                if (port instanceof ObjectNode object
                        && !port.has("nodePort")
                        && old.has("nodePort")
                        && old.path("port").equals(port.path("port"))) {
                    object.set("nodePort", old.get("nodePort"));
                }
            }
        }
    }

    private static void inheritAddress(ObjectNode spec, ObjectNode before) {
        String address = spec.path("clusterIP").asText();
        String old = before.path("clusterIP").asText();
        if (spec.path("clusterIPs").isEmpty() && address.equals(old)) { // the client knows only the one
            ObjectTrees.carry(spec, before, "clusterIPs");
        } else if (!old.isEmpty()
                && !address.equals(old)
                && spec.path("clusterIPs").equals(before.path("clusterIPs"))) {
            spec.remove("clusterIPs");
            if (!address.isEmpty()) {
                spec.putArray("clusterIPs").add(address);
            }
        }
        if (isExternalName(spec)) {
            if (!isExternalName(before) && spec.path("clusterIPs").equals(before.path("clusterIPs"))) {
                spec.remove(List.of("clusterIP", "clusterIPs"));
            }
            List.of("ipFamilies", "ipFamilyPolicy").forEach(field -> dropSame(spec, before, field));
            return;
        }
        if (address.isEmpty()) {
            ObjectTrees.carry(spec, before, "clusterIP");
        }
        if (spec.path("clusterIPs").isEmpty() && spec.path("clusterIP").asText().equals(old)) {
            ObjectTrees.carry(spec, before, "clusterIPs");
        }
        if (!spec.hasNonNull("ipFamilyPolicy")) {
            ObjectTrees.carry(spec, before, "ipFamilyPolicy");
        }
    }

    private static boolean isExternalName(ObjectNode spec) {
        return spec.path("type").asText().equals("ExternalName");
    }

    /** Removes what the new type cannot have, if the client left it as it was. */
    private static void drop(ObjectNode spec, ObjectNode before) {
        String type = spec.path("type").asText("ClusterIP");
        if (!type.equals("LoadBalancer")) {
            dropSame(spec, before, "allocateLoadBalancerNodePorts");
            dropSame(spec, before, "loadBalancerClass");
            if (!type.equals("NodePort")) {
                List<ObjectNode> old = BuiltInDefaults.objects(before.path("ports"));
                for (ObjectNode port : BuiltInDefaults.objects(spec.path("ports"))) {
                    old.forEach(each -> dropSame(port, each, "nodePort"));
                }
            }
        }
        if (!isHealthChecked(spec)) {
            dropSame(spec, before, "healthCheckNodePort");
        }
        if (!isExternal(spec)) {
            dropSame(spec, before, "externalTrafficPolicy");
        }
    }

    private static void dropSame(ObjectNode tree, ObjectNode before, String field) {
        if (tree.has(field) && tree.path(field).equals(before.path(field))) {
            tree.remove(field);
        }
    }

    private void port(ObjectNode port, boolean onNodes, ObjectNode spec) {
        ObjectTrees.fallback(port, "protocol", "TCP");
        String target = port.path("targetPort").asText();
        if (target.isEmpty() || target.equals("0")) {
            port.set("targetPort", port.has("port") ? port.get("port") : Json.NODES.numberNode(0L));
        }
        if (port.path("nodePort").asLong() == 0) {
            port.remove("nodePort");
            if (onNodes) {
                port.put("nodePort", sharedNodePort(port, spec).orElseGet(() -> freeNodePort(spec)));
            }
        }
    }

    private void address(ObjectNode spec) {
        if (spec.path("clusterIP").asText().isEmpty() && spec.path("clusterIPs").isEmpty()) {
            spec.put(
                    "clusterIP",
                    freeAddress(spec.path("ipFamilies").path(0).asText().equals("IPv6")));
        }
        if (spec.path("clusterIPs").isEmpty()) {
            spec.putArray("clusterIPs").add(spec.path("clusterIP"));
        }
        boolean anyFamily = spec.path("clusterIP").asText().equals("None")
                && spec.path("clusterIPs").size() == 1
                && spec.path("selector").isEmpty();
        ObjectTrees.fallback(spec, "ipFamilyPolicy", anyFamily ? "RequireDualStack" : "SingleStack");
        ArrayNode families = spec.path("ipFamilies") instanceof ArrayNode given && !given.isEmpty()
                ? given
                : spec.putArray("ipFamilies")
                        .add(spec.at("/clusterIPs/0").asText().contains(":") ? "IPv6" : "IPv4");
        if (anyFamily
                && families.size() == 1
                && !spec.path("ipFamilyPolicy").asText().equals("SingleStack")) {
            families.add(families.path(0).asText().equals("IPv4") ? "IPv6" : "IPv4");
        }
    }

    private String freeAddress(boolean six) {
        Set<String> taken = new HashSet<>(Set.of("10.96.0.1"));
        for (Stored service : storage.table("services").objects().values()) {
            byte[] spec = service.object().field("spec");
            if (spec != null) {
                taken.add(Json.parse(spec).path("clusterIP").asText());
            }
        }
        String address;
        do {
            address = six
                    ? "fd00:10:96::" + Integer.toHexString(random.nextInt(1, 1 << 16))
                    : "10.96." + random.nextInt(256) + "." + random.nextInt(1, 255);
        } while (taken.contains(address));
        return address;
    }

    /** The node port of the same port with another protocol. */
    private static Optional<Integer> sharedNodePort(ObjectNode port, ObjectNode spec) {
        return BuiltInDefaults.objects(spec.path("ports")).stream()
                .filter(other -> other.path("port").equals(port.path("port")))
                .map(other -> other.path("nodePort").asInt())
                .filter(nodePort -> nodePort != 0)
                .findFirst();
    }

    private int freeNodePort(ObjectNode spec) {
        Set<Integer> taken = ServiceAllocations.takenNodePorts(storage);
        taken.addAll(ServiceAllocations.nodePorts(spec));
        return freePort(FIRST_ALLOCATED_PORT, ServiceAllocations.LAST_NODE_PORT, taken)
                .or(() -> freePort(ServiceAllocations.FIRST_NODE_PORT, FIRST_ALLOCATED_PORT - 1, taken))
                .orElseThrow(
                        () -> new ClusterException.Unavailable(500, "failed to allocate a nodePort: range is full"));
    }

    private Optional<Integer> freePort(int first, int last, Set<Integer> taken) {
        int[] free = IntStream.rangeClosed(first, last)
                .filter(port -> !taken.contains(port))
                .toArray();
        return free.length == 0 ? Optional.empty() : Optional.of(free[random.nextInt(free.length)]);
    }
}
