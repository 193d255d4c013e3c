package io.hookline.local;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.cluster.Cluster;
import io.hookline.cluster.ClusterException;
import io.hookline.cluster.DeleteOptions;
import io.hookline.cluster.Patch;
import io.hookline.cluster.WriteOptions;
import io.hookline.object.GoJson;
import io.hookline.object.Json;
import java.io.IOException;

/** Answers what can be done to a Pod beside writing it: bind it to a node, evict it. Thread-safe. */
final class PodRequests {

    private final Cluster cluster;
    private final RequestObject bodies;

    PodRequests(Cluster cluster, RequestObject bodies) {
        this.cluster = cluster;
        this.bodies = bodies;
    }

    /** {@code POST pods/NAME/binding}, as a scheduler does. */
    void bind(ApiRequest request) throws IOException {
        String node = bodies.readOptions(request).at("/target/name").asText("");
        String bound = cluster.get(request.resource(), request.key())
                .tree()
                .at("/spec/nodeName")
                .asText("");
        if (!bound.isEmpty()) {
            String name = request.path().name();
            throw new ClusterException.Conflict("Operation cannot be fulfilled on pods/binding \"" + name + "\": pod "
                    + name + " is already assigned to node \"" + bound + "\"");
        }
        ObjectNode patch = Json.NODES.objectNode();
        patch.putObject("spec").put("nodeName", node);
        cluster.patch(
                request.resource(),
                request.key(),
                Patch.merge(GoJson.text(patch)),
                new WriteOptions("", RequestOptions.fieldManager(request), false, RequestOptions.isDryRun(request)));
        Reply.json(request.ctx(), 201, StatusBody.success(201));
    }

    /** {@code POST pods/NAME/eviction}: a deletion; disruption budgets are not looked at. */
    void evict(ApiRequest request) throws IOException {
        ObjectNode eviction = bodies.readOptions(request);
        ObjectNode options =
                eviction.path("deleteOptions") instanceof ObjectNode given ? given : Json.NODES.objectNode();
        DeleteOptions asked = RequestOptions.delete(request, options);
        cluster.delete(request.resource(), request.key(), asked);
        Reply.json(request.ctx(), 201, StatusBody.success(201));
    }
}
