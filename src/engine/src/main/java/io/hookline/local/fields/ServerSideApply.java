package io.hookline.local.fields;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.cluster.ClusterException;
import io.hookline.cluster.ClusterException.Detail;
import io.hookline.local.fields.FieldComparison.FieldChanges;
import io.hookline.local.fields.ManagedFields.Entry;
import io.hookline.local.fields.ManagedFields.Manager;
import io.hookline.local.machinery.ObjectTrees;
import io.hookline.local.schema.Schema;
import io.hookline.object.DecodeException;
import io.hookline.object.GoJson;
import io.hookline.object.Json;
import io.hookline.object.JsonEquality;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One server-side apply.
 *
 * @param apiVersion the version of the configuration
 * @param manager the manager that applies
 * @param schema the schema of the whole object
 * @param reset the fields that the request cannot write
 * @param unowned the fields that belong to nobody
 */
record ServerSideApply(String apiVersion, Manager manager, Schema schema, FieldSet reset, FieldSet unowned) {

    /** The manager of kubectl, which continues what client-side apply did before. */
    private static final String KUBECTL = "kubectl";

    private static final String LAST_APPLIED = "kubectl.kubernetes.io/last-applied-configuration";

    /** The merged object and its managers. */
    record Result(ObjectNode object, ManagedFields managers) {}

    Result run(
            ObjectNode live,
            ObjectNode configuration,
            ManagedFields managed,
            boolean force,
            String now,
            OtherVersions versions) {
        FieldSet wanted = FieldSetReader.read(configuration, schema).without(reset);
        Entry former = managed.find(manager);
        FieldSet last = former == null ? FieldSet.EMPTY : former.fields();
        managed.remove(manager);
        JsonNode merged = ApplyMerge.merge(live, configuration, schema);
        if (former != null && !former.apiVersion().equals(apiVersion)) {
            versions.changes(merged, former.apiVersion(), FieldChanges.NONE); // it must be possible to compare them
        }
        if (former != null && !last.isEmpty()) {
            Map<String, FieldSet> owned = managed.ownedByVersion();
            owned.merge(apiVersion, wanted, FieldSet::union);
            merged = versions.in(FieldRemoval.prune(merged, former, owned, versions), apiVersion);
        }
        FieldChanges changes = FieldComparison.compare(live, merged, schema).without(reset);
        JsonNode after = merged;
        takeOver(
                live,
                managed,
                force,
                entry -> entry.apiVersion().equals(apiVersion)
                        ? changes
                        : versions.changes(after, entry.apiVersion(), changes).without(reset));
        boolean changed = !JsonEquality.strict(live, merged);
        // A manager that only confirms what others set has no time of its own, as on the real server.
        String time = changed ? now : former == null ? "" : former.time();
        managed.put(new Entry(manager, apiVersion, time, wanted.difference(unowned)));
        ObjectNode result = (ObjectNode) merged;
        continueClientSideApply(result, configuration);
        return new Result(result, managed);
    }

    private void takeOver(
            ObjectNode live, ManagedFields managed, boolean force, Function<Entry, FieldChanges> changes) {
        Map<Manager, FieldSet> conflicts = new LinkedHashMap<>();
        for (Entry entry : managed.all()) {
            FieldSet contested =
                    entry.fields().intersection(changes.apply(entry).written());
            if (!contested.isEmpty()) {
                conflicts.put(entry.manager(), contested);
            }
        }
        if (!force && !conflicts.isEmpty()) {
            Map<Manager, FieldSet> serious = conflicts(conflicts, allowed(live));
            if (!serious.isEmpty()) {
                throw ApplyConflicts.of(serious);
            }
        }
        for (Entry entry : managed.all()) {
            FieldChanges lost = changes.apply(entry);
            managed.put(entry.with(entry.fields().difference(lost.written().union(lost.removed()))));
        }
    }

