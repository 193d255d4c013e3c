package io.hookline.testing.scenario.environment;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.object.Json;

/** The merge patch (RFC 7386) from one version of a manifest to the next. Lists are replaced as a whole. */
final class MergeDifference {

    private MergeDifference() {}

    static ObjectNode between(ObjectNode before, ObjectNode after) {
        ObjectNode patch = Json.NODES.objectNode();
        before.fieldNames().forEachRemaining(name -> {
            if (!after.has(name)) {
                patch.putNull(name);
            }
        });
        after.properties().forEach(field -> {
            JsonNode old = before.get(field.getKey());
            JsonNode now = field.getValue();
            if (old instanceof ObjectNode oldObject && now instanceof ObjectNode nowObject) {
                ObjectNode below = between(oldObject, nowObject);
                if (!below.isEmpty()) {
                    patch.set(field.getKey(), below);
                }
            } else if (!now.equals(old)) {
                patch.set(field.getKey(), now);
            }
        });
        return patch;
    }
}
