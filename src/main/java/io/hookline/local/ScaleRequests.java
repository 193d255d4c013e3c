package io.hookline.local;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.zjsonpatch.JsonPatch;
import io.hookline.cluster.Cluster;
import io.hookline.cluster.ClusterException;
import io.hookline.cluster.Patch;
import io.hookline.cluster.WriteOptions;
import io.hookline.object.GoJson;
import io.hookline.object.Json;
import io.hookline.object.KubeObject;
import io.hookline.object.LabelSelector;
import io.hookline.object.Place;
import io.hookline.web.RequestBody;
import java.io.IOException;
import java.util.Optional;

/** Answers get, update and patch of {@code /scale}: a small view of any object that has replicas. Thread-safe. */
final class ScaleRequests {

    private final Cluster cluster;
    private final CrdVersions crds;
    private final RequestObject bodies;

    ScaleRequests(Cluster cluster, CrdVersions crds, RequestObject bodies) {
        this.cluster = cluster;
        this.crds = crds;
        this.bodies = bodies;
    }

    /** Where the numbers stand in the object, as JSON pointers; the selector's may be empty. */
    private record Paths(String spec, String status, String selector) {}

    void get(ApiRequest request) throws IOException {
        KubeObject object = cluster.get(request.resource(), request.key());
        Reply.json(request.ctx(), 200, scale(object, paths(request)));
    }

    void update(ApiRequest request) throws IOException {
        write(request, bodies.readOptions(request));
    }

    void patch(ApiRequest request) throws IOException {
        KubeObject object = cluster.get(request.resource(), request.key());
        ObjectNode scale = scale(object, paths(request));
        JsonNode patch = Json.parse(RequestBody.read(request.ctx()));
        switch (request.mediaType()) {
            case "application/json-patch+json" ->
                write(request, Json.object(JsonPatch.apply(patch, scale), Place.ROOT));
            case "application/merge-patch+json", "application/strategic-merge-patch+json" -> {
                patch.path("spec")
                        .properties()
                        .forEach(f -> scale.withObjectProperty("spec").set(f.getKey(), f.getValue()));
                JsonNode version = patch.at("/metadata/resourceVersion");
                ObjectNode metadata = scale.withObjectProperty("metadata");
                metadata.put("resourceVersion", version.asText("")); // only one that the client itself gave counts
                write(request, scale);
            }
            default ->
                throw RequestObject.unsupported("application/json-patch+json, application/merge-patch+json,"
                        + " application/strategic-merge-patch+json");
        }
    }

    private void write(ApiRequest request, ObjectNode scale) throws IOException {
        JsonNode replicas = scale.at("/spec/replicas");
        if (!replicas.isMissingNode() && (!replicas.isIntegralNumber() || replicas.longValue() < 0)) {
            throw new ClusterException.Invalid(
                    "Scale.autoscaling \"" + request.path().name()
                            + "\" is invalid: spec.replicas: Invalid value: " + replicas
                            + ": must be greater than or equal to 0");
        }
        Paths paths = paths(request);
        ObjectNode patch = Json.NODES.objectNode();
        ObjectNode at = patch;
        String[] words = paths.spec().substring(1).split("/", -1);
        for (int i = 0; i < words.length - 1; i++) {
            at = at.putObject(words[i]);
        }
        at.put(words[words.length - 1], replicas.asLong(0));
        String version = scale.at("/metadata/resourceVersion").asText("");
        if (!version.isEmpty()) {
            patch.withObjectProperty("metadata").put("resourceVersion", version);
        }
        WriteOptions asked = RequestOptions.write(request);
        WriteOptions options = new WriteOptions("", asked.fieldManager(), false, asked.dryRun());
        KubeObject written = cluster.patch(request.resource(), request.key(), Patch.merge(GoJson.text(patch)), options);
        Reply.json(request.ctx(), 200, scale(written, paths));
    }

    private Paths paths(ApiRequest request) {
        Optional<CrdVersion> crd = crds.find(request.resource());
        if (crd.isEmpty()) {
            return new Paths("/spec/replicas", "/status/replicas", "");
        }
        JsonNode scale = crd.get().scale();
        return new Paths(
                pointer(scale.path("specReplicasPath")),
                pointer(scale.path("statusReplicasPath")),
                pointer(scale.path("labelSelectorPath")));
    }

    private static String pointer(JsonNode path) {
        return path.asText("").replace('.', '/');
    }

    private static ObjectNode scale(KubeObject object, Paths paths) {
        ObjectNode tree = object.tree();
        ObjectNode scale = Json.NODES.objectNode().put("kind", "Scale").put("apiVersion", "autoscaling/v1");
        ObjectNode metadata = scale.putObject("metadata").put("name", object.name());
        if (!object.namespace().isEmpty()) {
            metadata.put("namespace", object.namespace());
        }
        metadata.put("uid", object.uid()).put("resourceVersion", object.resourceVersion());
        metadata.set("creationTimestamp", tree.at("/metadata/creationTimestamp"));
        scale.putObject("spec").put("replicas", tree.at(paths.spec()).asLong(0));
        ObjectNode status = scale.putObject("status")
                .put("replicas", tree.at(paths.status()).asLong(0));
        String selector = paths.selector().isEmpty()
                ? selectorText(tree.at("/spec/selector"))
                : tree.at(paths.selector()).asText("");
        if (!selector.isEmpty()) {
            status.put("selector", selector);
        }
        return scale;
    }

    private static String selectorText(JsonNode selector) {
        String text = Cells.selector(selector);
        return text.equals(Cells.NONE) || LabelSelector.parse(text).isEmpty() ? "" : text;
    }
}
