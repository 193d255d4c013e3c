package io.hookline.local.fields;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.object.DecodeException;
import io.hookline.object.GoJson;
import io.hookline.object.Json;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The managers of an object and their fields, read from and written to {@code metadata.managedFields}. */
final class ManagedFields {

    /** An object remembers at most so many managers that update it; older ones share an entry. */
    private static final int MAX_UPDATERS = 10;

    private static final String OLD_UPDATES = "ancient-changes";

    private static final Comparator<Entry> WRITTEN_ORDER = Comparator.comparing(
                    (Entry entry) -> entry.manager().operation())
            .thenComparing(Entry::time)
            .thenComparing(entry -> entry.manager().name())
            .thenComparing(Entry::apiVersion)
            .thenComparing(entry -> entry.manager().subresource());

    private final Map<Manager, Entry> entries = new LinkedHashMap<>();

    /**
     * The fields of one manager.
     *
     * @param apiVersion the version in which the paths are valid
     * @param time of the latest change, in whole seconds; empty if unknown
     */
    record Entry(Manager manager, String apiVersion, String time, FieldSet fields) {
        Entry with(FieldSet other) {
            return new Entry(manager, apiVersion, time, other);
        }
    }

    /** Reads the entries of a stored object. */
    static ManagedFields stored(JsonNode list) {
        return read(list, UnaryOperator.identity()).orElseGet(ManagedFields::new);
    }

    /** Reads the entries of a client; empty if one of them is not valid. */
    static Optional<ManagedFields> given(JsonNode list) {
        return read(list, PathElement::normalize);
    }

    private static Optional<ManagedFields> read(JsonNode list, UnaryOperator<String> normalize) {
        ManagedFields managed = new ManagedFields();
        for (JsonNode json : list) {
            String operation = json.path("operation").asText("");
            boolean valid = (operation.equals("Apply") || operation.equals("Update"))
                    && !json.path("apiVersion").asText("").isEmpty()
                    && json.path("fieldsType").asText("").equals("FieldsV1");
            if (!valid) {
                return Optional.empty();
            }
            managed.put(entry(json, operation.equals("Apply"), normalize));
        }
        return Optional.of(managed);
    }

    private static Entry entry(JsonNode json, boolean applies, UnaryOperator<String> normalize) {
        String apiVersion = json.path("apiVersion").asText("");
        Manager manager = new Manager(
                json.path("manager").asText(""),
                applies,
                applies ? "" : apiVersion,
                json.path("subresource").asText(""));
        return new Entry(manager, apiVersion, json.path("time").asText(""), fields(json.path("fieldsV1"), normalize));
    }

    private static FieldSet fields(JsonNode json, UnaryOperator<String> normalize) {
        try {
            return FieldSet.fromJson(json, normalize);
        } catch (DecodeException _) {
            return FieldSet.EMPTY; // keys that are not JSON
        }
    }

    boolean isEmpty() {
        return entries.isEmpty();
    }

    @Nullable
    Entry find(Manager manager) {
        return entries.get(manager);
    }

    List<Entry> all() {
        return List.copyOf(entries.values());
    }

    /** Adds or replaces the entry of a manager; removes it if it has no fields. */
    void put(Entry entry) {
        if (entry.fields().isEmpty()) {
            entries.remove(entry.manager());
        } else {
            entries.put(entry.manager(), entry);
        }
    }

    void remove(Manager manager) {
        entries.remove(manager);
    }

    /** Changes the fields of all managers. */
    void change(UnaryOperator<FieldSet> change) {
        all().forEach(entry -> put(entry.with(change.apply(entry.fields()))));
    }

    /** The managers without one. */
    ManagedFields without(Manager manager) {
        ManagedFields others = new ManagedFields();
        all().stream().filter(entry -> !entry.manager().equals(manager)).forEach(others::put);
        return others;
    }

    /** All owned fields. */
    FieldSet owned() {
        FieldSet owned = FieldSet.EMPTY;
        for (Entry entry : entries.values()) {
            owned = owned.union(entry.fields());
        }
        return owned;
    }

