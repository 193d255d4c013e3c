package io.hookline.local.http;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.cluster.DeleteOptions;
import io.hookline.local.LocalCluster;
import io.hookline.object.Json;
import java.io.IOException;

/** Answers what can be done to a Pod beside writing it: evict it. Thread-safe. */
final class PodHandler {

    private final LocalCluster cluster;
    private final RequestBodyReader bodies;

    PodHandler(LocalCluster cluster, RequestBodyReader bodies) {
        this.cluster = cluster;
        this.bodies = bodies;
    }

    /** {@code POST pods/NAME/eviction}: a deletion; disruption budgets are not looked at. */
    void evict(ApiRequest request) throws IOException {
        ObjectNode eviction = bodies.readOptions(request);
        ObjectNode options =
                eviction.path("deleteOptions") instanceof ObjectNode given ? given : Json.NODES.objectNode();
        DeleteOptions asked = RequestOptions.delete(request, options);
        cluster.delete(request.resource(), request.key(), asked);
        Reply.json(request.ctx(), 201, StatusDocument.success(201));
    }
}
