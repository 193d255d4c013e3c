package io.hookline.local.http;

import io.hookline.cluster.ClusterException;
import io.hookline.cluster.RemovedApis;
import io.hookline.local.LocalCluster;
import io.hookline.local.discovery.DiscoveryDocuments;
import io.hookline.local.machinery.ApiErrors;
import io.hookline.local.resource.CrdResources;
import io.hookline.local.resource.CrdVersions;
import io.hookline.object.ApiResource;
import io.javalin.http.Context;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** Routes requests: finds the resource and the verb, and calls the handler. Thread-safe. */
final class ApiRouter implements AutoCloseable {

    /** Subresources that are not implemented, and the reason. */
    private static final Map<String, String> NOT_IMPLEMENTED = Map.ofEntries(
            Map.entry("log", "it runs no containers"),
            Map.entry("exec", "it runs no containers"),
            Map.entry("attach", "it runs no containers"),
            Map.entry("portforward", "it runs no containers"),
            Map.entry("proxy", "it runs no containers"),
            Map.entry("ephemeralcontainers", "it runs no containers"),
            Map.entry("resize", "it runs no containers"),
            Map.entry("token", "it signs no tokens, and accepts only its own"),
            Map.entry("approval", "it signs no certificates"));

    private final NonResourceHandler documents;
    private final ObjectHandler objects;
    private final WatchHandler watches;
    private final SubresourceHandler subresources;
    private final AccessReviews reviews;
    private final CrdVersions crds;
    private final RequestCounter counter = new RequestCounter();

    ApiRouter(LocalCluster cluster, AccessToken token) {
        this.crds = new CrdVersions(cluster);
        ContentNegotiation negotiation = new ContentNegotiation(crds, cluster.clock());
        RequestBodyReader bodies = new RequestBodyReader();
        this.documents = new NonResourceHandler(cluster, crds);
        this.objects = new ObjectHandler(cluster, negotiation, bodies, crds);
        this.watches = new WatchHandler(cluster, negotiation);
        this.subresources = new SubresourceHandler(cluster, negotiation, bodies, crds);
        this.reviews = new AccessReviews(bodies, token);
    }

    /** The counts of resource requests so far. */
    List<RequestCount> requests() {
        return counter.counts();
    }

    /** Handles one request; failures are thrown as {@link ClusterException}. */
    void handle(Context ctx, String rawPath, Optional<ApiPath> path) throws IOException {
        if (path.isEmpty()) {
            if (!ctx.req().getMethod().equals("GET")) {
                throw HttpErrors.method();
            }
            documents.get(ctx, NonResourceHandler.normal(rawPath));
            return;
        }
        ApiRequest request = request(ctx, path.get());
        deprecation(request.resource()).ifPresent(warning -> FieldValidation.warn(ctx, warning));
        dispatch(request, verb(request));
    }

    /**
     * Counts and returns a request for a resource.
     *
     * @throws ClusterException if the resource or the verb is not served
     */
    ApiRequest request(Context ctx, ApiPath path) {
        ApiRequest request = new ApiRequest(ctx, path, resource(path));
        String verb = verb(request);
        counter.add(verb, countedResource(path), request.header("User-Agent"));
        requireServed(request, verb);
        return request;
    }

    /** Serves watches. */
    WatchHandler watches() {
        return watches;
    }

    private ApiResource resource(ApiPath path) {
        return documents.resources().stream()
                .filter(r -> r.plural().equals(path.plural()) && r.apiVersion().equals(path.apiVersion()))
                .findFirst()
                .orElseThrow(() -> unknown(path));
    }

    /** Old clients send requests without discovery, so they get to know what to send today. */
    private static ClusterException unknown(ApiPath path) {
        return RemovedApis.table()
                .find(path.apiVersion(), path.plural())
                .map(removed -> HttpErrors.removed(path, removed))
                .orElseGet(ApiErrors::noResource);
    }

    /** The warning that every answer about a deprecated version has. */
    private Optional<String> deprecation(ApiResource resource) {
        return resource.apiVersion().equals("v1") && resource.plural().equals("endpoints")
                ? Optional.of("v1 Endpoints is deprecated in v1.33+; use discovery.k8s.io/v1 EndpointSlice")
                : crds.deprecation(resource);
    }

    private static String countedResource(ApiPath path) {
        return path.subresource().isEmpty() ? path.groupResource() : path.groupResource() + "/" + path.subresource();
    }

    private static String verb(ApiRequest request) {
        boolean collection = request.path().name().isEmpty();
        return switch (request.ctx().req().getMethod()) {
            case "GET" -> !collection ? "get" : request.flag("watch") ? "watch" : "list";
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
        boolean wrongScope = request.resource().namespaced() ? !hasNamespace && !wholeCluster : hasNamespace;
        if (wrongScope) {
            throw ApiErrors.noResource();
        }
        if (path.subresource().isEmpty()) {
            boolean onCollection = List.of("create", "list", "deletecollection").contains(verb);
            boolean wrongPlace = onCollection != path.name().isEmpty() && !verb.equals("watch");
            boolean withoutNamespace = request.resource().namespaced() && wholeCluster && verb.equals("create");
            boolean served = CrdResources.isEnding(request.resource())
                    || DiscoveryDocuments.verbs(request.resource()).contains(verb);
            if (!served || wrongPlace || withoutNamespace) {
                throw HttpErrors.method();
            }
        }
    }

    private void dispatch(ApiRequest request, String verb) throws IOException {
        if (AccessReviews.has(request.resource())) {
            reviews.create(request);
            return;
        }
        String subresource = request.path().subresource();
        boolean status = subresource.equals("status") && request.resource().hasStatus();
        if (!status && !subresource.isEmpty()) {
            if (crds.find(request.resource()).isPresent()
                    && !request.resource().subresources().contains(subresource)) {
                throw ApiErrors.notFound(request.resource(), request.path().name());
            }
            refuseNotImplemented(request);
            subresources.handle(request, verb);
            return;
        }
        switch (verb) {
            case "get" -> objects.get(request);
            case "list" -> objects.list(request);
            case "watch" -> watches.watch(request);
            case "create" -> objects.create(request);
            case "update" -> objects.update(request);
            case "patch" -> objects.patch(request);
            case "delete" -> objects.delete(request);
            default -> objects.deleteCollection(request);
        }
    }

    private static void refuseNotImplemented(ApiRequest request) {
        String why = NOT_IMPLEMENTED.get(request.path().subresource().split("/", 2)[0]);
        if (why != null) {
            throw HttpErrors.notImplemented(countedResource(request.path()), why);
        }
    }

    /** Ends all open watches. */
    @Override
    public void close() {
        watches.close();
    }

    /** Counts requests by verb, resource and client. Thread-safe. */
    private static final class RequestCounter {

        private final Map<Key, LongAdder> counts = new ConcurrentHashMap<>();

        private record Key(String verb, String resource, String userAgent) {}

        void add(String verb, String resource, String userAgent) {
            counts.computeIfAbsent(new Key(verb, resource, userAgent), _ -> new LongAdder())
                    .increment();
        }

        /** The counts so far, ordered by resource, verb and client. */
        List<RequestCount> counts() {
            return counts.entrySet().stream()
                    .map(e -> new RequestCount(
                            e.getKey().verb(),
                            e.getKey().resource(),
                            e.getKey().userAgent(),
                            e.getValue().sum()))
                    .sorted(Comparator.comparing(RequestCount::resource)
                            .thenComparing(RequestCount::verb)
                            .thenComparing(RequestCount::userAgent))
                    .toList();
        }
    }
}
