package io.hookline.watcher.write;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.cluster.Patch;
import io.hookline.object.GoJson;
import io.hookline.object.Json;
import io.hookline.object.KubeObject;

/** Builds a JSON patch that only ever hits the object it was made for. Not thread-safe. */
public final class JsonPatchBuilder {

    private final ArrayNode operations = Json.NODES.arrayNode();

    private JsonPatchBuilder() {}

    /** For this object and no other of the same name. */
    static JsonPatchBuilder of(KubeObject object) {
        return new JsonPatchBuilder().test("/metadata/uid", Json.NODES.textNode(object.uid()));
    }

    /** Nothing happens unless the value is there. */
    JsonPatchBuilder test(String path, JsonNode value) {
        return operation("test", path, value);
    }

    /** Nothing happens unless the object is still in this state. */
    public JsonPatchBuilder testVersion(KubeObject object) {
        return test("/metadata/resourceVersion", Json.NODES.textNode(object.resourceVersion()));
    }

    /** Sets a field, or inserts a list element. */
    public JsonPatchBuilder add(String path, JsonNode value) {
        return operation("add", path, value);
    }

    /** Removes a field or a list element. */
    public JsonPatchBuilder remove(String path) {
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
