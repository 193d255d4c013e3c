package io.hookline.local.patch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.object.Json;
import java.util.Map;

/** JSON merge patch (RFC 7386): objects are merged, null removes a field, other values replace it. */
final class JsonMergePatch {
    private JsonMergePatch() {}

    /** The patched value; {@code target} may be changed. */
    static JsonNode apply(JsonNode target, JsonNode patch) {
        if (!(patch instanceof ObjectNode changes)) {
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
}
