package io.hookline.local.fields;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.local.schema.Schema;
import io.hookline.object.JsonEquality;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Compares two states of an object field by field. */
final class FieldComparison {
    private FieldComparison() {}

    /** Compares two values, of which at most one is null (absent). */
    static FieldChanges compare(@Nullable JsonNode before, @Nullable JsonNode after, Schema schema) {
        FieldSetReader.ValueShape old = before == null ? null : FieldSetReader.ValueShape.of(before, schema);
        FieldSetReader.ValueShape now = after == null ? null : FieldSetReader.ValueShape.of(after, schema);
        if (old == null || now == null || old == now) {
            return compare(before, after, schema, old == null ? now : old);
        }
        // The value has another type now: what it consisted of is removed, what it consists of is added.
        FieldChanges parts = children(before, null, schema, old).union(children(null, after, schema, now));
        return parts.union(FieldChanges.MODIFIED);
    }

    private static FieldChanges compare(
            @Nullable JsonNode before,
            @Nullable JsonNode after,
            Schema schema,
            FieldSetReader.@Nullable ValueShape shape) {
        if (before != null && after != null && JsonEquality.strict(before, after)) {
            return FieldChanges.NONE;
        }
        FieldChanges self =
                before == null ? FieldChanges.ADDED : after == null ? FieldChanges.REMOVED : FieldChanges.MODIFIED;
        if (shape == FieldSetReader.ValueShape.LEAF || (isEmpty(before) && isEmpty(after))) {
            return self;
        }
        FieldChanges below = children(before, after, schema, shape);
        return before != null && after != null ? below : below.union(self);
    }

    private static boolean isEmpty(@Nullable JsonNode value) {
        return value == null || value.isEmpty();
    }

    private static FieldChanges children(
            @Nullable JsonNode before,
            @Nullable JsonNode after,
            Schema schema,
            FieldSetReader.@Nullable ValueShape shape) {
        return switch (shape) {
            case FIELDS -> fields(before, after, schema);
            case ELEMENTS -> elements(before, after, schema);
            case LEAF -> FieldChanges.NONE;
            case null -> FieldChanges.NONE;
        };
    }

    private static FieldChanges fields(@Nullable JsonNode before, @Nullable JsonNode after, Schema schema) {
        FieldChanges.Collector changes = new FieldChanges.Collector();
        if (before != null) {
            for (Map.Entry<String, JsonNode> field : before.properties()) {
                JsonNode now = after == null ? null : after.get(field.getKey());
                changes.put(
                        PathElement.field(field.getKey()),
                        compare(field.getValue(), now, schema.field(field.getKey())));
            }
        }
        if (after != null) {
            for (Map.Entry<String, JsonNode> field : after.properties()) {
                if (before == null || !before.has(field.getKey())) {
                    changes.put(
                            PathElement.field(field.getKey()),
                            compare(null, field.getValue(), schema.field(field.getKey())));
                }
            }
        }
        return changes.build();
    }

    private static FieldChanges elements(@Nullable JsonNode before, @Nullable JsonNode after, Schema schema) {
        Map<String, List<JsonNode>> old = byStep(before, schema);
        Map<String, List<JsonNode>> now = byStep(after, schema);
        FieldChanges.Collector changes = new FieldChanges.Collector();
        old.forEach((step, elements) ->
                changes.put(step, element(elements, now.getOrDefault(step, List.of()), schema.element())));
        now.forEach((step, elements) -> {
            if (!old.containsKey(step)) {
                changes.put(step, element(List.of(), elements, schema.element()));
            }
        });
        return changes.build();
    }

    /** Compares the elements with the same keys. Duplicates are compared as a whole. */
    private static FieldChanges element(List<JsonNode> before, List<JsonNode> after, Schema schema) {
        boolean duplicatesBefore = before.size() > 1;
        boolean duplicatesAfter = after.size() > 1;
        if (duplicatesBefore && duplicatesAfter) {
            return same(before, after) ? FieldChanges.NONE : FieldChanges.MODIFIED;
        }
        if (duplicatesBefore) {
            return after.isEmpty()
                    ? FieldChanges.REMOVED
                    : compare(null, after.getFirst(), schema).union(FieldChanges.REMOVED);
        }
        if (duplicatesAfter) {
            return before.isEmpty()
                    ? FieldChanges.ADDED
                    : compare(before.getFirst(), null, schema).union(FieldChanges.ADDED);
        }
        return compare(before.isEmpty() ? null : before.getFirst(), after.isEmpty() ? null : after.getFirst(), schema);
    }

    private static boolean same(List<JsonNode> before, List<JsonNode> after) {
        boolean same = before.size() == after.size();
        for (int i = 0; same && i < before.size(); i++) {
            same = JsonEquality.strict(before.get(i), after.get(i));
        }
        return same;
    }

    private static Map<String, List<JsonNode>> byStep(@Nullable JsonNode list, Schema schema) {
        Map<String, List<JsonNode>> elements = new LinkedHashMap<>();
        if (list != null) {
            for (JsonNode element : list) {
                String step = PathElement.of(element, schema);
                if (step != null) {
                    elements.computeIfAbsent(step, _ -> new ArrayList<>(1)).add(element);
                }
            }
        }
        return elements;
    }

    /** The fields that differ between two states of an object. */
    record FieldChanges(FieldSet added, FieldSet modified, FieldSet removed) {

        static final FieldChanges NONE = new FieldChanges(FieldSet.EMPTY, FieldSet.EMPTY, FieldSet.EMPTY);
        static final FieldChanges ADDED = new FieldChanges(FieldSet.MEMBER, FieldSet.EMPTY, FieldSet.EMPTY);
        static final FieldChanges MODIFIED = new FieldChanges(FieldSet.EMPTY, FieldSet.MEMBER, FieldSet.EMPTY);
        static final FieldChanges REMOVED = new FieldChanges(FieldSet.EMPTY, FieldSet.EMPTY, FieldSet.MEMBER);

        boolean isNone() {
            return added.isEmpty() && modified.isEmpty() && removed.isEmpty();
        }

        /** The fields that have a new value. */
        FieldSet written() {
            return added.union(modified);
        }

        FieldChanges union(FieldChanges other) {
            return new FieldChanges(
                    added.union(other.added), modified.union(other.modified), removed.union(other.removed));
        }

        /** The changes of other fields than these and those below them. */
        FieldChanges without(FieldSet ignored) {
            return ignored.isEmpty()
                    ? this
                    : new FieldChanges(added.without(ignored), modified.without(ignored), removed.without(ignored));
        }

        /** Collects the changes below one field. */
        static final class Collector {
            private final Map<String, FieldSet> added = new LinkedHashMap<>();
            private final Map<String, FieldSet> modified = new LinkedHashMap<>();
            private final Map<String, FieldSet> removed = new LinkedHashMap<>();

            void put(String element, FieldChanges changes) {
                put(added, element, changes.added);
                put(modified, element, changes.modified);
                put(removed, element, changes.removed);
            }

            private static void put(Map<String, FieldSet> into, String element, FieldSet set) {
                if (!set.isEmpty()) {
                    into.merge(element, set, FieldSet::union);
                }
            }

            FieldChanges build() {
                return added.isEmpty() && modified.isEmpty() && removed.isEmpty()
                        ? NONE
                        : new FieldChanges(
                                FieldSet.of(false, added), FieldSet.of(false, modified), FieldSet.of(false, removed));
            }
        }
    }
}
