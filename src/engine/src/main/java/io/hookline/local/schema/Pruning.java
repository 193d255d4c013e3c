package io.hookline.local.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.object.FieldPath;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Removes the fields that are not in a schema, and records their paths. */
public final class Pruning {

    private static final Set<String> OBJECT_FIELDS = Set.of("apiVersion", "kind", "metadata");

    private final boolean nullIsAbsent;
    /** The schema of metadata in embedded objects; null if it is left alone. */
    private final @Nullable Schema metadata;

    private final List<String> removed = new ArrayList<>();

    private Pruning(@Nullable Schema metadata, boolean nullIsAbsent) {
        this.metadata = metadata;
        this.nullIsAbsent = nullIsAbsent;
    }

    /**
     * Prunes a whole object in place.
     *
     * @param metadata the schema of metadata; null if it is left alone
     * @param nullIsAbsent whether nulls, empty lists and empty maps are removed too, as for built-in kinds
     * @return the paths of the removed fields
     */
    public static List<String> prune(ObjectNode tree, Schema schema, @Nullable Schema metadata, boolean nullIsAbsent) {
        Pruning body = new Pruning(metadata, nullIsAbsent);
        body.head(tree, FieldPath.ROOT);
        body.object(tree, schema, FieldPath.ROOT);
        return body.removed;
    }

    /** Prunes a value in place, but not the metadata of embedded objects; returns the paths of the removed fields. */
    public static List<String> pruneValue(JsonNode value, Schema schema) {
        Pruning body = new Pruning(null, false);
        body.value(value, schema, FieldPath.ROOT);
        return body.removed;
    }

    private void head(ObjectNode object, FieldPath place) {
        if (object.get("metadata") instanceof ObjectNode there && metadata != null) {
            Pruning head = new Pruning(metadata, true);
            head.fields(there, metadata, place.field("metadata"));
            removed.addAll(head.removed);
        } else if (object.path("metadata").isNull() && !place.path().isEmpty()) {
            object.putObject("metadata");
        }
    }

    private void object(ObjectNode tree, Schema schema, FieldPath place) {
        for (String name : List.copyOf(names(tree))) {
            if (!OBJECT_FIELDS.contains(name)) {
                field(tree, name, schema, place);
            }
        }
    }

    private void fields(ObjectNode object, Schema schema, FieldPath place) {
        for (String name : List.copyOf(names(object))) {
            field(object, name, schema, place);
        }
    }

    private void field(ObjectNode object, String name, Schema schema, FieldPath place) {
        JsonNode value = object.path(name);
        Schema known = schema.properties().get(name);
        if (known == null) {
            known = schema.additional();
        }
        if (known == null) {
            if (!schema.traits().preserveUnknown()) {
                object.remove(name);
                removed.add(place.field(name).path());
            }
        } else if (nullIsAbsent
                && value.isNull()
                && known.zero() != null
                && !schema.properties().containsKey(name)) {
            object.set(name, known.zero()); // an entry of a map is there, also if it is null
        } else if (nullIsAbsent && isOmitted(value, known) && !isListOfPolicies(value, place)) {
            object.remove(name);
        } else {
            value(value, known, place.field(name));
        }
    }

    /** Whether Go's encoder omits the value in a typed object: null, an empty list, an empty map; but not in a field that has any JSON. */
    private static boolean isOmitted(JsonNode value, Schema schema) {
        boolean isMap = schema.additional() != null;
        return (value.isNull() && !schema.traits().preserveUnknown())
                || (schema.items() != null && value.isArray() && value.isEmpty())
                || (isMap && value.isObject() && value.isEmpty());
    }

    /** An empty list of the policies of a HorizontalPodAutoscaler is refused, and a missing one gets defaults. */
    private static boolean isListOfPolicies(JsonNode value, FieldPath place) {
        return value.isArray() && place.path().startsWith("spec.behavior.");
    }

    private void value(JsonNode value, Schema schema, FieldPath place) {
        if (value instanceof ObjectNode object) {
            if (schema.traits().embeddedResource()) {
                head(object, place);
                object(object, schema, place);
            } else {
                fields(object, schema, place);
            }
        } else if (value.isArray()) {
            Schema element =
                    schema.items() == null && !schema.traits().preserveUnknown() ? Schema.NO_FIELDS : schema.element();
            for (int i = 0; i < value.size(); i++) {
                value(value.get(i), element, place.index(i));
            }
        }
    }

    private static List<String> names(ObjectNode object) {
        List<String> names = new ArrayList<>(object.size());
        object.fieldNames().forEachRemaining(names::add);
        return names;
    }
}