    /** The owned fields, by the version in which their paths are valid. */
    Map<String, FieldSet> ownedByVersion() {
        Map<String, FieldSet> owned = new LinkedHashMap<>();
        entries.values().forEach(entry -> owned.merge(entry.apiVersion(), entry.fields(), FieldSet::union));
        return owned;
    }

    /** Merges the oldest entries of updates, by API version, until there are not too many. */
    void limitUpdaters() {
        List<Entry> updaters = new ArrayList<>(entries.values().stream()
                .filter(entry -> !entry.manager().applies())
                .sorted(Comparator.comparing(Entry::time)
                        .thenComparing(entry -> entry.manager().sortKey()))
                .toList());
        int count = updaters.size();
        Map<String, Entry> firsts = new HashMap<>();
        for (int i = 0; i < updaters.size() && count > MAX_UPDATERS; i++) {
            Entry old = updaters.get(i);
            Entry first = firsts.putIfAbsent(old.apiVersion(), old);
            if (first != null) {
                Manager bucket = Manager.updating(OLD_UPDATES, old.apiVersion(), "");
                entries.remove(first.manager());
                Entry before = entries.getOrDefault(bucket, first);
                entries.remove(old.manager());
                FieldSet all = old.fields().union(before.fields());
                Entry merged = new Entry(bucket, old.apiVersion(), old.time(), all);
                entries.put(bucket, merged);
                firsts.put(old.apiVersion(), merged);
                count--;
            }
        }
    }

    /** Writes the entries into the metadata of an object. */
    void write(ObjectNode metadata) {
        if (entries.isEmpty()) {
            metadata.remove("managedFields");
            return;
        }
        ArrayNode list = metadata.putArray("managedFields");
        entries.values().stream().sorted(WRITTEN_ORDER).forEach(entry -> list.add(json(entry)));
    }

    private static ObjectNode json(Entry entry) {
        ObjectNode json = Json.NODES.objectNode();
        json.put("manager", entry.manager().name());
        json.put("operation", entry.manager().operation());
        json.put("apiVersion", entry.apiVersion());
        json.put("fieldsType", "FieldsV1");
        json.set("fieldsV1", entry.fields().toJson());
        if (!entry.time().isEmpty()) {
            json.put("time", entry.time());
        }
        if (!entry.manager().subresource().isEmpty()) {
            json.put("subresource", entry.manager().subresource());
        }
        return json;
    }

    /**
     * Who owns fields. All applies of a manager have one entry; its updates have one for each API version.
     *
     * @param name the name that the client sent
     * @param applies whether it applies; otherwise it updates
     * @param apiVersion empty if it applies
     * @param subresource the subresource that it writes; empty for the object itself
     */
    record Manager(String name, boolean applies, String apiVersion, String subresource) {

        static Manager applying(String name, String subresource) {
            return new Manager(name, true, "", subresource);
        }

        /** An updating manager. Without a name it is this process, as the User-Agent of its requests would say. */
        static Manager updating(String name, String apiVersion, String subresource) {
            return new Manager(name.isEmpty() ? "hookline" : name, false, apiVersion, subresource);
        }

        String operation() {
            return applies ? "Apply" : "Update";
        }

        /** The text by which the real server sorts managers. */
        String sortKey() {
            ObjectNode name = Json.NODES.objectNode().put("manager", name());
            String text = GoJson.text(name);
            return text.substring(0, text.length() - 1) + ",\"operation\":\"" + operation() + "\""
                    + (apiVersion.isEmpty() ? "" : ",\"apiVersion\":\"" + apiVersion + "\"")
                    + (subresource.isEmpty() ? "" : ",\"subresource\":\"" + subresource + "\"") + "}";
        }

        /** How messages about conflicts name it. */
        String describe() {
            String quoted = GoJson.text(Json.NODES.textNode(name));
            String of = subresource.isEmpty() ? "" : " with subresource \"" + subresource + "\"";
            return quoted + of + (applies ? "" : " using " + apiVersion);
        }
    }
}
