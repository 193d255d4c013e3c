package io.hookline.local.fields;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.local.schema.Schema;
import io.hookline.object.Json;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Merges an applied configuration into an object: sets all its fields, and removes none. */
final class ApplyMerge {
    private ApplyMerge() {}

    /** The merged value; it may share parts with both arguments, which are not changed. */
    static JsonNode merge(JsonNode live, JsonNode applied, Schema schema) {
        FieldSetReader.ValueShape shape = FieldSetReader.ValueShape.of(applied, schema);
        boolean comparable = shape == FieldSetReader.ValueShape.of(live, schema) && shape != FieldSetReader.ValueShape.LEAF;
        if (!comparable || live.isEmpty()) {
            return applied;
        }
        if (applied.isEmpty()) {
            return live;
        }
        return shape == FieldSetReader.ValueShape.FIELDS ? fields(live, applied, schema) : elements(live, applied, schema);
    }

    private static ObjectNode fields(JsonNode live, JsonNode applied, Schema schema) {
        ObjectNode merged = Json.NODES.objectNode();
        for (Map.Entry<String, JsonNode> field : live.properties()) {
            String name = field.getKey();
            JsonNode wanted = applied.get(name);
            merged.set(name, wanted == null ? field.getValue() : merge(field.getValue(), wanted, schema.field(name)));
        }
        for (Map.Entry<String, JsonNode> field : applied.properties()) {
            if (!live.has(field.getKey())) {
                merged.set(field.getKey(), field.getValue());
            }
        }
        return merged;
    }

    /**
     * Merges lists. The applied elements have the applied order. The other elements stay before the applied element
     * that they preceded.
     */
    private static ArrayNode elements(JsonNode live, JsonNode applied, Schema schema) {
        Map<String, JsonNode> wanted = byStep(applied, schema);
        Map<String, JsonNode> present = byStep(live, schema);
        present.keySet().removeAll(FieldSetReader.duplicates(live, schema));
        List<String> order = List.copyOf(wanted.keySet());
        List<String> shared =
                order.stream().filter(steps(live, schema)::contains).toList();
        ArrayNode merged = Json.NODES.arrayNode();
        Set<String> done = new HashSet<>();
        int next = 0;
        int left = 0;
        for (int right = 0; left < live.size() || right < order.size(); ) {
            String here = left < live.size() ? PathElement.of(live.get(left), schema) : null;
            boolean onlyLive = left < live.size() && (here == null || !wanted.containsKey(here));
            if (onlyLive) {
                merged.add(live.get(left++));
            } else if (right == order.size() || (here != null && isMoved(here, order.get(right), shared, next))) {
                left++; // merged at its place in the applied order
            } else {
                String step = order.get(right++);
                left += step.equals(here) || (here != null && done.contains(here)) ? 1 : 0;
                done.add(step);
                merged.add(both(present.get(step), wanted.get(step), schema.element()));
                next += next < shared.size() && shared.get(next).equals(step) ? 1 : 0;
            }
        }
        return merged;
    }

    /** Whether an element of both lists is not the next one in the applied order. */
    private static boolean isMoved(String here, String applied, List<String> shared, int next) {
        return !here.equals(applied)
                && next < shared.size()
                && !shared.get(next).equals(here);
    }

    private static JsonNode both(@Nullable JsonNode live, @Nullable JsonNode applied, Schema element) {
        if (live == null || applied == null) {
            return applied == null ? Json.NODES.nullNode() : applied;
        }
        return merge(live, applied, element);
    }

    private static Set<String> steps(JsonNode list, Schema schema) {
        return byStep(list, schema).keySet();
    }

    private static Map<String, JsonNode> byStep(JsonNode list, Schema schema) {
        Map<String, JsonNode> elements = new LinkedHashMap<>();
        for (JsonNode element : list) {
            String step = PathElement.of(element, schema);
            if (step != null) {
                elements.putIfAbsent(step, element);
            }
        }
        return elements;
    }
}
