package io.hookline.apply;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.object.DecodeException;
import io.hookline.object.FieldPath;
import io.hookline.object.GoJson;
import io.hookline.object.Json;
import io.hookline.object.OwnerReference;

/** Builds the object that is sent to create a child. */
final class ChildCreation {
    private ChildCreation() {}

    /**
     * Adds the last-applied annotation and the owner reference to a desired child. The annotation contains neither itself
     * nor the owner reference, nor fields that the API server sets.
     *
     * @param owner the parent; if the hook returned an owner reference with its uid, that one is kept, with the apiVersion, kind and
     *     name of the parent
     * @throws DecodeException if the owner references that the hook returned are not a list
     */
    public static ObjectNode body(ObjectNode desired, OwnerReference owner) {
        ObjectNode applied = LastApplied.without(desired);
        ObjectNode body = LastApplied.with(applied, GoJson.text(LastApplied.recordable(applied, owner.uid())));
        ObjectNode metadata = (ObjectNode) body.path("metadata");
        metadata.set("ownerReferences", owners(metadata.path("ownerReferences"), owner));
        return body;
    }

    static ArrayNode owners(JsonNode given, OwnerReference owner) {
        ArrayNode owners = Json.NODES.arrayNode();
        if (given instanceof ArrayNode list) {
            owners.addAll(list);
        } else if (!given.isMissingNode() && !given.isNull()) {
            FieldPath place = new FieldPath("metadata.ownerReferences");
            throw DecodeException.expected(place, "a list", Json.describe(given));
        }
        for (int i = 0; i < owners.size(); i++) {
            if (owners.get(i) instanceof ObjectNode present
                    && present.path("uid").asText().equals(owner.uid())) {
                owners.set(i, owner.refreshed(present)); // a hook may return what it got, with a former version
                return owners;
            }
        }
        return owners.add(owner.toJson());
    }
}
