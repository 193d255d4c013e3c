package io.hookline.local.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.cluster.ClusterException;
import io.hookline.cluster.DeleteOptions;
import io.hookline.cluster.ListOptions;
import io.hookline.cluster.ObjectList;
import io.hookline.cluster.Patch;
import io.hookline.cluster.WriteOptions;
import io.hookline.local.LocalCluster;
import io.hookline.local.delete.ObjectDeleter.Deletion;
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

    private static final Set<String> STANDARD_FINALIZERS = Set.of("orphan", "foregroundDeletion");

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
        KubeObject object = cluster.get(request.resource(), request.key());
        HttpReply.object(request.ctx(), 200, writer, object);
    }

    /** Returns a page of a collection. */
    void list(ApiRequest request) throws IOException {
        ContentNegotiation.ResponseWriter writer = negotiation.of(request);
        ListOptions options = RequestOptions.list(request);
        RequestOptions.checkMatch(request);
        ObjectList list = cluster.list(request.resource(), options);
        String match = request.param("resourceVersionMatch");
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
        bodies.requireKnownType(request);
        WriteOptions options = RequestOptions.write(request);
        FieldValidation.requireMode(request);
        RequestBodyReader.Body body = bodies.read(request);
        Set<String> warnings = validation.check(request, body);
        KubeObject created = cluster.exclusively(() -> warning(
                request, warnings, Optional.empty(), () -> cluster.create(request.resource(), body.object(), options)));
        HttpReply.object(request.ctx(), 201, writer, created);
    }

    /** Handles PUT. */
    void update(ApiRequest request) throws IOException {
        ContentNegotiation.ResponseWriter writer = negotiation.of(request);
        bodies.requireKnownType(request);
        WriteOptions options = RequestOptions.write(request);
        FieldValidation.requireMode(request);
        RequestBodyReader.Body body = bodies.read(request);
        Set<String> warnings = validation.check(request, body);
        Written updated = cluster.exclusively(() -> {
            Optional<KubeObject> before = current(request);
            return new Written(
                    warning(
                            request,
                            warnings,
                            before,
                            () -> cluster.update(request.resource(), body.object(), options)),
                    before.isEmpty());
        });
        HttpReply.object(request.ctx(), updated.code(), writer, updated.object());
    }

    /** The object after a write, and whether it is new. */
    private record Written(KubeObject object, boolean created) {
        int code() {
            return created ? 201 : 200;
        }
    }

    /** Handles PATCH. */
    void patch(ApiRequest request) throws IOException {
        Patch.Type type = type(request);
        ContentNegotiation.ResponseWriter writer = negotiation.of(request);
        WriteOptions options = RequestOptions.patch(request, type);
        byte[] body = RequestBody.read(request.ctx());
        Written patched = cluster.exclusively(() -> patch(request, type, options, body));
        HttpReply.object(request.ctx(), patched.code(), writer, patched.object());
    }

    /** Called while nobody else writes: what is checked is what is patched. */
    private Written patch(ApiRequest request, Patch.Type type, WriteOptions options, byte[] body) {
        Optional<KubeObject> before = current(request);
        FieldValidation.requireMode(request);
        if (before.isEmpty() && type != Patch.Type.APPLY) {
            throw ApiErrors.notFound(request.resource(), request.path().name());
        }
        JsonNode tree = type == Patch.Type.APPLY ? bodies.readYaml(body) : Json.parse(body);
        String text = new String(body, StandardCharsets.UTF_8);
        boolean unread =
                request.param("fieldValidation").equals("Ignore"); // a list is noticed after it was merged only
        if (type == Patch.Type.MERGE && tree.isArray() && unread) {
            throw ApiErrors.unreadablePatch(text, "the result is no object");
        }
        Patch patch = new Patch(type, text);
        Set<String> warnings;
        try {
            warnings = validation.check(request, type, tree, text, before);
        } catch (ClusterException strict) {
            requireApplicable(request, patch, options);
            throw strict;
        }
        KubeObject patched = warning(
                request, warnings, before, () -> cluster.patch(request.resource(), request.key(), patch, options));
        return new Written(patched, before.isEmpty());
    }

    /** Adds warnings, unless what they are about could not be read. */
    private KubeObject warning(
            ApiRequest request, Set<String> warnings, Optional<KubeObject> before, Supplier<KubeObject> write) {
        try {
            KubeObject written = write.get();
            FieldValidation.warn(request, warnings);
            if (crds.find(request.resource()).isPresent()) {
                warnOfFinalizers(request, written, before);
            }
            return written;
        } catch (ClusterException e) {
            boolean patch = request.ctx().req().getMethod().equals("PATCH");
            boolean unread = e.code() == 400 || (patch && (e.code() == 404 || isOfPatch(e)));
            if (!unread) {
                FieldValidation.warn(request, warnings);
            }
            throw e;
        }
    }

    /** A patch that cannot be applied is not read. */
    private void requireApplicable(ApiRequest request, Patch patch, WriteOptions options) {
        try {
            cluster.patch(
                    request.resource(),
                    request.key(),
                    patch,
                    new WriteOptions(options.subresource(), options.fieldManager(), options.force(), true));
        } catch (ClusterException e) {
            if (e.code() == 422 && e.details().isEmpty()) {
                throw e;
            }
        }
    }

    /** Whether the patch cannot be applied, or gives no object. */
    private static boolean isOfPatch(ClusterException e) {
        return e.code() == 422
                && e.details().stream().allMatch(cause -> cause.field().equals("patch"));
    }

    private Optional<KubeObject> current(ApiRequest request) {
        try {
            return Optional.of(cluster.get(request.resource(), request.key()));
        } catch (ClusterException.NotFound _) {
            return Optional.empty();
        }
    }

    /** Other kinds refuse such finalizers. */
    private static void warnOfFinalizers(ApiRequest request, KubeObject written, Optional<KubeObject> before) {
        for (String finalizer : written.finalizers()) {
            boolean known = STANDARD_FINALIZERS.contains(finalizer)
                    || before.filter(old -> old.hasFinalizer(finalizer)).isPresent();
            if (!known && !finalizer.contains("/")) {
                FieldValidation.warn(
                        request.ctx(),
                        "metadata.finalizers: " + FieldError.quote(finalizer)
                                + ": prefer a domain-qualified finalizer name to avoid accidental conflicts with other"
                                + " finalizer writers");
            }
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
        ObjectNode given = RequestOptions.deleteTree(request, bodies.readDeleteOptions(request));
        DeleteOptions options = RequestOptions.delete(given);
        boolean whole = cluster.returnsDeleted(request.resource()); // the last object may take its definition with it
        requirePossible(request, given.path("preconditions"));
        Deletion deletion = cluster.deleting(request.resource(), request.key(), options);
        boolean cascading = given.path("orphanDependents").asText().equals("false");
        if (!deletion.removed() && cascading) {
            HttpReply.object(request.ctx(), 202, writer, deletion.last());
        } else if (!deletion.removed() || whole) {
            HttpReply.object(request.ctx(), 200, writer, deletion.last());
        } else {
            // Clients wait until the object with the returned uid is deleted.
            HttpReply.json(
                    request.ctx(),
                    200,
                    StatusDocument.deleted(
                            request.path(),
                            request.path().name(),
                            deletion.last().uid()));
        }
    }

    /** No object has an empty uid or version. */
    private void requirePossible(ApiRequest request, JsonNode preconditions) {
        for (String field : List.of("uid", "resourceVersion")) {
            JsonNode wanted = preconditions.path(field);
            if (wanted.isTextual() && wanted.textValue().isEmpty()) {
                throw ApiErrors.precondition(
                        request.resource(), cluster.get(request.resource(), request.key()), field, "");
            }
        }
    }

    /** Deletes all objects that match the selectors, and returns them. */
    void deleteCollection(ApiRequest request) throws IOException {
        ContentNegotiation.ResponseWriter writer = negotiation.of(request);
        DeleteOptions options =
                RequestOptions.delete(RequestOptions.deleteTree(request, bodies.readDeleteOptions(request)));
        List<KubeObject> deleted = cluster.deleteCollection(request.resource(), RequestOptions.list(request), options);
        ObjectList list = new ObjectList(deleted, Long.toString(cluster.currentRevision()), "");
        HttpReply.list(request.ctx(), writer, list);
    }
}
