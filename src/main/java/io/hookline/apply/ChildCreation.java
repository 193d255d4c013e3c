package io.hookline.apply;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.object.DecodeException;
import io.hookline.object.FieldPath;
import io.hookline.object.GoJson;
import io.hookline.object.Json;
import io.hookline.object.OwnerReference;

/** What is sent to create a child. */
public final class ChildCreation {
    private ChildCreation() {}

    /**
     * The desired child, remembering what its hook wanted, and owned by its parent. What it remembers contains neither
     * itself nor the owner that is added here.
     *
     * @param owner the parent; not added if the hook already names its uid
     * @throws DecodeException if the hook's owner references are no list
     */
    public static ObjectNode body(ObjectNode desired, OwnerReference owner) {
        ObjectNode wanted = LastApplied.without(desired);
        ObjectNode body = LastApplied.with(wanted, GoJson.text(wanted));
        ObjectNode metadata = (ObjectNode) body.path("metadata");
        metadata.set("ownerReferences", owners(metadata.path("ownerReferences"), owner));
        return body;
    }

    private static ArrayNode owners(JsonNode given, OwnerReference owner) {
        ArrayNode owners = Json.NODES.arrayNode();
        if (given instanceof ArrayNode list) {
            owners.addAll(list);
        } else if (!given.isMissingNode() && !given.isNull()) {
            FieldPath place = new FieldPath("metadata.ownerReferences");
            throw DecodeException.expected(place, "a list", Json.describe(given));
        }
        for (JsonNode present : owners) {
            if (present.path("uid").asText().equals(owner.uid())) {
                return owners;
            }
        }
        return owners.add(owner.toJson());
    }
}
