package io.hookline.local.http;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.cluster.ClusterException;
import io.hookline.cluster.Patch;
import io.hookline.cluster.WriteOptions;
import io.hookline.local.LocalCluster;
import io.hookline.local.resource.CrdVersions;
import io.hookline.object.Json;
import io.hookline.object.KubeObject;
import io.hookline.web.RequestBody;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** Handles create, update and patch, also of the status subresource. Thread-safe. */
final class WriteHandler {

    private final LocalCluster cluster;
    private final ContentNegotiation negotiation;
    private final RequestBodyReader bodies;
    private final FieldValidation validation;
    private final CrdVersions crds;

    WriteHandler(LocalCluster cluster, ContentNegotiation negotiation, RequestBodyReader bodies, CrdVersions crds) {
        this.cluster = cluster;
        this.negotiation = negotiation;
        this.bodies = bodies;
        this.crds = crds;
        this.validation = new FieldValidation(cluster);
    }

    /** Handles POST. */
    void create(ApiRequest request) throws IOException {
        ResponseWriter writer = negotiation.of(request);
        WriteOptions options = RequestOptions.write(request);
        RequestBodyReader.Body body = bodies.read(request);
        validation.check(request, body);
        Reply.object(request.ctx(), 201, writer, cluster.create(request.resource(), body.object(), options));
    }

    /** Handles PUT. */
    void update(ApiRequest request) throws IOException {
        ResponseWriter writer = negotiation.of(request);
        WriteOptions options = RequestOptions.write(request);
        RequestBodyReader.Body body = bodies.read(request);
        validation.check(request, body);
        Reply.object(request.ctx(), 200, writer, cluster.update(request.resource(), body.object(), options));
    }

    /** Handles PATCH. */
    void patch(ApiRequest request) throws IOException {
        ResponseWriter writer = negotiation.of(request);
        Patch.Type type = type(request);
        WriteOptions options = RequestOptions.write(request);
        if (type == Patch.Type.APPLY && request.param("fieldManager").isEmpty()) {
            throw new ClusterException.Invalid("PatchOptions.meta.k8s.io \"\" is invalid: fieldManager: Required value:"
                    + " is required for apply patch");
        }
        if (type != Patch.Type.APPLY && !request.param("force").isEmpty()) {
            throw new ClusterException.Invalid("PatchOptions.meta.k8s.io \"\" is invalid: force: Forbidden: may not be"
                    + " specified for non-apply patch");
        }
        byte[] body = RequestBody.read(request.ctx());
        JsonNode tree = type == Patch.Type.APPLY ? bodies.readYaml(body) : Json.parse(body);
        String text = new String(body, StandardCharsets.UTF_8);
        validation.check(request, type, tree, text);
        boolean creates = type == Patch.Type.APPLY && !exists(request);
        Patch patch = new Patch(type, text);
        KubeObject patched = cluster.patch(request.resource(), request.key(), patch, options);
        Reply.object(request.ctx(), creates ? 201 : 200, writer, patched);
    }

    private boolean exists(ApiRequest request) {
        try {
            cluster.get(request.resource(), request.key());
            return true;
        } catch (ClusterException.NotFound _) {
            return false;
        }
    }

    /** Custom resources have no merge keys, so the real server accepts no strategic merge patch for them. */
    private Patch.Type type(ApiRequest request) {
        boolean custom = crds.find(request.resource()).isPresent();
        for (Patch.Type type : Patch.Type.values()) {
            if (type.contentType().equals(request.mediaType()) && !(custom && type == Patch.Type.STRATEGIC)) {
                return type;
            }
        }
        String accepted = "application/json-patch+json, application/merge-patch+json,"
                + (custom ? "" : " application/strategic-merge-patch+json,") + " application/apply-patch+yaml";
        throw RequestBodyReader.unsupported(accepted);
    }
}
