package io.hookline.watcher.sync;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.cluster.Patch;
import io.hookline.object.GoJson;
import io.hookline.object.Json;
import io.hookline.object.KubeObject;

/** Builds a JSON patch that applies only to the object it was built for. Not thread-safe. */
final class JsonPatchBuilder {

    private final ArrayNode operations = Json.NODES.arrayNode();

    private JsonPatchBuilder() {}

    /** A patch that fails on another object of the same name. */
    static JsonPatchBuilder of(KubeObject object) {
        return new JsonPatchBuilder().test("/metadata/uid", Json.NODES.textNode(object.uid()));
    }

    /** Adds a test: the patch fails if the field does not have this value. */
    JsonPatchBuilder test(String path, JsonNode value) {
        return operation("test", path, value);
    }

    /** Adds a test: the patch fails if the object has changed. */
    JsonPatchBuilder testVersion(KubeObject object) {
        return test("/metadata/resourceVersion", Json.NODES.textNode(object.resourceVersion()));
    }

    /** Sets a field, or inserts a list element. */
    JsonPatchBuilder add(String path, JsonNode value) {
        return operation("add", path, value);
    }

    /** Removes a field or a list element. */
    JsonPatchBuilder remove(String path) {
        operations.addObject().put("op", "remove").put("path", path);
        return this;
    }

    private JsonPatchBuilder operation(String op, String path, JsonNode value) {
        ObjectNode operation = operations.addObject().put("op", op).put("path", path);
        operation.set("value", value);
        return this;
    }

    Patch build() {
        return Patch.json(GoJson.text(operations));
    }
}
