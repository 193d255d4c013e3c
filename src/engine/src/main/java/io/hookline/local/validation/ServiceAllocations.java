package io.hookline.local.validation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.cluster.ClusterException;
import io.hookline.local.machinery.ApiErrors;
import io.hookline.local.machinery.FieldError;
import io.hookline.local.store.ResourceTable.Stored;
import io.hookline.local.store.Storage;
import io.hookline.object.FieldPath;
import io.hookline.object.GroupVersionKind;
import io.hookline.object.Json;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Refuses addresses and node ports that another Service has. What a client left out is not checked: it gets free ones. A
 * dry run checks neither addresses nor the range of ports, as on a real server.
 */
public final class ServiceAllocations {

    private static final FieldPath SPEC = new FieldPath("spec");
    private static final String TAKEN = "provided port is already allocated";

    /** The range of node ports, which few clusters change. */
    public static final int FIRST_NODE_PORT = 30_000;

    public static final int LAST_NODE_PORT = 32_767;

    private final Storage storage;
    private final ObjectNode service;
    private final JsonNode spec;
    private final JsonNode before;
    private final boolean dryRun;

    /**
     * What a Service asks for.
     *
     * @param service as the client sent it, before what it left out is allocated
     * @param before its stored spec; missing if it is new
     */
    ServiceAllocations(Storage storage, ObjectNode service, JsonNode before, boolean dryRun) {
        this.storage = storage;
        this.service = service;
        this.spec = service.path("spec");
        this.before = before;
        this.dryRun = dryRun;
    }

    /** Refuses the Service if something that it asks for cannot be allocated. */
    void require() {
        if (!dryRun) {
            requireAddress();
        }
        if (List.of("LoadBalancer", "NodePort").contains(spec.path("type").asText())) {
            requireNodePorts();
        }
        if (ServiceRules.isHealthChecked(spec)) {
            requireHealthPort();
        }
    }

    private void requireAddress() {
        JsonNode address = spec.path("clusterIP");
        String text = address.asText();
        if (text.isEmpty()
                || text.equals("None")
                || spec.path("type").asText().equals("ExternalName")
                || text.equals(before.path("clusterIP").asText())) {
            return;
        }
        for (Stored stored : storage.table("services").objects().values()) {
            byte[] other = stored.object().field("spec");
            if (other != null && Json.parse(other).path("clusterIP").asText().equals(text)) {
                throw invalid(FieldError.invalid(
                        SPEC.field("clusterIPs"),
                        Json.NODES.arrayNode().add(address),
                        "failed to allocate IP " + text + ": provided IP is already allocated"));
            }
        }
    }

    private void requireNodePorts() {
        Map<Integer, Integer> allocated = new HashMap<>(); // node ports by ports, which protocols share
        for (int i = 0; i < spec.path("ports").size(); i++) {
            JsonNode port = spec.path("ports").get(i);
            int nodePort = port.path("nodePort").asInt();
            int number = port.path("port").asInt();
            if (nodePort == 0 || nodePort == allocated.getOrDefault(number, 0)) {
                continue;
            }
            Optional<String> problem = allocated.containsValue(nodePort) ? Optional.of(TAKEN) : problem(nodePort);
            if (problem.isPresent()) {
                throw invalid(FieldError.invalid(
                        SPEC.field("ports").index(i).field("nodePort"), port.path("nodePort"), problem.get()));
            }
            allocated.put(number, nodePort);
        }
    }

    private void requireHealthPort() {
        int port = spec.path("healthCheckNodePort").asInt();
        Optional<String> problem = port == 0 ? Optional.empty() : problem(port);
        if (problem.isPresent()) {
            throw new ClusterException.Unavailable(
                    500,
                    "Internal error occurred: failed to allocate requested HealthCheck NodePort " + port + ": "
                            + problem.get());
        }
    }

    /** Why a node port that the Service did not have cannot be allocated. */
    private Optional<String> problem(int port) {
        if (nodePorts(before).contains(port)) {
            return Optional.empty();
        }
        if (!dryRun && (port < FIRST_NODE_PORT || port > LAST_NODE_PORT)) {
            return Optional.of("provided port is not in the valid range. The range of valid ports is " + FIRST_NODE_PORT
                    + "-" + LAST_NODE_PORT);
        }
        return takenNodePorts(storage).contains(port) ? Optional.of(TAKEN) : Optional.empty();
    }

    /** The node ports of all Services. */
    public static Set<Integer> takenNodePorts(Storage storage) {
        Set<Integer> ports = new HashSet<>();
        for (Stored stored : storage.table("services").objects().values()) {
            ports.addAll(nodePorts(stored.object().tree().path("spec")));
        }
        return ports;
    }

    /** The node ports in the spec of a Service; 0 among them if one is missing. */
    public static Set<Integer> nodePorts(JsonNode spec) {
        Set<Integer> ports = new HashSet<>();
        spec.path("ports").forEach(port -> ports.add(port.path("nodePort").asInt()));
        ports.add(spec.path("healthCheckNodePort").asInt());
        return ports;
    }

    private ClusterException invalid(FieldError error) {
        return ApiErrors.invalid(
                GroupVersionKind.of("v1", "Service"),
                service.path("metadata").path("name").asText(),
                List.of(error));
    }
}
