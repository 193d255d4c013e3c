package io.hookline.kube;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.cluster.ClusterException;
import io.hookline.cluster.Discovery;
import io.hookline.object.ApiResource;
import io.hookline.object.DecodeException;
import io.hookline.object.FieldPath;
import io.hookline.object.Json;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Reads the served resources of a server: with two requests if it supports aggregated discovery, otherwise with one per
 * group version. One instance serves one discovery.
 */
final class KubeDiscovery {

    private static final String AGGREGATED = "application/json;g=apidiscovery.k8s.io;v=%s;as=APIGroupDiscoveryList";
    private static final String ACCEPT =
            AGGREGATED.formatted("v2") + "," + AGGREGATED.formatted("v2beta1") + "," + KubeRequest.JSON;

    /**
     * What an API server can serve. Hooks and controllers choose the names that are looked up, and must not choose the
     * request.
     */
    private static final Pattern GROUP_VERSION = Pattern.compile("([a-z0-9][-a-z0-9.]*/)?[a-z0-9][-a-z0-9]*");

    private static final List<String> ROOTS = List.of("APIGroupDiscoveryList", "APIVersions", "APIGroupList");

    private final KubeHttp http;
    private final List<ApiResource> resources = new ArrayList<>();
    private final List<String> failed = new ArrayList<>();

    private KubeDiscovery(KubeHttp http) {
        this.http = http;
    }

    /**
     * Runs a new discovery. A group version that fails is named in the result; a failure of the server as a whole is an
     * exception.
     */
    static Discovery read(KubeHttp http) {
        KubeDiscovery discovery = new KubeDiscovery(http);
        discovery.readRoot("/api");
        discovery.readRoot("/apis");
        return new Discovery(discovery.resources, discovery.failed);
    }

    /**
     * Reads one group version, with one request. Empty if the server does not serve it; without a request if none can.
     *
     * @throws ClusterException if it cannot be read, such as one of a broken aggregated API
     */
    static Discovery read(KubeHttp http, String apiVersion) {
        if (!GROUP_VERSION.matcher(apiVersion).matches()) {
            return new Discovery(List.of(), List.of());
        }
        KubeDiscovery discovery = new KubeDiscovery(http);
        try {
            discovery.readClassicOrFail(apiVersion.contains("/") ? "/apis" : "/api", apiVersion);
        } catch (ClusterException.NotFound _) {
            return new Discovery(List.of(), List.of());
        }
        return new Discovery(discovery.resources, discovery.failed);
    }

    private void readRoot(String root) {
        JsonNode answer = http.call(KubeRequest.get(root, Map.of()).accepting(ACCEPT), body -> ofKind(ROOTS, body));
        switch (answer.path("kind").asText()) {
            case "APIGroupDiscoveryList" -> answer.path("items").forEach(this::readGroup);
            case "APIVersions" -> answer.path("versions").forEach(version -> readClassic(root, version.asText()));
            default ->
                answer.path("groups")
                        .forEach(group -> group.path("versions")
                                .forEach(version -> readClassic(
                                        root, version.path("groupVersion").asText())));
        }
    }

    /** Rejects other kinds: they would read as a server that serves no resources. */
    private static JsonNode ofKind(List<String> kinds, byte[] body) {
        JsonNode answer = Json.object(body);
        String kind = answer.path("kind").asText();
        if (!kinds.contains(kind)) {
            throw DecodeException.expected(new FieldPath("kind"), "one of " + kinds, "\"" + kind + "\"");
        }
        return answer;
    }

    /** Other clients accept a list without a kind, which an aggregated API server of its own make may send. */
    private static JsonNode listOfResources(byte[] body) {
        JsonNode answer = Json.object(body);
        return answer.path("kind").isMissingNode() && answer.path("resources").isArray()
                ? answer
                : ofKind(List.of("APIResourceList"), body);
    }

    private void readGroup(JsonNode group) {
        String name = group.path("metadata").path("name").asText();
        for (JsonNode version : group.path("versions")) {
            String number = version.path("version").asText();
            String apiVersion = name.isEmpty() ? number : name + "/" + number;
            if (version.path("freshness").asText().equals("Stale")) {
                failed.add(apiVersion);
                continue;
            }
            for (JsonNode resource : version.path("resources")) {
                resources.add(aggregated(apiVersion, resource));
            }
        }
    }

    private static ApiResource aggregated(String apiVersion, JsonNode json) {
        Set<String> subresources = new LinkedHashSet<>();
        json.path("subresources")
                .forEach(sub -> subresources.add(sub.path("subresource").asText()));
        return new ApiResource(
                apiVersion,
                json.path("resource").asText(),
                json.path("singularResource").asText(),
                json.path("responseKind").path("kind").asText(),
                json.path("scope").asText().equals("Namespaced"),
                texts(json.path("shortNames")),
                texts(json.path("categories")),
                Set.copyOf(texts(json.path("verbs"))),
                subresources);
    }

    private void readClassic(String root, String apiVersion) {
        try {
            readClassicOrFail(root, apiVersion);
        } catch (ClusterException _) {
            failed.add(apiVersion);
        }
    }

    private void readClassicOrFail(String root, String apiVersion) {
        JsonNode list = http.call(KubeRequest.get(root + "/" + apiVersion, Map.of()), KubeDiscovery::listOfResources);
        for (JsonNode resource : list.path("resources")) {
            if (!resource.path("name").asText().contains("/")) {
                resources.add(classic(apiVersion, resource, list.path("resources")));
            }
        }
    }

    private static ApiResource classic(String apiVersion, JsonNode json, JsonNode all) {
        String plural = json.path("name").asText();
        Set<String> subresources = new LinkedHashSet<>();
        for (JsonNode other : all) {
            String name = other.path("name").asText();
            if (name.startsWith(plural + "/")) {
                subresources.add(name.substring(plural.length() + 1));
            }
        }
        return new ApiResource(
                apiVersion,
                plural,
                json.path("singularName").asText(),
                json.path("kind").asText(),
                json.path("namespaced").asBoolean(),
                texts(json.path("shortNames")),
                texts(json.path("categories")),
                Set.copyOf(texts(json.path("verbs"))),
                subresources);
    }

    private static List<String> texts(JsonNode list) {
        List<String> texts = new ArrayList<>();
        list.forEach(text -> texts.add(text.asText()));
        return texts;
    }
}
