package io.hookline.object;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The fields that a manager owns at one place of an object and below, in the API server's form ({@code FieldsV1}).
 *
 * <p>{@code f:} precedes the name of a field, {@code k:} the keys of a list item, {@code v:} a value in a list that is
 * a set. An empty object is an owned value as a whole; {@code .} marks an owned value that has owned parts too. So the
 * schema need not be known: a list with {@code k:} is matched by these keys, one with {@code v:} is a set, any other is
 * one value.
 *
 * @param json the part of {@code fieldsV1}; missing if nothing is owned here
 */
public record OwnedFields(JsonNode json) {

    /** No fields. */
    public static final OwnedFields NONE = new OwnedFields(Json.NODES.missingNode());

    public static final String FIELD = "f:";
    public static final String ITEM = "k:";
    public static final String VALUE = "v:";
    public static final String SELF = ".";

    /** What is owned of a field. */
    public OwnedFields field(String name) {
        return new OwnedFields(json.path(FIELD + name));
    }

    /** Whether the value at this place is owned as a whole, without parts. */
    public boolean isLeaf() {
        return json.isObject() && names("").stream().allMatch(SELF::equals);
    }

    /** Whether anything at this place or below is owned. */
    public boolean isPresent() {
        return json.isObject();
    }

    /** Whether parts of the value are owned. */
    public boolean hasParts() {
        return json.isObject() && !isLeaf();
    }

    /** The names of owned fields. */
    public List<String> fields() {
        return names(FIELD);
    }

    /** What is owned of list items, by their keys. */
    public Map<JsonNode, OwnedFields> items() {
        return parsed(ITEM);
    }

    /** The owned values of a list that is a set. */
    public Map<JsonNode, OwnedFields> values() {
        return parsed(VALUE);
    }

    /** Whether a value is owned in a form that is not known here. */
    public boolean hasUnknownParts() {
        return names("").stream()
                .anyMatch(name -> !name.equals(SELF)
                        && !name.startsWith(FIELD)
                        && !name.startsWith(ITEM)
                        && !name.startsWith(VALUE));
    }

    /** Adds all fields of a set in this form to another one, which is changed. */
    public static void addAll(ObjectNode to, ObjectNode more) {
        more.properties().forEach(field -> {
            if (to.get(field.getKey()) instanceof ObjectNode present && field.getValue() instanceof ObjectNode parts) {
                if (present.isEmpty() != parts.isEmpty()) {
                    present.set(SELF, Json.NODES.objectNode());
                }
                addAll(present, parts);
            } else {
                to.set(field.getKey(), field.getValue().deepCopy());
            }
        });
    }

    private List<String> names(String prefix) {
        List<String> names = new ArrayList<>();
        json.fieldNames().forEachRemaining(name -> {
            if (name.startsWith(prefix)) {
                names.add(name.substring(prefix.length()));
            }
        });
        return names;
    }

    private Map<JsonNode, OwnedFields> parsed(String prefix) {
        Map<JsonNode, OwnedFields> parts = new LinkedHashMap<>();
        for (String name : names(prefix)) {
            parts.put(parse(name), new OwnedFields(json.path(prefix + name)));
        }
        return parts;
    }

    /** The value in the name of a part; null, which matches nothing, if it is not JSON. */
    public static JsonNode parse(String name) {
        try {
            return Json.parse(name.getBytes(StandardCharsets.UTF_8));
        } catch (DecodeException _) {
            return Json.NODES.nullNode();
        }
    }
}
