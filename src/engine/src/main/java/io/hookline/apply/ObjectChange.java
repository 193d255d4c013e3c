package io.hookline.apply;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.object.Json;
import io.hookline.object.JsonEquality;
import io.hookline.object.KubeObject;
import io.hookline.object.OwnedFields;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToIntFunction;

/**
 * What differs between two states of an object that another client has changed, and by whom: for people who ask why a hook was called. Of
 * a Secret it names fields and never a value, not even that of an annotation.
 *
 * @param fields the first differences, such as {@code spec.replicas: 2 → 3}; empty if nothing differs that a hook looks at
 * @param by the manager that owns the first field which differs, by {@code managedFields}; empty if that is not known
 */
public record ObjectChange(List<String> fields, Optional<String> by) {

    /** What the API server itself changes with each write. */
    private static final List<String> SERVERS =
            List.of("managedFields", "resourceVersion", "generation", "uid", "deletionGracePeriodSeconds");

    private static final int NONE = -1;

    public ObjectChange {
        fields = List.copyOf(fields);
    }

    /** The change from one state to another, with at most so many differences. */
    public static ObjectChange between(KubeObject before, KubeObject now, int most) {
        ObjectNode old = before.tree();
        ObjectNode changed = now.tree();
        List<Writer> writers = Writer.all(changed);
        withoutServers(old);
        withoutServers(changed);
        ObjectNode oldStatus = take(old);
        ObjectNode newStatus = take(changed);
        Differences differences = Differences.between(old, changed, most);
        List<String> fields = new ArrayList<>();
        differences.places().forEach(place -> fields.add(place.text()));
        if (differences.more()) {
            fields.add("...");
        }
        String status = StatusChanges.between(before, now);
        if (!status.isEmpty()) {
            fields.add("status: " + status);
        }
        Optional<String> by = differences.isAny()
                ? latest(writers, writer -> depth(writer.fields(), old, changed))
                : latest(writers, writer -> depth(writer.fields(), oldStatus, newStatus));
        return new ObjectChange(fields, fields.isEmpty() ? Optional.empty() : by);
    }

    /** The manager that wrote an object last; empty if that is not known. */
    public static Optional<String> lastWriter(KubeObject object) {
        return latest(Writer.all(object.tree()), _ -> 0);
    }

    private static void withoutServers(ObjectNode tree) {
        if (tree.path("metadata") instanceof ObjectNode metadata) {
            metadata.remove(SERVERS);
        }
    }

    /** Takes the status out of an object, as an object that has it only. */
    private static ObjectNode take(ObjectNode tree) {
        JsonNode status = tree.remove("status");
        return Json.NODES.objectNode().set("status", status == null ? Json.NODES.missingNode() : status);
    }

    private record Writer(String manager, String time, OwnedFields fields) {
        static List<Writer> all(ObjectNode object) {
            return FieldOwners.of(object).entries().stream()
                    .map(entry -> new Writer(
                            entry.manager(), entry.json().path("time").asText(), entry.fields()))
                    .toList();
        }
    }

    /** The manager with the highest value of these, if it is not negative, and of equal ones the latest. */
    private static Optional<String> latest(List<Writer> writers, ToIntFunction<Writer> depth) {
        return writers.stream()
                .filter(writer -> depth.applyAsInt(writer) >= 0)
                .max(Comparator.comparingInt(depth).thenComparing(Writer::time))
                .map(Writer::manager)
                .filter(name -> !name.isEmpty());
    }

    /**
     * How deep below this place the value begins that a manager owns and that has the first place where two trees differ; negative if it
     * owns none. Of a map, one manager may own the map as such and others its entries: the deeper ones have written them. A removed
     * field is owned by nobody.
     */
    private static int depth(OwnedFields owned, JsonNode before, JsonNode after) {
        if (!owned.isPresent() || owned.isLeaf()) {
            return owned.isPresent() ? 0 : NONE;
        }
        if (before.isObject() && after.isObject()) {
            Set<String> names = new LinkedHashSet<>();
            before.fieldNames().forEachRemaining(names::add);
            after.fieldNames().forEachRemaining(names::add);
            return names.stream()
                    .filter(name -> !JsonEquality.semantic(before.path(name), after.path(name)))
                    .findFirst()
                    .map(name -> below(depth(owned.field(name), before.path(name), after.path(name))))
                    .orElse(NONE);
        }
        if (before.isArray() && after.isArray()) {
            for (int i = 0; i < after.size(); i++) {
                if (!JsonEquality.semantic(before.path(i), after.path(i))) {
                    return below(depthOfItem(owned, before.path(i), after.path(i)));
                }
            }
            return NONE;
        }
        return after.isMissingNode() ? NONE : 0;
    }

    private static int below(int depth) {
        return depth == NONE ? NONE : depth + 1;
    }

    private static int depthOfItem(OwnedFields list, JsonNode before, JsonNode after) {
        return list.values().containsKey(after)
                ? 0
                : list.items().entrySet().stream()
                        .filter(item -> isItem(item.getKey(), after))
                        .mapToInt(item -> depth(item.getValue(), before, after))
                        .max()
                        .orElse(NONE);
    }

    private static boolean isItem(JsonNode keys, JsonNode item) {
        return keys.isObject()
                && keys.properties().stream()
                        .map(Map.Entry::getKey)
                        .allMatch(name -> keys.path(name).equals(item.path(name)));
    }
}
