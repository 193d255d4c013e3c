package io.hookline.local.http;

import io.hookline.cluster.Cluster;
import io.hookline.cluster.ClusterException;
import io.hookline.cluster.ListOptions;
import io.hookline.cluster.ObjectList;
import java.io.IOException;

/** Answers get and list. Thread-safe. */
final class ReadHandler {

    private final Cluster cluster;
    private final ContentNegotiation views;

    ReadHandler(Cluster cluster, ContentNegotiation views) {
        this.cluster = cluster;
        this.views = views;
    }

    /** One object. */
    void get(ApiRequest request) throws IOException {
        ResponseWriter view = views.of(request);
        Reply.object(request.ctx(), 200, view, cluster.get(request.resource(), request.key()));
    }

    /** A page of a collection. */
    void list(ApiRequest request) throws IOException {
        ResponseWriter view = views.of(request);
        ListOptions options = RequestOptions.list(request);
        ObjectList list = cluster.list(request.resource(), options);
        String match = request.param("resourceVersionMatch");
        if (!match.isEmpty() && options.resourceVersion().isEmpty()) {
            throw new ClusterException.Invalid("ListOptions.meta.k8s.io \"\" is invalid: resourceVersionMatch:"
                    + " Forbidden: resourceVersionMatch is forbidden unless resourceVersion is provided");
        }
        boolean otherState = !list.resourceVersion().equals(options.resourceVersion());
        if (match.equals("Exact") && options.continueToken().isEmpty() && otherState) {
            throw new ClusterException.Expired(
                    "The provided resource version is not the newest, and this server keeps no older states for lists.");
        }
        Reply.list(request.ctx(), view, list);
    }
}
