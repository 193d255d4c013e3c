package io.hookline.local;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.cluster.ClusterException;
import io.hookline.cluster.Patch;
import io.hookline.local.machinery.ApiErrors;
import io.hookline.local.machinery.FieldError;
import io.hookline.local.machinery.ObjectTrees;
import io.hookline.local.machinery.Timestamps;
import io.hookline.local.resource.ServedResource;
import io.hookline.local.resource.ServedResource.Behaviour;
import io.hookline.local.validation.ObjectNames;
import io.hookline.object.ApiResource;
import io.hookline.object.GoJson;
import io.hookline.object.Json;
import io.hookline.object.ObjectKey;
import java.util.ArrayList;
import java.util.List;

/** The apiVersion, kind, key and server-written metadata of objects. */
final class ObjectMetaRules {

    private static final List<String> KEPT = List.of("creationTimestamp", "selfLink");

    private final ObjectNames names;
    private final Timestamps time;

    ObjectMetaRules(ObjectNames names, Timestamps time) {
        this.names = names;
        this.time = time;
    }

    /** Refuses an object whose kind is not that of the resource. */
    static void checkType(ServedResource resource, ObjectNode tree) {
        ApiResource api = resource.api();
        String apiVersion = text(tree.path("apiVersion"));
        String kind = text(tree.path("kind"));
        if (resource.isCustom()) {
            checkPresent(resource, tree, "kind", "Kind");
            checkPresent(resource, tree, "apiVersion", "apiVersion");
        }
        if (!apiVersion.isEmpty() && !apiVersion.equals(api.apiVersion())) {
            throw ApiErrors.badRequest("the API version in the data (" + apiVersion
                    + ") does not match the expected API version (" + api.apiVersion() + ")");
        }
        if (!kind.isEmpty() && !kind.equals(api.kind())) {
            throw wrongKind(resource, tree, kind);
        }
        tree.put("apiVersion", api.apiVersion());
        tree.put("kind", api.kind());
        JsonNode metadata = tree.path("metadata");
        if (!metadata.isObject() && !Json.isAbsent(metadata)) {
            throw ApiErrors.badRequest("metadata: expected an object");
        }
        ObjectTrees.metadata(tree);
    }

    /** Refuses the result of a patch with another kind, which a strategic merge patch cannot change. */
    static void checkPatchedType(ServedResource resource, Patch.Type type, ObjectNode tree) {
        ApiResource api = resource.api();
        String apiVersion = text(tree.path("apiVersion"));
        String kind = text(tree.path("kind"));
        boolean others = !apiVersion.equals(api.apiVersion()) || !(kind.isEmpty() || kind.equals(api.kind()));
        if (resource.isCustom() && type != Patch.Type.APPLY) {
            checkPatchedCustomType(resource, tree, apiVersion, kind);
        } else if (type == Patch.Type.STRATEGIC) {
            tree.put("apiVersion", api.apiVersion()).put("kind", api.kind());
        } else if (type != Patch.Type.APPLY && others) {
            if (apiVersion.isEmpty()) {
                throw ApiErrors.badRequest("Object 'apiVersion' is missing in '" + GoJson.text(tree) + "'");
            }
            throw ApiErrors.unreadablePatch(
                    GoJson.text(tree), "no kind \"" + kind + "\" is registered for version \"" + apiVersion + "\"");
        }
    }

    private static void checkPatchedCustomType(
            ServedResource resource, ObjectNode tree, String apiVersion, String kind) {
        ApiResource api = resource.api();
        boolean readable = tree.path("kind").isTextual()
                && !kind.isEmpty()
                && (tree.path("apiVersion").isTextual() || Json.isAbsent(tree.path("apiVersion")))
                && apiVersion.indexOf('/') == apiVersion.lastIndexOf('/');
        if (!readable) {
            throw ApiErrors.unreadablePatch(GoJson.text(tree), "Object 'Kind' or 'apiVersion' cannot be read");
        }
        if (apiVersion.isEmpty()) {
            throw new ClusterException.Unavailable(500, "the object has no apiVersion");
        }
        List<FieldError> errors = new ArrayList<>();
        if (!kind.equals(api.kind())) {
            errors.add(FieldError.invalid("kind", kind, "must be " + api.kind()));
        }
        if (!apiVersion.equals(api.apiVersion())) {
            errors.add(FieldError.invalid("apiVersion", apiVersion, "must be " + api.apiVersion()));
        }
        if (!errors.isEmpty()) {
            String name = tree.path("metadata").path("name").asText();
            throw ApiErrors.invalid(kind + "." + api.group(), name, errors);
        }
    }

