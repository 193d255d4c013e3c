package io.hookline.local.http;

import io.hookline.cluster.ClusterException;
import io.hookline.local.LocalCluster;
import io.hookline.local.discovery.DiscoveryDocuments;
import io.hookline.local.resource.CrdVersions;
import io.hookline.object.ApiResource;
import io.javalin.http.Context;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Decides what a request about resources is, and who answers it. Thread-safe. */
final class ApiRouter implements AutoCloseable {

    /** Subresources that need something that is not here, and what that is. */
    private static final Map<String, String> NOT_HERE = Map.ofEntries(
            Map.entry("log", "it runs no containers"),
            Map.entry("exec", "it runs no containers"),
            Map.entry("attach", "it runs no containers"),
            Map.entry("portforward", "it runs no containers"),
            Map.entry("proxy", "it runs no containers"),
            Map.entry("ephemeralcontainers", "it runs no containers"),
            Map.entry("resize", "it runs no containers"),
            Map.entry("binding", "it has no nodes that would run a Pod"),
            Map.entry("token", "it asks nobody who he is, and signs no tokens"),
            Map.entry("approval", "it signs no certificates"));

    private final NonResourceHandler documents;
    private final ReadHandler reads;
    private final WriteHandler writes;
    private final DeleteHandler deletes;
    private final WatchHandler watches;
    private final SubresourceHandler subresources;
    private final AccessReviews reviews;
    private final RequestCounter log = new RequestCounter();

    ApiRouter(LocalCluster cluster) {
        CrdVersions crds = new CrdVersions(cluster);
        ContentNegotiation views = new ContentNegotiation(crds, cluster.clock());
        RequestBodyReader bodies = new RequestBodyReader();
        this.documents = new NonResourceHandler(cluster, crds);
        this.reads = new ReadHandler(cluster, views);
        this.writes = new WriteHandler(cluster, views, bodies, crds);
        this.deletes = new DeleteHandler(cluster, views, bodies);
        this.watches = new WatchHandler(cluster, views);
        this.subresources = new SubresourceHandler(cluster, bodies);
        this.reviews = new AccessReviews(bodies);
    }

    /** The requests about resources so far. */
    List<RequestCount> requests() {
        return log.counts();
    }

    /** How many watches are open. */
    int openWatches() {
        return watches.count();
    }

    /** Answers one request; failures come out as {@link ClusterException}s. */
    void handle(Context ctx, String rawPath, Optional<ApiPath> path) throws IOException {
        if (path.isEmpty()) {
            if (!ctx.req().getMethod().equals("GET")) {
                throw HttpErrors.method();
            }
            documents.get(ctx, NonResourceHandler.normal(rawPath));
            return;
        }
        ApiRequest request = new ApiRequest(ctx, path.get(), resource(path.get()));
        String verb = verb(request);
        log.add(verb, counted(path.get()), request.header("User-Agent"));
        requireServed(request, verb);
        answer(request, verb);
    }

    private ApiResource resource(ApiPath path) {
        return documents.resources().stream()
                .filter(r -> r.plural().equals(path.plural()) && r.apiVersion().equals(path.apiVersion()))
                .findFirst()
                .orElseThrow(HttpErrors::unknownPath);
    }

    private static String counted(ApiPath path) {
        return path.subresource().isEmpty() ? path.groupResource() : path.groupResource() + "/" + path.subresource();
    }

    private static String verb(ApiRequest request) {
        boolean collection = request.path().name().isEmpty();
        return switch (request.ctx().req().getMethod()) {
            case "GET" -> request.flag("watch") ? "watch" : collection ? "list" : "get";
            case "POST" -> "create";
            case "PUT" -> "update";
            case "PATCH" -> "patch";
            case "DELETE" -> collection ? "deletecollection" : "delete";
            default -> throw HttpErrors.method();
        };
    }

    private static void requireServed(ApiRequest request, String verb) {
        ApiPath path = request.path();
        boolean hasNamespace = !path.namespace().isEmpty();
        boolean wholeCluster = path.name().isEmpty() && !hasNamespace;
        boolean misplaced = request.resource().namespaced() ? !hasNamespace && !wholeCluster : hasNamespace;
        if (misplaced) {
            throw HttpErrors.unknownPath();
        }
        if (path.subresource().isEmpty()) {
            boolean onCollection = List.of("create", "list", "deletecollection").contains(verb);
            boolean wrongPlace = onCollection != path.name().isEmpty() && !verb.equals("watch");
            boolean nowhere = request.resource().namespaced() && wholeCluster && verb.equals("create");
            boolean served = DiscoveryDocuments.verbs(request.resource()).contains(verb);
            if (!served || wrongPlace || nowhere) {
                throw HttpErrors.method();
            }
        }
    }

    private void answer(ApiRequest request, String verb) throws IOException {
        if (AccessReviews.has(request.resource())) {
            reviews.create(request);
            return;
        }
        String subresource = request.path().subresource();
        boolean status = subresource.equals("status") && request.resource().hasStatus();
        if (!status && !subresource.isEmpty()) {
            refuseAbsent(request);
            subresources.handle(request, verb);
            return;
        }
        switch (verb) {
            case "get" -> reads.get(request);
            case "list" -> reads.list(request);
            case "watch" -> watches.watch(request);
            case "create" -> writes.create(request);
            case "update" -> writes.update(request);
            case "patch" -> writes.patch(request);
            case "delete" -> deletes.delete(request);
            default -> deletes.deleteCollection(request);
        }
    }

    private static void refuseAbsent(ApiRequest request) {
        String why = NOT_HERE.get(request.path().subresource().split("/", 2)[0]);
        if (why != null) {
            throw HttpErrors.notImplemented(counted(request.path()), why);
        }
    }

    /** Ends all open watches. */
    @Override
    public void close() {
        watches.close();
    }
}
