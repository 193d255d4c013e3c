package io.hookline.local;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.cluster.ClusterException;
import io.hookline.cluster.Patch;
import io.hookline.object.DecodeException;
import io.hookline.object.Json;
import io.hookline.yaml.Yaml;
import io.hookline.yaml.YamlException;
import java.nio.charset.StandardCharsets;

/** Makes the patched tree out of the live one. Stateless. */
final class Patcher {

    private Patcher() {}

    /** The patched object; {@code live} may be changed. */
    static ObjectNode apply(ServedResource resource, ObjectNode live, Patch patch) {
        return switch (patch.type()) {
            case JSON -> json(live, parse(patch.body()));
            case MERGE -> object(MergePatch.apply(live, object(parse(patch.body()))));
            case STRATEGIC -> strategic(resource, live, object(parse(patch.body())));
            case APPLY -> {
                ApplyMerge.apply(live, wanted(patch), resource.schema().get());
                yield live;
            }
        };
    }

    /** The object that an apply patch describes. */
    static ObjectNode wanted(Patch patch) {
        try {
            return object(
                    Yaml.first(patch.body().getBytes(StandardCharsets.UTF_8)).tree());
        } catch (YamlException e) {
            throw Failures.badRequest("error decoding YAML: " + e.getMessage());
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
        StrategicPatch.apply(live, patch, resource.schema().get());
        return live;
    }

    private static ObjectNode json(ObjectNode live, JsonNode patch) {
        if (!patch.isArray()) {
            throw Failures.badRequest("error decoding patch: json: cannot unmarshal " + SchemaCheck.typeOf(patch)
                    + " into Go value of type []handlers.jsonPatchOp");
        }
        try {
            return object(JsonPatches.apply(live, patch));
        } catch (JsonPatches.Rejected e) {
            throw new ClusterException.Invalid("the server rejected our request due to an error in our request");
        }
    }

    private static JsonNode parse(String body) {
        try {
            return Json.parse(body.getBytes(StandardCharsets.UTF_8));
        } catch (DecodeException e) {
            throw Failures.badRequest("error decoding patch: " + e.getMessage());
        }
    }

    private static ObjectNode object(JsonNode node) {
        if (node instanceof ObjectNode object) {
            return object;
        }
        throw Failures.badRequest("error decoding patch: json: cannot unmarshal " + SchemaCheck.typeOf(node)
                + " into Go value of type map[string]interface {}");
    }
}