    /** A null is the same as no value. */
    private static String text(JsonNode value) {
        return value.isNull() ? "" : value.asText();
    }

    private static void checkPresent(ServedResource resource, ObjectNode tree, String field, String shown) {
        if (text(tree.path(field)).isEmpty()) {
            throw ApiErrors.badRequest("the object provided is unrecognized (must be of type "
                    + resource.api().kind() + "): Object '" + shown + "' is missing in '" + GoJson.text(tree) + "'");
        }
    }

    private static ClusterException wrongKind(ServedResource resource, ObjectNode tree, String kind) {
        ApiResource api = resource.api();
        if (resource.isCustom()) {
            String name = tree.path("metadata").path("name").asText();
            return ApiErrors.invalid(
                    kind + "." + api.group(), name, List.of(FieldError.invalid("kind", kind, "must be " + api.kind())));
        }
        return ApiErrors.badRequest(
                kind + " in version " + FieldError.quote(api.gvk().version())
                        + " cannot be handled as a " + api.kind() + ": no kind " + FieldError.quote(kind)
                        + " is registered for this resource");
    }

    /** Removes the namespace of a cluster-scoped object, which is ignored wherever such an object is sent. */
    static void dropNamespace(ServedResource resource, ObjectNode tree) {
        if (!resource.api().namespaced() && tree.get("metadata") instanceof ObjectNode metadata) {
            metadata.remove("namespace");
        }
    }

    /** The key of an object. */
    static ObjectKey key(ServedResource resource, ObjectNode tree) {
        JsonNode metadata = tree.path("metadata");
        String namespace = metadata.path("namespace").asText();
        if (resource.api().namespaced() && namespace.isEmpty()) {
            throw ApiErrors.badRequest("an empty namespace may not be set during creation");
        }
        return new ObjectKey(namespace, metadata.path("name").asText());
    }

    /** Sets the server-written metadata of a new object; returns whether its name was generated. */
    boolean prepareCreate(ServedResource resource, ObjectNode tree) {
        ObjectNode metadata = ObjectTrees.metadata(tree);
        if (!metadata.path("resourceVersion").asText().isEmpty()) {
            throw new ClusterException.Unavailable(500, "resourceVersion should not be set on objects to be created");
        }
        metadata.remove(List.of("deletionTimestamp", "deletionGracePeriodSeconds", "selfLink", "resourceVersion"));
        boolean generated = names.generate(metadata);
        if (resource.isBuiltIn("limitranges")) {
            ObjectTrees.fallback(metadata, "name", names.uid()); // no other kind needs no name
        }
        metadata.put("uid", names.uid());
        metadata.put("creationTimestamp", time.now());
        if (resource.is(Behaviour.GENERATION)) {
            metadata.put("generation", 1);
        }
        return generated;
    }

    /** Restores the server-written metadata that an update changed. */
    static void prepareUpdate(ObjectNode tree, ObjectNode before) {
        ObjectNode metadata = ObjectTrees.metadata(tree);
        ObjectNode old = ObjectTrees.metadata(before);
        KEPT.forEach(field -> ObjectTrees.carry(metadata, old, field));
        if (!Json.isAbsent(old.path("deletionTimestamp"))) {
            ObjectTrees.carry(metadata, old, "deletionTimestamp");
        }
        ObjectTrees.carry(metadata, old, "generation");
        ObjectTrees.carry(metadata, old, "resourceVersion");
        if (Json.isAbsent(metadata.path("deletionGracePeriodSeconds"))) {
            ObjectTrees.carry(metadata, old, "deletionGracePeriodSeconds");
        }
        if (metadata.path("uid").asText().isEmpty()) {
            ObjectTrees.carry(metadata, old, "uid");
        }
    }
}