    /** What a write changes for the managers of the other versions of its kind. */
    interface OtherVersions {

        /**
         * Compares the objects in another version.
         *
         * @param after the object after the write
         * @param changes what it changes in its own version
         */
        FieldChanges changes(JsonNode after, String apiVersion, FieldChanges changes);

        /** An object in a version. */
        JsonNode in(JsonNode object, String apiVersion);

        Schema schema(String apiVersion);
    }

    private static Map<Manager, FieldSet> conflicts(Map<Manager, FieldSet> all, FieldSet allowed) {
        Map<Manager, FieldSet> serious = new LinkedHashMap<>();
        all.forEach((other, fields) -> {
            FieldSet left = fields.difference(allowed);
            if (!left.isEmpty()) {
                serious.put(other, left);
            }
        });
        return serious;
    }

    /** kubectl may change the fields that client-side apply set and nobody changed since. */
    private FieldSet allowed(ObjectNode live) {
        String text =
                live.path("metadata").path("annotations").path(LAST_APPLIED).asText();
        if (!manager.name().equals(KUBECTL) || text.isEmpty()) {
            return FieldSet.EMPTY;
        }
        try {
            JsonNode applied = Json.parse(text.getBytes(StandardCharsets.UTF_8));
            if (!applied.path("apiVersion").asText().equals(apiVersion)) {
                return FieldSet.EMPTY;
            }
            FieldChanges since = FieldComparison.compare(applied, live, schema);
            return FieldSetReader.read(applied, schema)
                    .difference(since.written())
                    .difference(since.removed());
        } catch (DecodeException _) {
            return FieldSet.EMPTY;
        }
    }

    /** Keeps the annotation of client-side apply up to date, so that users can return to it. */
    private void continueClientSideApply(ObjectNode object, ObjectNode configuration) {
        JsonNode annotations = object.path("metadata").path("annotations");
        if (!manager.name().equals(KUBECTL) || !annotations.has(LAST_APPLIED)) {
            return;
        }
        ObjectNode applied = configuration.deepCopy();
        if (applied.path("metadata").path("annotations") instanceof ObjectNode own) {
            own.remove(LAST_APPLIED);
            if (own.isEmpty()) {
                ObjectTrees.metadata(applied).remove("annotations");
            }
        }
        ObjectNode copy = ((ObjectNode) annotations).deepCopy();
        ObjectNode metadata = ((ObjectNode) object.get("metadata")).deepCopy();
        metadata.set("annotations", copy.put(LAST_APPLIED, GoJson.text(applied) + "\n"));
        object.set("metadata", metadata);
    }

    /** The message about fields that other managers own, in the words of the real server. */
    private static final class ApplyConflicts {
        private ApplyConflicts() {}

        /** The failure; the conflicts are not empty. */
        static ClusterException.FieldConflict of(Map<Manager, FieldSet> conflicts) {
            List<String> lines = new ArrayList<>();
            List<Detail> details = new ArrayList<>();
            for (Map.Entry<Manager, FieldSet> conflict : sorted(conflicts)) {
                String owner = conflict.getKey().describe();
                lines.add("conflicts with " + owner + ":");
                for (List<String> path : conflict.getValue().paths()) {
                    String field = PathElement.print(path);
                    lines.add("- " + field);
                    details.add(new Detail(Detail.FIELD_MANAGER_CONFLICT, "conflict with " + owner, field));
                }
            }
            Detail first = details.getFirst();
            String message = details.size() == 1
                    ? "1 conflict: " + first.message() + ": " + first.field()
                    : details.size() + " conflicts: " + String.join("\n", lines);
            return new ClusterException.FieldConflict("Apply failed with " + message, details);
        }

        private static List<Map.Entry<Manager, FieldSet>> sorted(Map<Manager, FieldSet> conflicts) {
            return conflicts.entrySet().stream()
                    .sorted(Comparator.comparing(conflict -> conflict.getKey().sortKey()))
                    .toList();
        }
    }

