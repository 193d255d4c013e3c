package io.hookline.local.http;

import io.hookline.cluster.Cluster;
import io.hookline.cluster.ClusterException;
import io.hookline.cluster.ListOptions;
import io.hookline.cluster.ObjectList;
import java.io.IOException;

/** Handles get and list. Thread-safe. */
final class ReadHandler {

    private final Cluster cluster;
    private final ContentNegotiation negotiation;

    ReadHandler(Cluster cluster, ContentNegotiation negotiation) {
        this.cluster = cluster;
        this.negotiation = negotiation;
    }

    /** Returns one object. */
    void get(ApiRequest request) throws IOException {
        ResponseWriter writer = negotiation.of(request);
        Reply.object(request.ctx(), 200, writer, cluster.get(request.resource(), request.key()));
    }

    /** Returns a page of a collection. */
    void list(ApiRequest request) throws IOException {
        ResponseWriter writer = negotiation.of(request);
        ListOptions options = RequestOptions.list(request);
        ObjectList list = cluster.list(request.resource(), options);
        String match = request.param("resourceVersionMatch");
        if (!match.isEmpty() && options.resourceVersion().isEmpty()) {
            throw new ClusterException.Invalid("ListOptions.meta.k8s.io \"\" is invalid: resourceVersionMatch:"
                    + " Forbidden: resourceVersionMatch is forbidden unless resourceVersion is provided");
        }
        boolean otherRevision = !list.resourceVersion().equals(options.resourceVersion());
        if (match.equals("Exact") && options.continueToken().isEmpty() && otherRevision) {
            throw new ClusterException.Expired(
                    "The provided resource version is not the newest, and this server keeps no older states for lists.");
        }
        Reply.list(request.ctx(), writer, list);
    }
}
