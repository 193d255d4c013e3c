package io.hookline.local.patch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.cluster.ClusterException;
import io.hookline.cluster.Patch;
import io.hookline.local.machinery.ApiErrors;
import io.hookline.local.resource.ServedResource;
import io.hookline.local.schema.GoDecoding;
import io.hookline.object.DecodeException;
import io.hookline.object.GoJson;
import io.hookline.object.GroupVersionKind;
import io.hookline.object.Json;
import io.hookline.yaml.Yaml;
import io.hookline.yaml.YamlException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/** Applies patches of all types to trees. Stateless. */
public final class PatchApplier {

    private static final int MAX_OPERATIONS = 10_000;

    private PatchApplier() {}

    /** The patched object, for all types except apply; {@code live} may be changed. */
    public static ObjectNode apply(ServedResource resource, ObjectNode live, Patch patch) {
        return switch (patch.type()) {
            case JSON -> json(live, parse(patch.body()));
            case MERGE -> object(JsonMergePatch.apply(live, object(parse(patch.body()))));
            case STRATEGIC -> {
                JsonNode changes = parse(patch.body());
                yield changes.isNull() ? live : strategic(resource, live, object(changes));
            }
            case APPLY -> throw new IllegalArgumentException("an apply patch needs the managers of the object");
        };
    }

    /** The object after a JSON patch; {@code live} may be changed. */
    public static ObjectNode json(ObjectNode live, Patch patch) {
        return json(live, parse(patch.body()));
    }

    /** The object that an apply patch describes. */
    public static ObjectNode appliedObject(Patch patch) {
        try {
            ObjectNode applied = object(
                    Yaml.first(patch.body().getBytes(StandardCharsets.UTF_8)).tree());
            checkMetadata(applied);
            return applied;
        } catch (YamlException e) {
            throw ApiErrors.badRequest("error decoding YAML: " + e.getMessage());
        }
    }

    /** Refuses metadata that is not an object, with 500 as the real server, although it is an error of the client. */
    private static void checkMetadata(ObjectNode applied) {
        JsonNode metadata = applied.path("metadata");
        if (Json.isAbsent(metadata)) {
            applied.remove("metadata");
        } else if (!metadata.isObject()) {
            GroupVersionKind type = GroupVersionKind.of(
                    applied.path("apiVersion").asText(), applied.path("kind").asText());
            throw new ClusterException.Unavailable(
                    500,
                    "failed to create typed patch object (/; " + type.group() + "/" + type.version() + ", Kind="
                            + type.kind() + "): .metadata: expected map, got &{" + GoDecoding.print(metadata) + "}");
        }
    }

    private static ObjectNode strategic(ServedResource resource, ObjectNode live, ObjectNode patch) {
        if (resource.isCustom()) {
            throw new ClusterException.BadRequest(
                    415,
                    "UnsupportedMediaType",
                    "the body of the request was in an unknown format - accepted media types include:"
                            + " application/json-patch+json, application/merge-patch+json, application/apply-patch+yaml");
        }
        JsonNode metadata = patch.path("metadata");
        if (!metadata.isObject() && !Json.isAbsent(metadata)) {
            throw ApiErrors.unreadablePatch(GoDecoding.print(patch), GoDecoding.restored(metadata));
        }
        StrategicPatch.apply(live, patch, resource.schema().get());
        return live;
    }

    private static ObjectNode json(ObjectNode live, JsonNode patch) {
        if (patch.isNull()) {
            return live;
        }
        if (!patch.isArray()) {
            throw cannotUnmarshal(patch, "[]handlers.jsonPatchOp");
        }
        for (JsonNode operation : patch) {
            if (!operation.isObject() && !operation.isNull()) {
                throw cannotUnmarshal(operation, "handlers.jsonPatchOp");
            }
            for (String field : List.of("op", "path", "from")) {
                if (operation.hasNonNull(field) && !operation.path(field).isTextual()) {
                    throw cannotUnmarshal(operation.path(field), "string");
                }
            }
        }
        if (patch.size() > MAX_OPERATIONS) {
            throw new ClusterException.TooLarge("Request entity too large: The allowed maximum operations in a JSON"
                    + " patch is " + MAX_OPERATIONS + ", got " + patch.size());
        }
        try {
            JsonNode patched = JsonPatch.apply(live, patch);
            if (patched instanceof ObjectNode object) {
                return object;
            }
            throw ApiErrors.unreadablePatch(GoJson.text(patched), "the result is no object");
        } catch (JsonPatch.Rejected e) {
            throw new ClusterException.Invalid("the server rejected our request due to an error in our request");
        }
    }

    private static JsonNode parse(String body) {
        try {
            return Json.parse(body.getBytes(StandardCharsets.UTF_8));
        } catch (DecodeException e) {
            throw ApiErrors.badRequest("error decoding patch: " + e.getMessage());
        }
    }

    private static ObjectNode object(JsonNode node) {
        if (node instanceof ObjectNode object) {
            return object;
        }
        throw cannotUnmarshal(node, "map[string]interface {}");
    }

    private static ClusterException cannotUnmarshal(JsonNode node, String type) {
        return ApiErrors.badRequest("error decoding patch: json: cannot unmarshal " + GoDecoding.typeOf(node)
                + " into Go value of type " + type);
    }

    /** JSON merge patch (RFC 7386): objects are merged, null removes a field, other values replace it. */
    private static final class JsonMergePatch {
        private JsonMergePatch() {}

        /** The patched value; {@code target} may be changed. */
        static JsonNode apply(JsonNode target, JsonNode patch) {
            if (!(patch instanceof ObjectNode changes)) {
                patch.forEach(JsonMergePatch::prune);
                return patch;
            }
            ObjectNode merged = target instanceof ObjectNode object ? object : Json.NODES.objectNode();
            for (Map.Entry<String, JsonNode> change : changes.properties()) {
                if (change.getValue().isNull()) {
                    merged.remove(change.getKey());
                } else {
                    JsonNode old = merged.path(change.getKey());
                    merged.set(change.getKey(), apply(old, change.getValue()));
                }
            }
            return merged;
        }

        /** A null in an object of a list is no value either; one that is an element stays. */
        private static void prune(JsonNode value) {
            if (value instanceof ObjectNode object) {
                object.properties().removeIf(field -> field.getValue().isNull());
            }
            value.forEach(JsonMergePatch::prune);
        }
    }
}
