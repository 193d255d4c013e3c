package io.hookline.local.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.local.machinery.FieldError;
import io.hookline.object.FieldPath;
import io.hookline.object.GoJson;
import io.hookline.object.Json;
import io.hookline.object.JsonEquality;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Validates a custom resource against its schema. An update is not refused for values that it did not change. */
public final class SchemaRules {
    private SchemaRules() {}

    public static List<FieldError> onCreate(ObjectNode tree, Schema schema) {
        List<FieldError> errors = new ArrayList<>(SchemaCheck.check(tree, schema, FieldPath.ROOT));
        errors.addAll(ListUniqueness.check(tree, schema));
        return errors;
    }

    public static List<FieldError> onUpdate(ObjectNode tree, ObjectNode before, Schema schema) {
        List<FieldError> errors = new ArrayList<>(SchemaCheck.recheck(tree, before, schema, FieldPath.ROOT));
        errors.addAll(newDuplicates(tree, before, schema));
        return errors;
    }

    public static List<FieldError> onStatusUpdate(ObjectNode tree, ObjectNode before, Schema schema) {
        List<FieldError> errors = new ArrayList<>();
        Schema status = schema.properties().get("status");
        if (status != null && tree.has("status")) {
            JsonNode old = before.has("status") ? before.get("status") : Json.NODES.missingNode();
            errors.addAll(SchemaCheck.recheck(tree.path("status"), old, status, new FieldPath("status")));
        }
        errors.addAll(newDuplicates(tree, before, schema));
        return errors;
    }

    private static List<FieldError> newDuplicates(ObjectNode tree, ObjectNode before, Schema schema) {
        return ListUniqueness.check(before, schema).isEmpty() ? ListUniqueness.check(tree, schema) : List.of();
    }

    /** Checks that lists of type set and map contain each element once, and those of type map only objects. */
    static final class ListUniqueness {

        private final List<FieldError> errors = new ArrayList<>();

        private ListUniqueness() {}

        static List<FieldError> check(JsonNode value, Schema schema) {
            ListUniqueness check = new ListUniqueness();
            check.value(value, schema, FieldPath.ROOT);
            return check.errors;
        }

        /** Whether a list contains an element twice. */
        static boolean repeats(JsonNode list) {
            Set<String> seen = new HashSet<>();
            for (JsonNode element : list) {
                if (!seen.add(GoJson.text(element))) {
                    return true;
                }
            }
            return false;
        }

        /** Whether two values are equal; the order of the elements of a list of type map does not matter. */
        static boolean same(JsonNode value, JsonNode before, Schema schema) {
            if (value.isObject() && before.isObject()) {
                return value.size() == before.size()
                        && value.propertyStream().allMatch(field -> {
                            Schema known = schema.properties().get(field.getKey());
                            return before.has(field.getKey())
                                    && same(
                                            field.getValue(),
                                            before.path(field.getKey()),
                                            known == null ? Schema.ANYTHING : known);
                        });
            }
            Schema items = schema.items();
            Map<String, JsonNode> old = value.isArray() && items != null ? byKeys(before, schema) : Map.of();
            if (items == null || old.isEmpty()) {
                return JsonEquality.strict(value, before);
            }
            return value.size() == before.size()
                    && value.valueStream().allMatch(each -> {
                        JsonNode same = old.get(keys(each, schema));
                        return same != null && same(each, same, items);
                    });
        }

        /** The elements of a list of type map by their keys; none of another list. */
        static Map<String, JsonNode> byKeys(JsonNode list, Schema schema) {
            Map<String, JsonNode> elements = new HashMap<>();
            if (list.isArray() && schema.lists().type().equals("map")) {
                list.forEach(element -> elements.put(keys(element, schema), element));
            }
            return elements;
        }

        static String keys(JsonNode element, Schema schema) {
            return GoJson.text(identity(element, schema));
        }

        private void value(JsonNode value, Schema schema, FieldPath place) {
            if (value.isArray()) {
                list(value, schema, place);
            } else if (value instanceof ObjectNode object) {
                for (Map.Entry<String, JsonNode> field : object.properties()) {
                    Schema known = schema.properties().get(field.getKey());
                    if (known != null) {
                        value(field.getValue(), known, place.field(field.getKey()));
                    } else if (schema.additional() != null) {
                        value(
                                field.getValue(),
                                schema.additional(),
                                new FieldPath(place.path() + "[" + field.getKey() + "]"));
                    }
                }
            }
        }

        private void list(JsonNode list, Schema schema, FieldPath place) {
            for (int i = 0; i < list.size() && schema.lists().type().equals("map"); i++) {
                if (!list.get(i).isObject() && !list.get(i).isNull()) {
                    errors.add(FieldError.invalid(
                            place.index(i), list.get(i), "must be an object for an array of list-type map"));
                    return; // a real server compares no elements of this list
                }
            }
            Map<String, Integer> seen = new HashMap<>();
            for (int i = 0; i < list.size(); i++) {
                JsonNode identity = identity(list.get(i), schema);
                if (!identity.isMissingNode() && seen.merge(GoJson.text(identity), 1, Integer::sum) == 2) {
                    errors.add(FieldError.duplicate(place.index(i), identity));
                }
                if (schema.items() != null) {
                    value(list.get(i), schema.items(), place.index(i));
                }
            }
        }

        /**
         * The value that must be unique in the list: an element or its keys. Missing if the list may have duplicates.
         */
        private static JsonNode identity(JsonNode element, Schema schema) {
            return switch (schema.lists().type()) {
                case "set" -> element;
                case "map" -> {
                    ObjectNode keys = Json.NODES.objectNode();
                    for (String key : schema.lists().keys()) {
                        if (element.has(key)) {
                            keys.set(key, element.get(key));
                        }
                    }
                    yield keys;
                }
                default -> Json.NODES.missingNode();
            };
        }
    }
}
