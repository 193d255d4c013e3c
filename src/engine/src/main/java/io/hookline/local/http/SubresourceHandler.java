package io.hookline.local.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.cluster.ClusterException;
import io.hookline.cluster.Patch;
import io.hookline.cluster.WriteOptions;
import io.hookline.local.LocalCluster;
import io.hookline.local.machinery.ApiErrors;
import io.hookline.local.machinery.ObjectTrees;
import io.hookline.local.resource.CrdVersions;
import io.hookline.local.resource.ScaleSubresource;
import io.hookline.object.Json;
import io.hookline.object.KubeObject;
import io.hookline.web.RequestBody;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Set;

/**
 * Handles subresources other than status: {@code /scale} of all resources that have it, eviction and binding of Pods.
 * Thread-safe.
 */
final class SubresourceHandler {

    private final LocalCluster cluster;
    private final ContentNegotiation negotiation;
    private final RequestBodyReader bodies;
    private final CrdVersions crds;
    private final FieldValidation validation;

    SubresourceHandler(
            LocalCluster cluster, ContentNegotiation negotiation, RequestBodyReader bodies, CrdVersions crds) {
        this.crds = crds;
        this.cluster = cluster;
        this.negotiation = negotiation;
        this.bodies = bodies;
        this.validation = new FieldValidation(cluster);
    }

    /**
     * Handles one request.
     *
     * @throws ClusterException.NotFound if the resource has no such subresource
     */
    void handle(ApiRequest request, String verb) throws IOException {
        String subresource = request.path().subresource();
        boolean pod = request.path().groupResource().equals("pods");
        if (subresource.equals("scale") && request.resource().subresources().contains("scale")) {
            scale(request, verb);
        } else if (pod && subresource.equals("eviction") && verb.equals("create")) {
            evict(request);
        } else if (pod && subresource.equals("binding") && verb.equals("create")) {
            bind(request);
        } else {
            throw ApiErrors.noResource();
        }
    }

    private void scale(ApiRequest request, String verb) throws IOException {
        if (verb.equals("patch")) {
            scalePatch(request); // an unknown type is refused before an unknown form of the answer
        }
        ContentNegotiation.ResponseWriter writer = negotiation.ofScale(request);
        KubeObject scale = switch (verb) {
            case "get" -> cluster.scale(request.resource(), request.key(), true);
            case "update" -> updateScale(request);
            case "patch" -> patchScale(request);
            default -> throw HttpErrors.method();
        };
        HttpReply.object(request.ctx(), 200, writer, scale);
    }

    private KubeObject updateScale(ApiRequest request) {
        FieldValidation.requireMode(request);
        RequestBodyReader.Body body = bodies.read(ofScale(request));
        Set<String> warnings = validation.check(ofScale(request), body);
        KubeObject scaled = cluster.update(request.resource(), body.object(), RequestOptions.write(request));
        FieldValidation.warn(request, warnings);
        return scaled;
    }

    /** The same request, as one for an object of the kind Scale. */
    private static ApiRequest ofScale(ApiRequest request) {
        return new ApiRequest(request.ctx(), request.path(), ScaleSubresource.KIND.api());
    }

    /** The body of a request. The path selects the object, whatever name the body contains. */
    private KubeObject ofPath(ApiRequest request) {
        ObjectNode body = bodies.readOptions(request);
        ObjectTrees.metadata(body)
                .put("name", request.path().name())
                .put("namespace", request.path().namespace());
        return KubeObject.of(body);
    }

    private Patch.Type scalePatch(ApiRequest request) {
        boolean custom = crds.find(request.resource()).isPresent();
        String media = request.mediaType();
        Patch.Type type = switch (media) {
            case "application/json-patch+json" -> Patch.Type.JSON;
            // A Scale has no lists, so both types merge it the same way.
            case "application/merge-patch+json", "application/strategic-merge-patch+json" -> Patch.Type.MERGE;
            default -> Patch.Type.APPLY;
        };
        if (type == Patch.Type.APPLY || (custom && media.contains("strategic"))) {
            throw RequestBodyReader.unsupported("application/json-patch+json, application/merge-patch+json"
                    + (custom ? "" : ", application/strategic-merge-patch+json"));
        }
        return type;
    }

    private KubeObject patchScale(ApiRequest request) {
        Patch.Type type = scalePatch(request);
        FieldValidation.requireMode(request);
        String text = new String(RequestBody.read(request.ctx()), StandardCharsets.UTF_8);
        Patch patch = new Patch(type, text);
        WriteOptions options = RequestOptions.patch(request, type);
        return cluster.exclusively(() -> {
            Optional<KubeObject> before = Optional.of(cluster.scale(request.resource(), request.key(), false));
            JsonNode tree = Json.parse(text.getBytes(StandardCharsets.UTF_8));
            Set<String> warnings = validation.check(ofScale(request), type, tree, text, before);
            KubeObject scaled = cluster.patch(request.resource(), request.key(), patch, options);
            FieldValidation.warn(request, warnings);
            return scaled;
        });
    }

    /** {@code POST pods/NAME/binding} sets the node of the Pod, as a scheduler does. */
    private void bind(ApiRequest request) throws IOException {
        KubeObject status = cluster.create(request.resource(), ofPath(request), RequestOptions.write(request));
        HttpReply.json(request.ctx(), 201, status.tree());
    }

    /** {@code POST pods/NAME/eviction} deletes the Pod; disruption budgets are ignored. */
    private void evict(ApiRequest request) throws IOException {
        ContentNegotiation.refuseTable(request);
        ObjectNode eviction = bodies.readOptions(request);
        ObjectNode options =
                eviction.path("deleteOptions") instanceof ObjectNode given ? given : Json.NODES.objectNode();
        if (RequestOptions.isDryRun(request)) {
            options.putArray("dryRun").add("All");
        }
        cluster.delete(request.resource(), request.key(), RequestOptions.delete(options));
        HttpReply.json(request.ctx(), 201, StatusDocument.created());
    }
}
