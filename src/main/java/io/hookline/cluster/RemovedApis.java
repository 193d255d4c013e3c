package io.hookline.cluster;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.object.GroupVersionKind;
import io.hookline.object.Json;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.StreamSupport;

/** The API versions that Kubernetes has removed, from {@code removed-apis.json}: what old manifests must write today. */
public final class RemovedApis {

    private static final String TABLE = "removed-apis.json";

    private final List<RemovedApi> apis;

    private RemovedApis(List<RemovedApi> apis) {
        this.apis = List.copyOf(apis);
    }

    /** Reads the table: once, when an unknown kind is met first. */
    private static final class Read {
        private static final RemovedApis INSTANCE = read();
    }

    /** The table. */
    public static RemovedApis table() {
        return Read.INSTANCE;
    }

    /** All entries. */
    public List<RemovedApi> all() {
        return apis;
    }

    /** The entry of an old kind; empty if the kind was never removed. */
    public Optional<RemovedApi> find(GroupVersionKind gvk) {
        return apis.stream().filter(each -> each.removes(gvk)).findFirst();
    }

    /** The entry of an old resource, as controllers and URLs name it. */
    public Optional<RemovedApi> find(String apiVersion, String resource) {
        return apis.stream().filter(each -> each.removes(apiVersion, resource)).findFirst();
    }

    /** What replaces a field of an old version that an object of the new version still has. */
    public Optional<String> successor(GroupVersionKind gvk, String path) {
        return apis.stream()
                .filter(each -> each.replacesBy(gvk))
                .flatMap(each -> each.successorOf(path).stream())
                .findFirst();
    }

    private static RemovedApis read() {
        try (InputStream in = requireNonNull(RemovedApis.class.getResourceAsStream(TABLE), TABLE)) {
            List<RemovedApi> apis = new ArrayList<>();
            Json.parse(in.readAllBytes()).forEach(entry -> apis.add(api(entry)));
            return new RemovedApis(apis);
        } catch (IOException e) {
            throw new UncheckedIOException(TABLE, e);
        }
    }

    private static RemovedApi api(JsonNode entry) {
        return new RemovedApi(
                texts(entry.path("kinds")),
                StreamSupport.stream(entry.path("versions").spliterator(), false)
                        .map(JsonNode::asText)
                        .toList(),
                entry.path("removed").asText(),
                entry.path("now").asText(),
                entry.path("kind").asText(),
                entry.path("change").asText(),
                texts(entry.path("moved")),
                texts(entry.path("required")));
    }

    private static Map<String, String> texts(JsonNode object) {
        Map<String, String> texts = new HashMap<>();
        object.properties()
                .forEach(each -> texts.put(each.getKey(), each.getValue().asText()));
        return texts;
    }
}