    /** Merges an applied configuration into an object: sets all its fields, and removes none. */
    private static final class ApplyMerge {
        private ApplyMerge() {}

        /** The merged value; it may share parts with both arguments, which are not changed. */
        static JsonNode merge(JsonNode live, JsonNode applied, Schema schema) {
            FieldSetReader.ValueShape shape = FieldSetReader.ValueShape.of(applied, schema);
            boolean comparable =
                    shape == FieldSetReader.ValueShape.of(live, schema) && shape != FieldSetReader.ValueShape.LEAF;
            if (!comparable || live.isEmpty()) {
                return applied;
            }
            if (applied.isEmpty()) {
                return live;
            }
            return shape == FieldSetReader.ValueShape.FIELDS
                    ? fields(live, applied, schema)
                    : elements(live, applied, schema);
        }

        private static ObjectNode fields(JsonNode live, JsonNode applied, Schema schema) {
            ObjectNode merged = Json.NODES.objectNode();
            for (Map.Entry<String, JsonNode> field : live.properties()) {
                String name = field.getKey();
                JsonNode wanted = applied.get(name);
                merged.set(
                        name, wanted == null ? field.getValue() : merge(field.getValue(), wanted, schema.field(name)));
            }
            for (Map.Entry<String, JsonNode> field : applied.properties()) {
                if (!live.has(field.getKey())) {
                    merged.set(field.getKey(), field.getValue());
                }
            }
            return merged;
        }

        /**
         * Merges lists. The applied elements have the applied order. The other elements stay before the applied element
         * that they preceded.
         */
        private static ArrayNode elements(JsonNode live, JsonNode applied, Schema schema) {
            Map<String, JsonNode> wanted = byStep(applied, schema);
            Map<String, JsonNode> present = byStep(live, schema);
            present.keySet().removeAll(FieldSetReader.duplicates(live, schema));
            List<String> order = List.copyOf(wanted.keySet());
            List<String> shared =
                    order.stream().filter(steps(live, schema)::contains).toList();
            ArrayNode merged = Json.NODES.arrayNode();
            Set<String> done = new HashSet<>();
            int next = 0;
            int left = 0;
            for (int right = 0; left < live.size() || right < order.size(); ) {
                String here = left < live.size() ? PathElement.of(live.get(left), schema) : null;
                boolean onlyLive = left < live.size() && (here == null || !wanted.containsKey(here));
                if (onlyLive) {
                    merged.add(live.get(left++));
                } else if (right == order.size() || (here != null && isMoved(here, order.get(right), shared, next))) {
                    left++; // merged at its place in the applied order
                } else {
                    String step = order.get(right++);
                    left += step.equals(here) || (here != null && done.contains(here)) ? 1 : 0;
                    done.add(step);
                    merged.add(both(present.get(step), wanted.get(step), schema.element()));
                    next += next < shared.size() && shared.get(next).equals(step) ? 1 : 0;
                }
            }
            return merged;
        }

        /** Whether an element of both lists is not the next one in the applied order. */
        private static boolean isMoved(String here, String applied, List<String> shared, int next) {
            return !here.equals(applied)
                    && next < shared.size()
                    && !shared.get(next).equals(here);
        }

        private static JsonNode both(@Nullable JsonNode live, @Nullable JsonNode applied, Schema element) {
            if (live == null || applied == null) {
                return applied == null ? Json.NODES.nullNode() : applied;
            }
            return merge(live, applied, element);
        }

        private static Set<String> steps(JsonNode list, Schema schema) {
            return byStep(list, schema).keySet();
        }

        private static Map<String, JsonNode> byStep(JsonNode list, Schema schema) {
            Map<String, JsonNode> elements = new LinkedHashMap<>();
            for (JsonNode element : list) {
                String step = PathElement.of(element, schema);
                if (step != null) {
                    elements.putIfAbsent(step, element);
                }
            }
            return elements;
        }
    }

