package io.hookline.apply;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.object.OwnedFields;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The {@code managedFields} of an object: which manager owns which fields. */
record FieldOwners(List<Entry> entries) {

    /** The fields that one manager owns by one operation. */
    record Entry(JsonNode json) {

        String manager() {
            return json.path("manager").asText();
        }

        boolean isApply() {
            return json.path("operation").asText().equals("Apply");
        }

        /** The version of the object that the fields are those of. */
        String apiVersion() {
            return json.path("apiVersion").asText();
        }

        /** The subresource that was written; empty for the object itself. */
        String subresource() {
            return json.path("subresource").asText();
        }

        OwnedFields fields() {
            return new OwnedFields(json.path("fieldsV1"));
        }
    }

    static FieldOwners of(ObjectNode object) {
        List<Entry> entries = new ArrayList<>();
        object.path("metadata").path("managedFields").forEach(entry -> entries.add(new Entry(entry)));
        return new FieldOwners(entries);
    }

    /** The entry of a manager's applies; each manager has at most one. */
    Optional<Entry> appliedBy(String manager) {
        return entries.stream()
                .filter(entry -> entry.isApply()
                        && entry.manager().equals(manager)
                        && entry.subresource().isEmpty())
                .findFirst();
    }

    /** The entries of these managers' creations and updates, with fields of this version. */
    List<Entry> updatedBy(Set<String> managers, String apiVersion) {
        return entries.stream()
                .filter(entry ->
                        isUpdateOf(entry, managers) && entry.apiVersion().equals(apiVersion))
                .toList();
    }

    /** The entries of other managers than ours. */
    List<Entry> ofOthers(FieldManagement by) {
        Optional<Entry> own = appliedBy(by.fieldManager());
        return entries.stream()
                .filter(entry -> !own.equals(Optional.of(entry)) && !isUpdateOf(entry, by.ownManagers()))
                .toList();
    }

    private static boolean isUpdateOf(Entry entry, Set<String> managers) {
        return !entry.isApply()
                && managers.contains(entry.manager())
                && entry.subresource().isEmpty();
    }
}
