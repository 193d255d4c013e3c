package io.hookline.cluster;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.object.FieldPath;
import io.hookline.object.GroupVersionKind;
import io.hookline.object.Json;
import io.hookline.object.KubeObject;
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

    private final List<Entry> apis;

    private RemovedApis(List<Entry> apis) {
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
    public List<Entry> all() {
        return apis;
    }

    /** The entry of an old kind; empty if the kind was never removed. */
    public Optional<Entry> find(GroupVersionKind gvk) {
        return apis.stream().filter(each -> each.removes(gvk)).findFirst();
    }

    /** The entry of an old resource, as controllers and URLs name it. */
    public Optional<Entry> find(String apiVersion, String resource) {
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
            List<Entry> apis = new ArrayList<>();
            Json.parse(in.readAllBytes()).forEach(entry -> apis.add(api(entry)));
            return new RemovedApis(apis);
        } catch (IOException e) {
            throw new UncheckedIOException(TABLE, e);
        }
    }

    private static Entry api(JsonNode entry) {
        return new Entry(
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

    /**
     * Kinds in API versions that Kubernetes has removed, and what to write today.
     *
     * @param kinds each kind with its resource
     * @param versions the removed API versions; empty if only fields have moved
     * @param removed what removed them, such as {@code Kubernetes 1.22}
     * @param now the API version to write; empty if nothing replaces the kinds
     * @param kind the kind to write; empty if it has kept its name
     * @param change what else to do; may be empty
     * @param moved old fields and their successors; {@code []} in a path stands for each element of a list
     * @param required fields that only the new version requires, and their values
     */
    public record Entry(
            Map<String, String> kinds,
            List<String> versions,
            String removed,
            String now,
            String kind,
            String change,
            Map<String, String> moved,
            Map<String, String> required) {

        private static final String EACH = "[]";

        public Entry {
            kinds = Map.copyOf(kinds);
            versions = List.copyOf(versions);
            moved = Map.copyOf(moved);
            required = Map.copyOf(required);
        }

        /** A field to change, and how. */
        public record Change(FieldPath field, String message) {}

        boolean removes(GroupVersionKind gvk) {
            return versions.contains(gvk.apiVersion()) && kinds.containsKey(gvk.kind());
        }

        boolean removes(String apiVersion, String resource) {
            return versions.contains(apiVersion) && kinds.containsValue(resource);
        }

        boolean replacesBy(GroupVersionKind gvk) {
            return now.equals(gvk.apiVersion()) && kinds.containsKey(gvk.kind());
        }

        /** What to write instead: {@code Kubernetes 1.16 removed it; write apiVersion: apps/v1}. */
        public String help() {
            String successor = now.isEmpty()
                    ? "; nothing replaces it"
                    : "; write apiVersion: " + now + (kind.isEmpty() ? "" : ", kind: " + kind);
            return removed + " removed it" + successor + (change.isEmpty() ? "" : "; " + change);
        }

        /** The fields of an old object that must change, beside its apiVersion. */
        public List<Change> changes(KubeObject object) {
            List<Change> changes = new ArrayList<>();
            moved.forEach((field, successor) -> places(object.tree(), field, FieldPath.ROOT).stream()
                    .map(place -> new Change(place, place + ": " + successor(successor)))
                    .forEach(changes::add));
            required.forEach((field, value) -> places(object.tree(), around(field), FieldPath.ROOT).stream()
                    .filter(place -> places(
                                    object.tree(), place.field(last(field)).path(), FieldPath.ROOT)
                            .isEmpty())
                    .map(place -> new Change(place, place.field(last(field)) + ": required in " + now + ": " + value))
                    .forEach(changes::add));
            return changes;
        }

        /** What replaces a field that the new version does not know; empty if that field never was one. */
        Optional<String> successorOf(String path) {
            return Optional.ofNullable(moved.get(path.replaceAll("\\[\\d+]", EACH)))
                    .map(this::successor);
        }

        private String successor(String field) {
            return "is now " + field;
        }

        private static String around(String field) {
            int dot = field.lastIndexOf('.');
            return dot < 0 ? "" : field.substring(0, dot);
        }

        private static String last(String field) {
            return field.substring(field.lastIndexOf('.') + 1);
        }

        /** The places of a field that exist, with an index for each element of a list. */
        private static List<FieldPath> places(JsonNode node, String field, FieldPath place) {
            if (field.isEmpty()) {
                return List.of(place);
            }
            String[] steps = field.split("\\.", 2);
            String rest = steps.length == 2 ? steps[1] : "";
            String name = steps[0].replaceFirst("\\[.*", "");
            if (!node.has(name)) {
                return List.of();
            }
            FieldPath inner = place.field(name);
            if (steps[0].equals(name)) {
                return places(node.get(name), rest, inner);
            }
            List<FieldPath> all = new ArrayList<>();
            for (int i = 0; node.get(name).isArray() && i < node.get(name).size(); i++) {
                if (steps[0].endsWith(EACH) || steps[0].endsWith("[" + i + "]")) {
                    all.addAll(places(node.get(name).get(i), rest, inner.index(i)));
                }
            }
            return all;
        }
    }
}
