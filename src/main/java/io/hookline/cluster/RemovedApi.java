package io.hookline.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.object.FieldPath;
import io.hookline.object.GroupVersionKind;
import io.hookline.object.KubeObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

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
public record RemovedApi(
        Map<String, String> kinds,
        List<String> versions,
        String removed,
        String now,
        String kind,
        String change,
        Map<String, String> moved,
        Map<String, String> required) {

    private static final String EACH = "[]";

    public RemovedApi {
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
                .filter(place -> places(object.tree(), place.field(last(field)).path(), FieldPath.ROOT)
                        .isEmpty())
                .map(place -> new Change(place, place.field(last(field)) + ": required in " + now + ": " + value))
                .forEach(changes::add));
        return changes;
    }

    /** What replaces a field that the new version does not know; empty if that field never was one. */
    Optional<String> successorOf(String path) {
        return Optional.ofNullable(moved.get(path.replaceAll("\\[\\d+]", EACH))).map(this::successor);
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
        for (int i = 0; i < node.get(name).size(); i++) {
            if (steps[0].endsWith(EACH) || steps[0].endsWith("[" + i + "]")) {
                all.addAll(places(node.get(name).get(i), rest, inner.index(i)));
            }
        }
        return all;
    }
}
