package io.hookline.local.http;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.cluster.Cluster;
import io.hookline.cluster.ClusterException;
import io.hookline.local.discovery.AggregatedDiscovery;
import io.hookline.local.discovery.DiscoveryDocuments;
import io.hookline.local.discovery.OpenApiDocuments;
import io.hookline.local.machinery.ApiErrors;
import io.hookline.local.resource.CrdVersions;
import io.hookline.object.ApiResource;
import io.hookline.object.GoJson;
import io.javalin.http.Context;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Handles requests that are not about objects: version, health, discovery, OpenAPI. Thread-safe. */
final class NonResourceHandler {

    /**
     * The media type of the response. Clients request it with an "@" before the last part, which they cannot parse in a
     * response.
     */
    private static final String OPEN_API_2 = "application/com.github.proto-openapi.spec.v2";

    /** The parts of a real server that clients ask about one by one. */
    private static final List<String> CHECKS = List.of("ping", "log", "etcd");

    private static final Pattern CHECK = Pattern.compile("/(healthz|livez|readyz)/(" + String.join("|", CHECKS) + ")");

    private final Cluster cluster;
    private final OpenApiDocuments openApi;

    NonResourceHandler(Cluster cluster, CrdVersions crds) {
        this.cluster = cluster;
        this.openApi = new OpenApiDocuments(crds);
    }

    /** All served resources, including reviews. */
    List<ApiResource> resources() {
        List<ApiResource> all = new ArrayList<>(cluster.discover().resources());
        all.addAll(AccessReviews.RESOURCES);
        return all;
    }

    /**
     * Handles a GET for one of the documents.
     *
     * @throws ClusterException.NotFound if there is no document at the path
     */
    void get(Context ctx, String path) throws IOException {
        switch (path) {
            case "/version" -> HttpReply.json(ctx, 200, DiscoveryDocuments.version());
            case "/healthz", "/livez", "/readyz" -> health(ctx, path.substring(1));
            case "/api", "/apis" -> apiGroups(ctx, path.equals("/api"));
            case "/openapi/v2" -> emptyOpenApi2(ctx);
            case "/openapi/v3" -> {
                requireJson(ctx);
                HttpReply.json(ctx, 200, openApi.index(resources()));
            }
            default -> {
                if (path.startsWith("/openapi/v3/api")) {
                    requireJson(ctx);
                    openApi(ctx, path.substring("/openapi/v3".length()));
                } else if (CHECK.matcher(path).matches()) {
                    ctx.status(200).contentType("text/plain").result("ok");
                } else {
                    groupOrVersion(ctx, path);
                }
            }
        }
    }

    /** All checks pass as long as this server answers: it has no other parts. */
    private static void health(Context ctx, String endpoint) {
        StringBuilder text = new StringBuilder("ok");
        if (!ApiRequest.params(ctx, "verbose").isEmpty()) {
            text.setLength(0);
            List<String> excluded = ApiRequest.params(ctx, "exclude");
            for (String check : CHECKS) {
                text.append("[+]").append(check).append(excluded.contains(check) ? " excluded: ok\n" : " ok\n");
            }
            text.append(endpoint).append(" check passed\n");
        }
        ctx.status(200).contentType("text/plain").result(text.toString());
    }

    /**
     * Returns an OpenAPI v2 document that contains only version and title. kubectl requests it for kinds that are
     * missing in OpenAPI v3, and needs it before it reports that the kind is unknown. Other clients get 404.
     */
    private static void emptyOpenApi2(Context ctx) {
        String accept = ctx.header("Accept");
        if (accept == null || !accept.contains(OPEN_API_2)) {
            throw ApiErrors.noResource();
        }
        ByteArrayOutputStream document = new ByteArrayOutputStream();
        document.writeBytes(new byte[] {1 << 3 | 2, 3, '2', '.', '0', 2 << 3 | 2, 12, 1 << 3 | 2, 10});
        document.writeBytes("Kubernetes".getBytes(StandardCharsets.US_ASCII));
        ctx.status(200).contentType(OPEN_API_2 + ".v1.0+protobuf").result(document.toByteArray());
    }

    private void apiGroups(Context ctx, boolean core) throws IOException {
        String accept = ctx.header("Accept");
        Optional<String> aggregated = AggregatedDiscovery.preferredVersion(accept == null ? "" : accept);
        if (aggregated.isPresent()) {
            ObjectNode document = AggregatedDiscovery.document(aggregated.get(), core, resources());
            ctx.status(200)
                    .contentType(AggregatedDiscovery.contentType(aggregated.get()))
                    .result(GoJson.bytes(document));
        } else {
            HttpReply.json(
                    ctx,
                    200,
                    core
                            ? DiscoveryDocuments.coreVersions(String.valueOf(ctx.host()))
                            : DiscoveryDocuments.groups(resources()));
        }
    }

    private void groupOrVersion(Context ctx, String path) throws IOException {
        String[] segments = path.substring(1).split("/", -1);
        ObjectNode document = switch (segments[0] + segments.length) {
            case "api2" -> DiscoveryDocuments.resources(segments[1], resources());
            case "apis2" -> DiscoveryDocuments.group(segments[1], resources());
            case "apis3" -> DiscoveryDocuments.resources(segments[1] + "/" + segments[2], resources());
            default -> throw ApiErrors.noResource();
        };
        reply(ctx, document);
    }

    private void openApi(Context ctx, String path) throws IOException {
        String apiVersion = path.replaceFirst("^/apis?/", "");
        boolean known = resources().stream().anyMatch(r -> r.apiVersion().equals(apiVersion));
        if (!known) {
            throw ApiErrors.noResource();
        }
        reply(ctx, openApi.document(apiVersion, resources()));
    }

    private static void reply(Context ctx, ObjectNode document) throws IOException {
        if (document.isEmpty()) {
            throw ApiErrors.noResource();
        }
        HttpReply.json(ctx, 200, document);
    }

    /** Refuses clients that accept only protobuf. */
    private static void requireJson(Context ctx) {
        String accept = ctx.header("Accept");
        if (accept != null && !accept.contains("json") && !accept.contains("*/*")) {
            throw new ClusterException.BadRequest(
                    406, "NotAcceptable", "only the following media types are accepted: application/json");
        }
    }

    /** The path without a trailing slash. */
    static String normal(String rawPath) {
        String path =
                rawPath.length() > 1 && rawPath.endsWith("/") ? rawPath.substring(0, rawPath.length() - 1) : rawPath;
        return path;
    }
}
