package io.hookline.cli.crd;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.hook.protocol.HookException;
import io.hookline.object.FieldPath;
import io.hookline.object.Json;

/**
 * A column of {@code kubectl get}.
 *
 * @param title what kubectl prints in capitals
 * @param type a type of additionalPrinterColumns
 */
record Column(String title, String type, String jsonPath) {

    /** Returns the column of a field. On conditions, the title is the type of one of them. */
    static Column of(String title, JsonNode schema, FieldPath place) {
        String path = "." + place;
        if (path.contains("[") || path.contains("*")) {
            throw new HookException(place + ": a column cannot show a field of a list or map");
        }
        String type = schema.path("type").asText("string");
        if (type.equals("array")
                && schema.path("x-kubernetes-list-map-keys").path(0).asText().equals("type")) {
            return new Column(title, "string", path + "[?(@.type==\"" + title + "\")].status");
        }
        if (type.equals("array") || type.equals("object")) {
            throw new HookException(place + ": a column cannot show a list, a map or an object");
        }
        boolean date = schema.path("format").asText().equals("date-time");
        return new Column(title, date ? "date" : type, path);
    }

    ObjectNode json() {
        return Json.NODES.objectNode().put("name", title).put("type", type).put("jsonPath", jsonPath);
    }
}