    /** Removes fields from an object: those that a manager applied before and does not apply any more. */
    private static final class FieldRemoval {
        private FieldRemoval() {}

        /** The fields that remain if a manager gives up what it applied last and nobody owns now. */
        static JsonNode prune(JsonNode merged, Entry last, Map<String, FieldSet> owned, OtherVersions versions) {
            Schema schema = versions.schema(last.apiVersion());
            JsonNode before = versions.in(merged, last.apiVersion());
            FieldSet namedLast = withNamedFields(last.fields(), schema);
            JsonNode pruned = remove(before, namedLast, schema);
            for (Map.Entry<String, FieldSet> version : owned.entrySet()) {
                pruned = withOwned(pruned, merged, version.getKey(), version.getValue(), versions);
            }
            FieldSet gone = fieldsOf(before, schema)
                    .difference(fieldsOf(versions.in(pruned, last.apiVersion()), schema))
                    .intersection(namedLast);
            return gone.isEmpty() ? merged : remove(before, gone, schema);
        }

        /** Adds back what is owned in a version, in that version. */
        private static JsonNode withOwned(
                JsonNode pruned, JsonNode merged, String apiVersion, FieldSet owned, OtherVersions versions) {
            Schema schema = versions.schema(apiVersion);
            JsonNode before = versions.in(merged, apiVersion);
            FieldSet kept = fieldsOf(versions.in(pruned, apiVersion), schema).union(withNamedFields(owned, schema));
            return remove(before, fieldsOf(before, schema).difference(kept), schema);
        }

        private static FieldSet fieldsOf(JsonNode object, Schema schema) {
            return withNamedFields(FieldSetReader.read(object, schema), schema);
        }

        /** Adds the fields that the schema names and of which a part is in the set. */
        static FieldSet withNamedFields(FieldSet set, Schema schema) {
            Map<String, FieldSet> children = new LinkedHashMap<>();
            set.children().forEach((step, below) -> {
                boolean isField = step.startsWith("f:");
                String name = step.substring(2);
                FieldSet deeper = below.children().isEmpty()
                        ? below
                        : withNamedFields(below, isField ? schema.field(name) : schema.element());
                boolean named = isField && schema.properties().containsKey(name);
                children.put(step, named ? deeper.withMember() : deeper);
            });
            return FieldSet.of(set.isMember(), children);
        }

        /** A value without the fields of a set; null if nothing of an object or a list remains. */
        static JsonNode remove(JsonNode value, FieldSet fields, Schema schema) {
            if (fields.children().isEmpty() || value.isValueNode()) {
                return value;
            }
            return switch (FieldSetReader.ValueShape.of(value, schema)) {
                case LEAF -> Json.NODES.nullNode();
                case FIELDS -> fields(value, fields, schema);
                case ELEMENTS -> elements(value, fields, schema);
            };
        }

        private static JsonNode fields(JsonNode object, FieldSet fields, Schema schema) {
            ObjectNode kept = Json.NODES.objectNode();
            for (Map.Entry<String, JsonNode> field : object.properties()) {
                FieldSet below = fields.child(PathElement.field(field.getKey()));
                if (!below.isMember()) {
                    kept.set(field.getKey(), remove(field.getValue(), below, schema.field(field.getKey())));
                }
            }
            return kept.isEmpty() ? Json.NODES.nullNode() : kept;
        }

        private static JsonNode elements(JsonNode list, FieldSet fields, Schema schema) {
            ArrayNode kept = Json.NODES.arrayNode();
            for (JsonNode element : list) {
                String step = PathElement.of(element, schema);
                FieldSet below = step == null ? FieldSet.EMPTY : fields.child(step);
                if (!below.isMember()) {
                    kept.add(remove(element, below, schema.element()));
                }
            }
            return kept.isEmpty() ? Json.NODES.nullNode() : kept;
        }
    }
}
