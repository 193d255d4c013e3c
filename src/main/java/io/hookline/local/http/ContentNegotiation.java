package io.hookline.local.http;

import io.hookline.local.print.AccessColumns;
import io.hookline.local.print.CoreV1Columns;
import io.hookline.local.print.CrdColumns;
import io.hookline.local.print.TableColumn;
import io.hookline.local.print.WorkloadColumns;
import io.hookline.local.resource.CrdVersions;
import io.hookline.object.ApiResource;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Chooses the form in which a request's objects are written. Thread-safe. */
final class ContentNegotiation {

    private static final List<TableColumn> OTHERS = List.of(TableColumn.NAME, TableColumn.CREATED_AT);

    private final CrdVersions crds;
    private final InstantSource clock;
    private final Map<String, List<TableColumn>> builtIn = new HashMap<>();

    ContentNegotiation(CrdVersions crds, InstantSource clock) {
        this.crds = crds;
        this.clock = clock;
        builtIn.putAll(CoreV1Columns.byGroupResource());
        builtIn.putAll(WorkloadColumns.byGroupResource());
        builtIn.putAll(AccessColumns.byGroupResource());
    }

    /** The view that the request's Accept header asks for. */
    ResponseWriter of(ApiRequest request) {
        ApiResource resource = request.resource();
        return switch (MediaType.of(request.header("Accept"))) {
            case PLAIN -> JsonResponseWriter.whole(resource.apiVersion(), resource.kind(), listKind(resource));
            case METADATA -> JsonResponseWriter.metadata();
            case TABLE ->
                new TableResponseWriter(
                        columns(resource), TableResponseWriter.Include.of(request.param("includeObject")), clock);
        };
    }

    private String listKind(ApiResource resource) {
        String otherwise = resource.kind() + "List";
        return crds.find(resource)
                .map(crd -> crd.names().path("listKind").asText(otherwise))
                .orElse(otherwise);
    }

    private List<TableColumn> columns(ApiResource resource) {
        return crds.find(resource)
                .map(CrdColumns::of)
                .orElseGet(() -> builtIn.getOrDefault(resource.groupResource(), OTHERS));
    }
}
