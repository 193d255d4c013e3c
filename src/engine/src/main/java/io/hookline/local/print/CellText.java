package io.hookline.local.print;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.object.GoJson;
import io.hookline.object.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Cell texts that the columns of several kinds share. */
final class CellText {

    static final String NONE = "<none>";

    private CellText() {}

    /** The first value at a path, as text; empty if it is missing. */
    static String first(PrinterPath path, JsonNode object) {
        List<JsonNode> found = path.find(object);
        return found.isEmpty() ? "" : text(found.getFirst());
    }

    /** A value as text; objects and lists as JSON. */
    static String text(JsonNode value) {
        return value.isContainerNode() ? GoJson.text(value) : value.asText();
    }

    /** The first number at a path, or 0. */
    static long number(PrinterPath path, JsonNode object) {
        List<JsonNode> found = path.find(object);
        return found.isEmpty() ? 0 : found.getFirst().asLong();
    }

    /** The number at a JSON pointer such as {@code /spec/replicas}, or a default. */
    static long number(JsonNode object, String pointer, long otherwise) {
        return object.at(pointer).asLong(otherwise);
    }

    static String orNone(String text) {
        return text.isEmpty() ? NONE : text;
    }

    /** {@code a=b,c=d}. */
    static String labels(JsonNode labels) {
        List<String> texts = new ArrayList<>();
        for (Map.Entry<String, JsonNode> label : labels.properties()) {
            texts.add(label.getKey() + "=" + label.getValue().asText());
        }
        return orNone(String.join(",", texts));
    }

    /** A label selector with {@code matchLabels} and {@code matchExpressions}. */
    static String selector(JsonNode selector) {
        List<String> texts = new ArrayList<>();
        for (Map.Entry<String, JsonNode> label : selector.path("matchLabels").properties()) {
            texts.add(label.getKey() + "=" + label.getValue().asText());
        }
        for (JsonNode expression : selector.path("matchExpressions")) {
            texts.add(expression(expression));
        }
        return orNone(String.join(",", texts));
    }

    private static String expression(JsonNode expression) {
        String key = expression.path("key").asText();
        String values = "(" + join(expression.path("values"), "", ",") + ")";
        return switch (expression.path("operator").asText()) {
            case "In" -> key + " in " + values;
            case "NotIn" -> key + " notin " + values;
            case "DoesNotExist" -> "!" + key;
            default -> key;
        };
    }

    /** Joins the elements of a list, or one field of each element. */
    static String join(JsonNode list, String field, String separator) {
        List<String> texts = new ArrayList<>();
        for (JsonNode element : list) {
            texts.add((field.isEmpty() ? element : element.path(field)).asText());
        }
        return String.join(separator, texts);
    }

    static String containers(JsonNode podSpec) {
        return join(podSpec.path("containers"), "name", ",");
    }

    static String images(JsonNode podSpec) {
        return join(podSpec.path("containers"), "image", ",");
    }

    /** The status condition with a type; a missing node if it does not exist. */
    static JsonNode condition(JsonNode object, String type) {
        return Json.ofType(object.at("/status/conditions"), type);
    }
}
