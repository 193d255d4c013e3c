package io.hookline.apply;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.object.DecodeException;
import io.hookline.object.FieldPath;
import io.hookline.object.Json;
import io.hookline.object.SecretValues;
import io.hookline.spec.WellKnown;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** The last-applied annotation of a child: the desired state that was applied last. */
final class LastApplied {

    private static final FieldPath PLACE =
            new FieldPath("metadata.annotations").field("\"" + WellKnown.LAST_APPLIED + "\"");

    private LastApplied() {}

    /**
     * Reads the annotation; empty if the child has none.
     *
     * @throws DecodeException if the annotation is not the JSON of an object
     */
    static Optional<ObjectNode> read(ObjectNode child) {
        String text = text(child);
        if (text.isEmpty()) {
            return Optional.empty();
        }
        JsonNode record;
        try {
            record = Json.parse(text.getBytes(StandardCharsets.UTF_8));
        } catch (DecodeException e) {
            String detail = SecretValues.in(child).covers(PLACE) ? "" : ": " + e.getMessage(); // which quotes the text
            throw new DecodeException(PLACE, "not JSON" + detail);
        }
        return record.isNull() ? Optional.empty() : Optional.of(Json.object(record, PLACE));
    }

    /**
     * The part of a desired child that is recorded: what its author decides. Not the annotation itself, the status, the fields that the
     * API server sets and the owner reference to the parent, which a hook that returns an observed child returns too. They change with
     * each write, so recording them would make the next write necessary.
     */
    static ObjectNode recordable(ObjectNode child, String ownerUid) {
        ObjectNode recorded = copy(without(child));
        recorded.remove("status");
        if (!(child.path("metadata") instanceof ObjectNode)) {
            return recorded;
        }
        ObjectNode metadata = copy(recorded.path("metadata")).without(ChildUpdate.SYSTEM_FIELDS);
        if (!text(child).isEmpty() && metadata.path("annotations").isEmpty()) {
            metadata.remove("annotations"); // of which the last-applied one was the only one
        }
        if (metadata.path("ownerReferences") instanceof ArrayNode owners) {
            ArrayNode others = Json.NODES.arrayNode();
            owners.forEach(owner -> {
                if (!owner.path("uid").asText().equals(ownerUid)) {
                    others.add(owner);
                }
            });
            metadata.set("ownerReferences", others);
            if (others.isEmpty()) {
                metadata.remove("ownerReferences");
            }
        }
        recorded.set("metadata", metadata);
        return recorded;
    }

    /** The annotation's text, empty if there is none. Its keys are sorted, so it does not depend on the hook's order. */
    static String text(ObjectNode child) {
        return annotations(child).path(WellKnown.LAST_APPLIED).asText("");
    }

    /** Returns the child without the annotation. The result shares all other parts with the argument. */
    static ObjectNode without(ObjectNode child) {
        JsonNode annotations = annotations(child);
        if (!annotations.has(WellKnown.LAST_APPLIED)) {
            return child;
        }
        ObjectNode kept = copy(annotations);
        kept.remove(WellKnown.LAST_APPLIED);
        return withAnnotations(child, kept);
    }

    /** Returns the child with the annotation. The result shares all other parts with the argument. */
    static ObjectNode with(ObjectNode child, String record) {
        return withAnnotations(child, copy(annotations(child)).put(WellKnown.LAST_APPLIED, record));
    }

    private static ObjectNode withAnnotations(ObjectNode child, ObjectNode annotations) {
        ObjectNode metadata = copy(child.path("metadata"));
        metadata.set("annotations", annotations);
        ObjectNode changed = copy(child);
        changed.set("metadata", metadata);
        return changed;
    }

    private static JsonNode annotations(ObjectNode child) {
        return child.path("metadata").path("annotations");
    }

    /** Copies the fields of an object, but not their values; returns an empty object for any other node. */
    static ObjectNode copy(JsonNode node) {
        ObjectNode copy = Json.NODES.objectNode();
        node.properties().forEach(field -> copy.set(field.getKey(), field.getValue()));
        return copy;
    }
}
