package io.hookline.local.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.cluster.ObjectList;
import io.hookline.local.machinery.ApiErrors;
import io.hookline.local.machinery.FieldError;
import io.hookline.local.print.TableColumn;
import io.hookline.object.GoJson;
import io.hookline.object.Json;
import io.hookline.object.KubeObject;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;

/** Writes objects as rows and columns, the form that kubectl requests for its output. */
final class TableResponseWriter implements ContentNegotiation.ResponseWriter {

    /** The part of the object that each row contains. */
    enum Include {
        NONE,
        METADATA,
        OBJECT;

        /** Parses the query parameter; metadata is the default. */
        static Include of(String parameter) {
            return switch (parameter) {
                case "None" -> NONE;
                case "Object" -> OBJECT;
                case "Metadata", "" -> METADATA;
                default ->
                    throw ApiErrors.badRequest("Unable to convert to Table as requested: includeObject: Invalid value: "
                            + FieldError.quote(parameter) + ": must be 'Metadata', 'Object', 'None', or empty");
            };
        }
    }

    private final String apiVersion;
    private final List<TableColumn> columns;
    private final Include include;
    private final InstantSource clock;
    private boolean headersSent;

    TableResponseWriter(String apiVersion, List<TableColumn> columns, Include include, InstantSource clock) {
        this.apiVersion = apiVersion;
        this.columns = columns;
        this.include = include;
        this.clock = clock;
    }

    @Override
    public void writeObject(KubeObject object, OutputStream out) throws IOException {
        ObjectNode table = table(object.resourceVersion(), "");
        table.withArrayProperty("rows").add(row(object));
        out.write(GoJson.bytes(table));
    }

    @Override
    public void writeList(ObjectList list, OutputStream out) throws IOException {
        ObjectNode table = table(list.resourceVersion(), list.continueToken());
        if (list.remainingItemCount() > 0) {
            table.withObjectProperty("metadata").put("remainingItemCount", list.remainingItemCount());
        }
        ArrayNode rows = table.withArrayProperty("rows");
        for (KubeObject item : list.items()) {
            rows.add(row(item));
        }
        out.write(GoJson.bytes(table));
    }

    /** An empty table; in a watch, only the first one contains the columns. */
    private ObjectNode table(String resourceVersion, String continueToken) {
        ObjectNode table = Json.NODES.objectNode().put("kind", "Table").put("apiVersion", apiVersion);
        ObjectNode metadata = table.putObject("metadata").put("resourceVersion", resourceVersion);
        if (!continueToken.isEmpty()) {
            metadata.put("continue", continueToken);
        }
        ArrayNode definitions = table.putArray("columnDefinitions");
        if (headersSent) {
            table.putNull("columnDefinitions");
        }
        columns.forEach(column -> definitions.add(column.definition()));
        headersSent = true;
        table.putArray("rows");
        return table;
    }

    private ObjectNode row(KubeObject object) {
        ObjectNode tree = object.tree();
        Instant now = clock.instant();
        ObjectNode row = Json.NODES.objectNode();
        ArrayNode cells = row.putArray("cells");
        for (TableColumn column : columns) {
            JsonNode cell = column.cell().of(tree, now);
            cells.add(cell.isMissingNode() ? Json.NODES.nullNode() : cell);
        }
        boolean bookmark = object.name().isEmpty(); // has its version in any case
        switch (bookmark && include == Include.NONE ? Include.METADATA : include) {
            case NONE -> row.putNull("object");
            case OBJECT -> row.set("object", tree);
            case METADATA -> {
                ObjectNode partial = row.putObject("object")
                        .put("kind", "PartialObjectMetadata")
                        .put("apiVersion", apiVersion);
                partial.set("metadata", tree.path("metadata"));
            }
        }
        return row;
    }
}
