package io.hookline.object;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;

/**
 * The state of a child that a watcher has applied last. Dynamic apply leaves it in an annotation; server-side apply
 * leaves the names of the applied fields in {@code managedFields}, and the values are those that the child has.
 */
public final class AppliedState {

    /** Annotation of a child: the JSON of the desired state that dynamic apply has applied last. */
    public static final String LAST_APPLIED = "metacontroller.k8s.io/last-applied-configuration";

    private AppliedState() {}

    /**
     * Reads what was applied, without the owner reference that the watcher adds.
     *
     * @param owner the uid of the parent: an entry in {@code managedFields} that owns the reference to it is the
     *     watcher's, whatever the name of its field manager. After a change of that name there are two, and each has a
     *     part
     * @return empty if no watcher has applied the child
     * @throws DecodeException if the annotation is not the JSON of an object
     */
    public static Optional<ObjectNode> of(KubeObject child, String owner) {
        String annotation = child.annotation(LAST_APPLIED);
        if (annotation != null && !annotation.isEmpty()) {
            JsonNode applied = Json.parse(annotation.getBytes(StandardCharsets.UTF_8));
            return Optional.of(Json.object(applied, new FieldPath("metadata.annotations")));
        }
        ObjectNode all = Json.NODES.objectNode();
        for (JsonNode entry : child.tree().at("/metadata/managedFields")) {
            OwnedFields owned = new OwnedFields(entry.path("fieldsV1"));
            if (entry.path("operation").asText().equals("Apply") && ownsReference(owned, owner)) {
                OwnedFields.addAll(all, (ObjectNode) owned.json());
            }
        }
        return all.isEmpty() ? Optional.empty() : Optional.of(applied(child, new OwnedFields(all), owner));
    }

    /**
     * Whether a watcher has applied a child of the owner with this uid. What it left there may be unreadable by now;
     * then it does not count.
     */
    public static boolean isPresent(KubeObject child, String owner) {
        try {
            return of(child, owner).isPresent();
        } catch (DecodeException _) {
            return false;
        }
    }

    private static boolean ownsReference(OwnedFields owned, String owner) {
        return owned.field("metadata").field("ownerReferences").items().keySet().stream()
                .anyMatch(key -> key.path("uid").asText().equals(owner));
    }

    private static ObjectNode applied(KubeObject child, OwnedFields owned, String owner) {
        ObjectNode state = Json.NODES.objectNode();
        state.put("apiVersion", child.gvk().apiVersion())
                .put("kind", child.gvk().kind());
        ObjectNode metadata = state.putObject("metadata").put("name", child.name());
        if (!child.namespace().isEmpty()) {
            metadata.put("namespace", child.namespace());
        }
        ObjectNode fields = (ObjectNode) value(owned, child.tree());
        metadata.setAll((ObjectNode) fields.path("metadata"));
        withoutOwner(metadata, owner);
        fields.remove("metadata");
        return state.setAll(fields);
    }

    private static void withoutOwner(ObjectNode metadata, String owner) {
        ArrayNode others = Json.NODES.arrayNode();
        for (JsonNode reference : metadata.path("ownerReferences")) {
            if (!reference.path("uid").asText().equals(owner)) {
                others.add(reference);
            }
        }
        metadata.remove("ownerReferences");
        if (!others.isEmpty()) {
            metadata.set("ownerReferences", others);
        }
    }

    private static JsonNode value(OwnedFields owned, JsonNode live) {
        if (owned.isLeaf()) {
            return live.deepCopy();
        }
        return live.isArray() ? items(owned, live) : fields(owned, live);
    }

    private static JsonNode fields(OwnedFields owned, JsonNode live) {
        ObjectNode fields = Json.NODES.objectNode();
        for (String name : owned.fields()) {
            if (live.has(name)) { // a field with an empty value may be owned and absent
                fields.set(name, value(owned.field(name), live.path(name)));
            }
        }
        return fields;
    }

    private static JsonNode items(OwnedFields owned, JsonNode live) {
        ArrayNode items = Json.NODES.arrayNode();
        Map<JsonNode, OwnedFields> keys = owned.items();
        for (JsonNode item : live) {
            keys.entrySet().stream()
                    .filter(key -> hasKey(item, key.getKey()))
                    .findFirst()
                    .ifPresent(key -> items.add(value(key.getValue(), item)));
            owned.values().keySet().stream()
                    .filter(value -> JsonEquality.semantic(value, item))
                    .findFirst()
                    .ifPresent(items::add);
        }
        return items;
    }

    private static boolean hasKey(JsonNode item, JsonNode key) {
        return key.properties().stream()
                .allMatch(field -> JsonEquality.semantic(item.path(field.getKey()), field.getValue()));
    }
}
