package io.hookline.local.http;

import io.hookline.local.print.AccessColumns;
import io.hookline.local.print.CoreColumns;
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
final class Views {

    private static final List<TableColumn> OTHERS = List.of(TableColumn.NAME, TableColumn.CREATED_AT);

    private final CrdVersions crds;
    private final InstantSource clock;
    private final Map<String, List<TableColumn>> builtIn = new HashMap<>();

    Views(CrdVersions crds, InstantSource clock) {
        this.crds = crds;
        this.clock = clock;
        builtIn.putAll(CoreColumns.byGroupResource());
        builtIn.putAll(WorkloadColumns.byGroupResource());
        builtIn.putAll(AccessColumns.byGroupResource());
    }

    /** The view that the request's Accept header asks for. */
    View of(ApiRequest request) {
        ApiResource resource = request.resource();
        return switch (Rendering.of(request.header("Accept"))) {
            case PLAIN -> PlainView.whole(resource.apiVersion(), resource.kind(), listKind(resource));
            case METADATA -> PlainView.metadata();
            case TABLE -> new TableView(columns(resource), TableView.Include.of(request.param("includeObject")), clock);
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
