package io.hookline.apply;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.apply.FieldOwners.Entry;
import io.hookline.object.DecodeException;
import io.hookline.object.Json;
import io.hookline.object.JsonEquality;
import io.hookline.object.OwnedFields;
import io.hookline.spec.WellKnown;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Moves fields that dynamic apply wrote to those that we apply, and removes the last-applied annotation.
 *
 * <p>A field that has two owners stays if one of them does not apply it any more. So a field that dynamic apply set would
 * never be removed by server-side apply. Only fields that are desired or were applied last are moved: the same
 * manager may have set others for other reasons, such as the labels of a decorator.
 */
final class OwnershipTransfer {

    private static final String ANNOTATION =
            "/metadata/annotations/" + WellKnown.LAST_APPLIED.replace("~", "~0").replace("/", "~1");

    private OwnershipTransfer() {}

    /** A part of a field set, and all others. */
    private record Split(ObjectNode taken, ObjectNode rest) {
        Split() {
            this(Json.NODES.objectNode(), Json.NODES.objectNode());
        }
    }

    /**
     * The JSON patch that moves the fields of an existing child; empty if there are none. The patch has the resourceVersion, so
     * that it fails if the child has changed.
     *
     * @param body the object that would be applied
     */
    static Optional<ArrayNode> of(ObjectNode live, ObjectNode body, FieldManagement by) {
        boolean annotated = !LastApplied.text(live).isEmpty();
        ObjectNode taken = Json.NODES.objectNode();
        ArrayNode entries = Json.NODES.arrayNode();
        List<Entry> former = former(live, by);
        for (Entry entry : FieldOwners.of(live).entries()) {
            if (former.contains(entry)) {
                Split desired = split(entry.fields().json(), body);
                Split applied = annotated ? split(desired.rest(), lastApplied(live)) : new Split();
                OwnedFields.addAll(taken, desired.taken());
                OwnedFields.addAll(taken, applied.taken());
                JsonNode rest = annotated ? applied.rest() : desired.rest();
                if (!rest.isEmpty()) {
                    entries.add(with(entry.json(), rest));
                }
            } else {
                entries.add(entry.json());
            }
        }
        if (taken.isEmpty() && !annotated) {
            return Optional.empty();
        }
        return Optional.of(
                patch(live, taken.isEmpty() ? Optional.empty() : merged(entries, taken, live, by), annotated));
    }

    private static List<Entry> former(ObjectNode live, FieldManagement by) {
        return FieldOwners.of(live)
                .updatedBy(by.ownManagers(), live.path("apiVersion").asText());
    }

    /** The desired state that was applied last, with the annotation itself; only the annotation if it cannot be read. */
    private static ObjectNode lastApplied(ObjectNode live) {
        Optional<ObjectNode> read;
        try {
            read = LastApplied.read(live);
        } catch (DecodeException _) {
            read = Optional.empty();
        }
        return LastApplied.with(read.orElseGet(Json.NODES::objectNode), "");
    }

    /** Adds fields to our entry of applies; empty if that has the fields of another version, which the next apply converts. */
    private static Optional<ArrayNode> merged(
            ArrayNode entries, ObjectNode taken, ObjectNode live, FieldManagement by) {
        String version = live.path("apiVersion").asText();
        for (int i = 0; i < entries.size(); i++) {
            Entry entry = new Entry(entries.get(i));
            if (entry.isApply()
                    && entry.manager().equals(by.fieldManager())
                    && entry.subresource().isEmpty()) {
                if (!entry.apiVersion().equals(version)) {
                    return Optional.empty();
                }
                ObjectNode all = entry.fields().json().deepCopy();
                OwnedFields.addAll(all, taken);
                entries.set(i, with(entry.json(), all));
                return Optional.of(entries);
            }
        }
        ObjectNode entry = Json.NODES.objectNode();
        entry.put("manager", by.fieldManager()).put("operation", "Apply").put("apiVersion", version);
        FieldOwners.of(live).entries().stream()
                .map(each -> each.json().path("time"))
                .filter(JsonNode::isTextual)
                .findFirst()
                .ifPresent(time -> entry.set("time", time));
        entry.put("fieldsType", "FieldsV1").set("fieldsV1", taken);
        return Optional.of(entries.add(entry));
    }

    private static ObjectNode with(JsonNode entry, JsonNode fields) {
        ObjectNode changed = LastApplied.copy(entry);
        changed.set("fieldsV1", fields);
        return changed;
    }

    private static ArrayNode patch(ObjectNode live, Optional<ArrayNode> entries, boolean annotated) {
        ArrayNode patch = Json.NODES.arrayNode();
        JsonNode version = live.path("metadata").path("resourceVersion");
        patch.addObject()
                .put("op", "replace")
                .put("path", "/metadata/resourceVersion")
                .set("value", version);
        entries.ifPresent(all -> patch.addObject()
                .put("op", "replace")
                .put("path", "/metadata/managedFields")
                .set("value", all));
        if (annotated) {
            patch.addObject().put("op", "remove").put("path", ANNOTATION);
        }
        return patch;
    }

    /** Splits the fields of a set into those that a value has and all others. */
    private static Split split(JsonNode fields, JsonNode value) {
        Split split = new Split();
        Map<JsonNode, OwnedFields> keys = new OwnedFields(fields).items();
        Set<JsonNode> found = ListKeys.match(value, keys.keySet()).keySet();
        fields.properties().forEach(field -> {
            String name = field.getKey();
            Optional<JsonNode> part = part(name, value, found);
            if (name.equals(OwnedFields.SELF)) {
                return; // below
            }
            if (part.isEmpty()) {
                split.rest().set(name, field.getValue());
            } else if (field.getValue().isEmpty()) {
                split.taken().set(name, field.getValue());
            } else {
                Split parts = split(field.getValue(), part.get());
                addIfAny(split.taken(), name, parts.taken());
                addIfAny(split.rest(), name, parts.rest());
            }
        });
        if (fields.has(OwnedFields.SELF)) {
            (split.taken().isEmpty() ? split.rest() : split.taken()).set(OwnedFields.SELF, Json.NODES.objectNode());
        }
        return split;
    }

    /** The part of a value that the name of an owned field stands for; empty if the value has none. */
    private static Optional<JsonNode> part(String name, JsonNode value, Set<JsonNode> items) {
        String rest = name.substring(Math.min(2, name.length()));
        if (name.startsWith(OwnedFields.FIELD)) {
            return Optional.ofNullable(value.get(rest));
        }
        JsonNode key = OwnedFields.parse(rest);
        if (name.startsWith(OwnedFields.ITEM)) {
            return items.contains(key) ? Optional.of(value.get(ListKeys.find(value, key))) : Optional.empty();
        }
        for (JsonNode each : value) {
            if (name.startsWith(OwnedFields.VALUE) && JsonEquality.semantic(each, key)) {
                return Optional.of(each);
            }
        }
        return Optional.empty();
    }

    private static void addIfAny(ObjectNode to, String name, ObjectNode part) {
        if (!part.isEmpty()) {
            to.set(name, part);
        }
    }
}
