package io.hookline.local.http;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.cluster.Patch;
import io.hookline.cluster.WriteOptions;
import io.hookline.local.LocalCluster;
import io.hookline.local.machinery.ObjectTrees;
import io.hookline.object.KubeObject;
import io.hookline.web.RequestBody;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** Answers get, update and patch of {@code /scale}: a small view of any object that has replicas. Thread-safe. */
final class ScaleHandler {

    private static final ResponseWriter VIEW = JsonResponseWriter.whole("autoscaling/v1", "Scale", "ScaleList");

    private final LocalCluster cluster;
    private final RequestBodyReader bodies;

    ScaleHandler(LocalCluster cluster, RequestBodyReader bodies) {
        this.cluster = cluster;
        this.bodies = bodies;
    }

    void get(ApiRequest request) throws IOException {
        reply(request, cluster.scale(request.resource(), request.key()));
    }

    void update(ApiRequest request) throws IOException {
        ObjectNode scale = bodies.readOptions(request);
        // The path says which object is meant, whatever the body calls itself.
        ObjectNode metadata = ObjectTrees.metadata(scale);
        metadata.put("name", request.path().name())
                .put("namespace", request.path().namespace());
        WriteOptions options = RequestOptions.write(request);
        reply(request, cluster.update(request.resource(), KubeObject.of(scale), options));
    }

    void patch(ApiRequest request) throws IOException {
        Patch.Type type = switch (request.mediaType()) {
            case "application/json-patch+json" -> Patch.Type.JSON;
            // A Scale has no lists, so both merge the same way.
            case "application/merge-patch+json", "application/strategic-merge-patch+json" -> Patch.Type.MERGE;
            default ->
                throw RequestBodyReader.unsupported(
                        request.mediaType(),
                        "application/json-patch+json, application/merge-patch+json,"
                                + " application/strategic-merge-patch+json");
        };
        Patch patch = new Patch(type, new String(RequestBody.read(request.ctx()), StandardCharsets.UTF_8));
        reply(request, cluster.patch(request.resource(), request.key(), patch, RequestOptions.write(request)));
    }

    private static void reply(ApiRequest request, KubeObject scale) throws IOException {
        Reply.object(request.ctx(), 200, VIEW, scale);
    }
}
