package io.hookline.local.fields;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.local.schema.Schema;
import io.hookline.object.DecodeException;
import io.hookline.object.GoJson;
import io.hookline.object.Json;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One step of a field path, as the text in {@code FieldsV1}: {@code f:} and the name of a field, {@code k:} and the
 * keys of an element, {@code v:} and the value of an element, or {@code i:} and an index. Equal steps have equal texts.
 */
final class PathElement {

    /** The order of the real server: fields, keys, values, indexes; numbers by value. */
    static final Comparator<String> ORDER = PathElement::compare;

    private static final String KINDS = "fkvi";

    private PathElement() {}

    static String field(String name) {
        return "f:" + name;
    }

    /** The step to an element of a list; null if the element has no keys. */
    static @Nullable String of(JsonNode element, Schema list) {
        if (list.lists().type().equals("set")) {
            return element.isContainerNode() || element.isNull() ? null : "v:" + GoJson.text(element);
        }
        ObjectNode keys = Json.NODES.objectNode();
        for (String name : list.lists().keys()) {
            JsonNode value = element.get(name);
            JsonNode key =
                    value == null || value.isNull() ? list.element().field(name).fallback() : value;
            if (key != null && key.isValueNode() && !key.isNull()) {
                keys.set(name, key);
            }
        }
        return element.isObject() && !keys.isEmpty() ? "k:" + GoJson.text(keys) : null;
    }

    /** The same step in the notation that this server writes; empty if its kind is unknown. */
    static String normalize(String element) {
        if (element.length() < 2 || element.charAt(1) != ':' || KINDS.indexOf(element.charAt(0)) < 0) {
            return "";
        }
        char kind = element.charAt(0);
        if (kind == 'f' || kind == 'i') {
            return element;
        }
        String normal = GoJson.text(value(element));
        return element.startsWith(normal, 2) && element.length() == normal.length() + 2
                ? element
                : element.substring(0, 2) + normal;
    }

    /**
     * The JSON after {@code k:} or {@code v:}.
     *
     * @throws DecodeException if it is not JSON
     */
    private static JsonNode value(String element) {
        return Json.parse(element.substring(2).getBytes(StandardCharsets.UTF_8));
    }

    /** A path as in messages: {@code .spec.ports[port=80,protocol="TCP"].name}. */
    static String print(List<String> path) {
        StringBuilder text = new StringBuilder();
        for (String element : path) {
            switch (element.charAt(0)) {
                case 'f' -> text.append('.').append(element, 2, element.length());
                case 'k' -> text.append('[').append(keys(value(element))).append(']');
                case 'v' ->
                    text.append("[=").append(element, 2, element.length()).append(']');
                default -> text.append('[').append(element, 2, element.length()).append(']');
            }
        }
        return text.toString();
    }

    private static String keys(JsonNode keys) {
        List<String> texts = new ArrayList<>();
        for (Map.Entry<String, JsonNode> key : keys.properties()) {
            texts.add(key.getKey() + "=" + GoJson.text(key.getValue()));
        }
        return String.join(",", texts);
    }

    private static int compare(String a, String b) {
        int kinds = KINDS.indexOf(a.charAt(0)) - KINDS.indexOf(b.charAt(0));
        if (kinds != 0) {
            return kinds;
        }
        return switch (a.charAt(0)) {
            case 'k' -> compareKeys(value(a), value(b));
            case 'f' -> a.compareTo(b);
            default -> compareValues(value(a), value(b));
        };
    }

    private static int compareKeys(JsonNode a, JsonNode b) {
        Iterator<Map.Entry<String, JsonNode>> others = b.properties().iterator();
        for (Map.Entry<String, JsonNode> key : a.properties()) {
            if (!others.hasNext()) {
                return 1;
            }
            Map.Entry<String, JsonNode> other = others.next();
            int names = key.getKey().compareTo(other.getKey());
            int order = names != 0 ? names : compareValues(key.getValue(), other.getValue());
            if (order != 0) {
                return order;
            }
        }
        return others.hasNext() ? -1 : 0;
    }

    private static int compareValues(JsonNode a, JsonNode b) {
        return a.isNumber() && b.isNumber()
                ? Double.compare(a.doubleValue(), b.doubleValue())
                : GoJson.text(a).compareTo(GoJson.text(b));
    }
}
