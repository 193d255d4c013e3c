package io.hookline.local.print;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.local.resource.CrdVersion;
import io.hookline.object.Json;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** The printer columns of custom resources. */
public final class CrdColumns {
    private CrdColumns() {}

    /** Returns the name and the columns of the definition; if it has none, the name and the age. */
    public static List<TableColumn> of(CrdVersion version) {
        List<TableColumn> columns = new ArrayList<>();
        columns.add(TableColumn.NAME);
        for (JsonNode column : version.json().path("additionalPrinterColumns")) {
            columns.add(column(column));
        }
        if (columns.size() == 1) {
            columns.add(new TableColumn(
                    "Age", "date", "", "", 0, (o, now) -> cell("date", o.at("/metadata/creationTimestamp"), now)));
        }
        return columns;
    }

    private static TableColumn column(JsonNode column) {
        String source = column.path("jsonPath").asText();
        PrinterPath path = PrinterPath.of(source);
        String type = column.path("type").asText();
        String described = column.path("description").asText();
        return new TableColumn(
                column.path("name").asText(),
                type,
                column.path("format").asText(""),
                described.isEmpty() ? "Custom resource definition column (in JSONPath format): " + source : described,
                column.path("priority").asInt(),
                (object, now) -> {
                    List<JsonNode> found = path.find(object);
                    return found.isEmpty() ? Json.NODES.nullNode() : cell(type, found.getFirst(), now);
                });
    }

    /** Returns the value of a cell; null if the value does not have the type of the column. */
    private static JsonNode cell(String type, JsonNode value, Instant now) {
        return switch (type) {
            case "integer" -> value.isNumber() ? Json.NODES.numberNode(value.longValue()) : Json.NODES.nullNode();
            case "number" -> value.isNumber() ? value : Json.NODES.nullNode();
            case "boolean" -> value.isBoolean() ? value : Json.NODES.nullNode();
            case "date" ->
                value.isTextual() ? Json.NODES.textNode(Age.since(value.textValue(), now)) : Json.NODES.nullNode();
            default -> Json.NODES.textNode(CellText.text(value));
        };
    }
}
