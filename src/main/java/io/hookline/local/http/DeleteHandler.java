package io.hookline.local.http;

import io.hookline.cluster.DeleteOptions;
import io.hookline.cluster.ObjectList;
import io.hookline.local.LocalCluster;
import io.hookline.object.KubeObject;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** Handles delete and deletecollection. Thread-safe. */
final class DeleteHandler {

    private final LocalCluster cluster;
    private final ContentNegotiation negotiation;
    private final RequestBodyReader bodies;

    DeleteHandler(LocalCluster cluster, ContentNegotiation negotiation, RequestBodyReader bodies) {
        this.cluster = cluster;
        this.negotiation = negotiation;
        this.bodies = bodies;
    }

    /**
     * Deletes one object. Returns the object if it waits for finalizers or a grace period, a Status if it was removed.
     */
    void delete(ApiRequest request) throws IOException {
        ResponseWriter writer = negotiation.of(request);
        DeleteOptions options = RequestOptions.delete(request, bodies.readOptions(request));
        // Clients wait until the object with the returned uid is deleted.
        String uid = cluster.get(request.resource(), request.key()).uid();
        Optional<KubeObject> remaining = cluster.delete(request.resource(), request.key(), options);
        if (remaining.isPresent()) {
            Reply.object(request.ctx(), 200, writer, remaining.get());
        } else {
            Reply.json(
                    request.ctx(),
                    200,
                    StatusDocument.deleted(request.path(), request.path().name(), uid));
        }
    }

    /** Deletes all objects that match the selectors, and returns them. */
    void deleteCollection(ApiRequest request) throws IOException {
        ResponseWriter writer = negotiation.of(request);
        DeleteOptions options = RequestOptions.delete(request, bodies.readOptions(request));
        List<KubeObject> deleted = cluster.deleteCollection(request.resource(), RequestOptions.list(request), options);
        ObjectList list = new ObjectList(deleted, Long.toString(cluster.currentRevision()), "");
        Reply.list(request.ctx(), writer, list);
    }
}
