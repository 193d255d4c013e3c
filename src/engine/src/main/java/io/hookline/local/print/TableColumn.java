package io.hookline.local.print;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.object.Json;
import java.time.Instant;

/**
 * One column of kubectl's tables.
 *
 * @param type OpenAPI type: string, integer, number, boolean, date
 * @param format {@code name} for the name column, mostly empty
 * @param priority 0 if the column is always shown, else only in wide output
 */
public record TableColumn(String name, String type, String format, String description, int priority, Cell cell) {

    /** Computes the value of a cell; it is empty for a null or missing node. */
    @FunctionalInterface
    public interface Cell {
        JsonNode of(JsonNode object, Instant now);
    }

    /** Computes the text of a cell. */
    @FunctionalInterface
    interface Text {
        String of(JsonNode object);
    }

    public static final TableColumn NAME = new TableColumn(
            "Name",
            "string",
            "name",
            "The object's name.",
            0,
            (o, _) -> Json.NODES.textNode(o.path("metadata").path("name").asText()));

    static final TableColumn AGE = age("Age", ".metadata.creationTimestamp");

    /** The time of creation, for kinds of which the real server prints no age. */
    public static final TableColumn CREATED_AT = new TableColumn(
            "Created At",
            "date",
            "",
            "When the object was created.",
            0,
            (o, _) -> o.path("metadata").path("creationTimestamp"));

    static TableColumn text(String name, Text text) {
        return new TableColumn(name, "string", "", "", 0, (o, _) -> Json.NODES.textNode(text.of(o)));
    }

    static TableColumn text(String name, String path) {
        PrinterPath compiled = PrinterPath.of(path);
        return text(name, o -> CellText.first(compiled, o));
    }

    static TableColumn number(String name, String path) {
        PrinterPath compiled = PrinterPath.of(path);
        return new TableColumn(
                name, "integer", "", "", 0, (o, _) -> Json.NODES.numberNode(CellText.number(compiled, o)));
    }

    static TableColumn age(String name, String path) {
        PrinterPath compiled = PrinterPath.of(path);
        return new TableColumn(
                name,
                "string",
                "",
                "",
                0,
                (o, now) -> Json.NODES.textNode(Age.since(CellText.first(compiled, o), now)));
    }

    /** The same column with another declared type, which a real server does not always take from the cells. */
    TableColumn declared(String as) {
        return new TableColumn(name, as, format, description, priority, cell);
    }

    /** The same column, only in wide output. */
    TableColumn wide() {
        return new TableColumn(name, type, format, description, 1, cell);
    }

    public ObjectNode definition() {
        return Json.NODES
                .objectNode()
                .put("name", name)
                .put("type", type)
                .put("format", format)
                .put("description", description)
                .put("priority", priority);
    }
}
