package io.hookline.local.http;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.cluster.ClusterException;
import io.hookline.cluster.DeleteOptions;
import io.hookline.cluster.ListOptions;
import io.hookline.cluster.ObjectList;
import io.hookline.cluster.Patch;
import io.hookline.cluster.WriteOptions;
import io.hookline.local.LocalCluster;
import io.hookline.local.machinery.ApiErrors;
import io.hookline.local.machinery.FieldError;
import io.hookline.local.resource.CrdVersions;
import io.hookline.object.Json;
import io.hookline.object.KubeObject;
import io.hookline.web.RequestBody;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Handles the requests for objects and their status subresource: get, list, create, update, patch and delete.
 * Thread-safe.
 */
final class ObjectHandler {

    private final LocalCluster cluster;
    private final ContentNegotiation negotiation;
    private final RequestBodyReader bodies;
    private final FieldValidation validation;
    private final CrdVersions crds;

    ObjectHandler(LocalCluster cluster, ContentNegotiation negotiation, RequestBodyReader bodies, CrdVersions crds) {
        this.cluster = cluster;
        this.negotiation = negotiation;
        this.bodies = bodies;
        this.crds = crds;
        this.validation = new FieldValidation(cluster);
    }

    /** Returns one object. */
    void get(ApiRequest request) throws IOException {
        ContentNegotiation.ResponseWriter writer = negotiation.of(request);
        HttpReply.object(request.ctx(), 200, writer, cluster.get(request.resource(), request.key()));
    }

    /** Returns a page of a collection. */
    void list(ApiRequest request) throws IOException {
        ContentNegotiation.ResponseWriter writer = negotiation.of(request);
        ListOptions options = RequestOptions.list(request);
        ObjectList list = cluster.list(request.resource(), options);
        String match = request.param("resourceVersionMatch");
        if (!match.isEmpty() && options.resourceVersion().isEmpty()) {
            throw ApiErrors.invalidOptions(
                    "ListOptions",
                    FieldError.forbidden(
                            "resourceVersionMatch",
                            "resourceVersionMatch is forbidden unless resourceVersion is provided"));
        }
        boolean otherRevision = !list.resourceVersion().equals(options.resourceVersion());
        if (match.equals("Exact") && options.continueToken().isEmpty() && otherRevision) {
            throw new ClusterException.Expired(
                    "The provided resource version is not the newest, and this server keeps no older states for lists.");
        }
        HttpReply.list(request.ctx(), writer, list);
    }

    /** Handles POST. */
    void create(ApiRequest request) throws IOException {
        ContentNegotiation.ResponseWriter writer = negotiation.of(request);
        WriteOptions options = RequestOptions.write(request);
        RequestBodyReader.Body body = bodies.read(request);
        Set<String> warnings = validation.check(request, body);
        KubeObject created =
                warning(request, warnings, () -> cluster.create(request.resource(), body.object(), options));
        HttpReply.object(request.ctx(), 201, writer, created);
    }

    /** Handles PUT. */
    void update(ApiRequest request) throws IOException {
        ContentNegotiation.ResponseWriter writer = negotiation.of(request);
        WriteOptions options = RequestOptions.write(request);
        RequestBodyReader.Body body = bodies.read(request);
        Set<String> warnings = validation.check(request, body);
        boolean creates = !exists(request);
        KubeObject updated =
                warning(request, warnings, () -> cluster.update(request.resource(), body.object(), options));
        HttpReply.object(request.ctx(), creates ? 201 : 200, writer, updated);
    }

    /** Handles PATCH. */
    void patch(ApiRequest request) throws IOException {
        ContentNegotiation.ResponseWriter writer = negotiation.of(request);
        Patch.Type type = type(request);
        WriteOptions options = RequestOptions.patch(request, type);
        byte[] body = RequestBody.read(request.ctx());
        JsonNode tree = type == Patch.Type.APPLY ? bodies.readYaml(body) : Json.parse(body);
        String text = new String(body, StandardCharsets.UTF_8);
        Set<String> warnings = validation.check(request, type, tree, text);
        boolean creates = type == Patch.Type.APPLY && !exists(request);
        Patch patch = new Patch(type, text);
        KubeObject patched =
                warning(request, warnings, () -> cluster.patch(request.resource(), request.key(), patch, options));
        HttpReply.object(request.ctx(), creates ? 201 : 200, writer, patched);
    }

    /** Adds warnings, unless what they are about could not be read. */
    private static KubeObject warning(ApiRequest request, Set<String> warnings, Supplier<KubeObject> write) {
        try {
            KubeObject written = write.get();
            FieldValidation.warn(request, warnings);
            return written;
        } catch (ClusterException e) {
            boolean patch = request.ctx().req().getMethod().equals("PATCH");
            boolean unread = e.code() == 400 || patch && (e.code() == 404 || isAbout(e, "patch"));
            if (!unread) {
                FieldValidation.warn(request, warnings);
            }
            throw e;
        }
    }

    private static boolean isAbout(ClusterException e, String field) {
        return e.details().stream().anyMatch(cause -> cause.field().equals(field));
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

    /**
     * Deletes one object. Returns the object if it waits for finalizers or a grace period, a Status if it was removed.
     */
    void delete(ApiRequest request) throws IOException {
        ContentNegotiation.ResponseWriter writer = negotiation.of(request);
        DeleteOptions options = RequestOptions.delete(request, bodies.readOptions(request));
        // Clients wait until the object with the returned uid is deleted.
        KubeObject before = cluster.get(request.resource(), request.key());
        Optional<KubeObject> remaining = cluster.delete(request.resource(), request.key(), options);
        if (remaining.isPresent()) {
            HttpReply.object(request.ctx(), 200, writer, remaining.get());
        } else if (cluster.returnsDeleted(request.resource())) {
            HttpReply.object(request.ctx(), 200, writer, before);
        } else {
            HttpReply.json(
                    request.ctx(),
                    200,
                    StatusDocument.deleted(request.path(), request.path().name(), before.uid()));
        }
    }

    /** Deletes all objects that match the selectors, and returns them. */
    void deleteCollection(ApiRequest request) throws IOException {
        ContentNegotiation.ResponseWriter writer = negotiation.of(request);
        DeleteOptions options = RequestOptions.delete(request, bodies.readOptions(request));
        List<KubeObject> deleted = cluster.deleteCollection(request.resource(), RequestOptions.list(request), options);
        ObjectList list = new ObjectList(deleted, Long.toString(cluster.currentRevision()), "");
        HttpReply.list(request.ctx(), writer, list);
    }
}
