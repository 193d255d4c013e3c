package io.hookline.local.http;

import io.hookline.cluster.DeleteOptions;
import io.hookline.cluster.ObjectList;
import io.hookline.local.LocalCluster;
import io.hookline.object.KubeObject;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** Answers delete and deletecollection. Thread-safe. */
final class DeleteHandler {

    private final LocalCluster cluster;
    private final ContentNegotiation views;
    private final RequestBodyReader bodies;

    DeleteHandler(LocalCluster cluster, ContentNegotiation views, RequestBodyReader bodies) {
        this.cluster = cluster;
        this.views = views;
        this.bodies = bodies;
    }

    /** One object: answered with the object while something holds it, with a Status when it is gone. */
    void delete(ApiRequest request) throws IOException {
        ResponseWriter view = views.of(request);
        DeleteOptions options = RequestOptions.delete(request, bodies.readOptions(request));
        // Clients wait for the end of this very object by the uid in the answer.
        String uid = cluster.get(request.resource(), request.key()).uid();
        Optional<KubeObject> held = cluster.delete(request.resource(), request.key(), options);
        if (held.isPresent()) {
            Reply.object(request.ctx(), 200, view, held.get());
        } else {
            Reply.json(
                    request.ctx(),
                    200,
                    StatusDocument.deleted(request.path(), request.path().name(), uid));
        }
    }

    /** All that match the selectors: answered with what was there. */
    void deleteCollection(ApiRequest request) throws IOException {
        ResponseWriter view = views.of(request);
        DeleteOptions options = RequestOptions.delete(request, bodies.readOptions(request));
        List<KubeObject> deleted = cluster.deleteCollection(request.resource(), RequestOptions.list(request), options);
        ObjectList list = new ObjectList(deleted, Long.toString(cluster.currentRevision()), "");
        Reply.list(request.ctx(), view, list);
    }
}
