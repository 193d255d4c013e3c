package io.hookline.local.fields;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.cluster.ClusterException;
import io.hookline.local.fields.ManagedFields.Entry;
import io.hookline.local.machinery.ObjectTrees;
import io.hookline.local.fields.FieldComparison.FieldChanges;
import io.hookline.local.fields.ManagedFields.Manager;
import io.hookline.local.schema.Schema;
import io.hookline.object.DecodeException;
import io.hookline.object.GoJson;
import io.hookline.object.Json;
import io.hookline.object.JsonEquality;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

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

    Result run(ObjectNode live, ObjectNode configuration, ManagedFields managed, boolean force, String now) {
        FieldSet wanted = FieldSetReader.read(configuration, schema).without(reset);
        Entry former = managed.find(manager);
        FieldSet last = former == null ? FieldSet.EMPTY : former.fields();
        managed.remove(manager);
        JsonNode merged = ApplyMerge.merge(live, configuration, schema);
        if (!last.isEmpty()) {
            merged = FieldRemoval.prune(merged, last, managed.owned().union(wanted), schema);
        }
        FieldChanges changes = FieldComparison.compare(live, merged, schema).without(reset);
        takeOver(live, managed, changes, force);
        boolean changed = !JsonEquality.strict(live, merged);
        // A manager that only confirms what others set has no time of its own, as on the real server.
        String time = changed ? now : former == null ? "" : former.time();
        managed.put(new Entry(manager, apiVersion, time, wanted.difference(unowned)));
        ObjectNode result = (ObjectNode) merged;
        continueClientSideApply(result, configuration);
        return new Result(result, managed);
    }

    private void takeOver(ObjectNode live, ManagedFields managed, FieldChanges changes, boolean force) {
        FieldSet written = changes.written();
        Map<Manager, FieldSet> conflicts = new LinkedHashMap<>();
        for (Entry entry : managed.all()) {
            FieldSet contested = entry.fields().intersection(written);
            if (!contested.isEmpty()) {
                conflicts.put(entry.manager(), contested);
            }
        }
        if (!force && !conflicts.isEmpty()) {
            Map<Manager, FieldSet> serious = conflicts(conflicts, allowed(live));
            if (!serious.isEmpty()) {
                throw new ClusterException.Conflict(ApplyConflicts.message(serious));
            }
        }
        FieldSet lost = written.union(changes.removed());
        managed.changeOthers(null, fields -> fields.difference(lost));
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

        /** The message; the conflicts are not empty. */
        static String message(Map<Manager, FieldSet> conflicts) {
            List<String> lines = new ArrayList<>();
            int count = 0;
            String only = "";
            for (Map.Entry<Manager, FieldSet> conflict : sorted(conflicts)) {
                String owner = conflict.getKey().describe();
                lines.add("conflicts with " + owner + ":");
                for (List<String> path : conflict.getValue().paths()) {
                    only = "conflict with " + owner + ": " + PathElement.print(path);
                    lines.add("- " + PathElement.print(path));
                    count++;
                }
            }
            return count == 1
                    ? "Apply failed with 1 conflict: " + only
                    : "Apply failed with " + count + " conflicts: " + String.join("\n", lines);
        }

        private static List<Map.Entry<Manager, FieldSet>> sorted(Map<Manager, FieldSet> conflicts) {
            return conflicts.entrySet().stream()
                    .sorted(Comparator.comparing(conflict -> conflict.getKey().sortKey()))
                    .toList();
        }
    }
}
