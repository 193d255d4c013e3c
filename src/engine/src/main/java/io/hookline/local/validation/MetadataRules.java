package io.hookline.local.validation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.local.delete.ObjectDeleter;
import io.hookline.local.machinery.FieldError;
import io.hookline.local.machinery.NameForms;
import io.hookline.local.machinery.ObjectTrees;
import io.hookline.local.resource.ServedResource;
import io.hookline.object.FieldPath;
import io.hookline.object.Json;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Validates the metadata of all kinds. */
final class MetadataRules {

    private static final Set<String> ANY_FINALIZERS =
            Set.of("coordination.k8s.io", "admissionregistration.k8s.io", "apiextensions.k8s.io");

    private static final Set<String> STANDARD = Set.of("kubernetes", ObjectDeleter.ORPHAN, ObjectDeleter.FOREGROUND);
    private static final int MAX_ANNOTATION_BYTES = 256 * 1024;

    private final List<FieldError> errors = new ArrayList<>();

    private final FieldPath place;

    private MetadataRules(FieldPath place) {
        this.place = place;
    }

    /** Returns the errors in the metadata of an object that is a part of another. */
    static List<FieldError> embedded(ObjectNode metadata, FieldPath place) {
        MetadataRules rules = new MetadataRules(place);
        for (String field : List.of("name", "generateName")) {
            String name = metadata.path(field).asText();
            rules.add(field, name, NameForms.pathSegment(name));
        }
        String namespace = metadata.path("namespace").asText();
        if (!namespace.isEmpty()) {
            rules.add("namespace", namespace, NameForms.label(namespace));
        }
        if (metadata.path("generation").asLong() < 0) {
            rules.errors.add(FieldError.invalid(
                    place.field("generation"), metadata.path("generation"), "must be greater than or equal to 0"));
        }
        rules.content(metadata);
        rules.finalizers(metadata.path("finalizers"));
        for (int i = 0; i < metadata.path("managedFields").size(); i++) {
            JsonNode operation = metadata.path("managedFields").get(i).path("operation");
            if (!List.of("Apply", "Update").contains(operation.asText())) {
                FieldPath at = place.field("managedFields").index(i).field("operation");
                rules.errors.add(FieldError.invalid(at.path(), operation.asText(), "must be `Apply` or `Update`"));
            }
        }
        return rules.errors;
    }

    /** Returns the errors in the metadata of a new object. */
    static List<FieldError> onCreate(ServedResource resource, ObjectNode metadata) {
        MetadataRules rules = new MetadataRules(new FieldPath("metadata"));
        String name = metadata.path("name").asText();
        if (name.isEmpty()) {
            rules.errors.add(FieldError.required("metadata.name", "name or generateName is required"));
        } else {
            rules.add("name", name, ObjectNames.check(resource, name));
        }
        String base = metadata.path("generateName").asText("");
        if (!base.isEmpty()) {
            // The real server looks neither at a hyphen at the end nor at what is before it.
            rules.add("generateName", base, ObjectNames.check(resource, base.replaceFirst("(?s).-$", "a")));
        }
        boolean generated = !base.isEmpty() && name.startsWith(base);
        rules.content(generated ? withoutName(metadata, name) : metadata);
        rules.finalizers(metadata.path("finalizers"));
        rules.standardFinalizers(resource, metadata.path("finalizers"));
        return rules.errors;
    }

    /** The labels that have the name for a value: those of a generated name are added after the check. */
    private static ObjectNode withoutName(ObjectNode metadata, String name) {
        ObjectNode others = metadata.deepCopy();
        if (others.get("labels") instanceof ObjectNode labels) {
            labels.properties().removeIf(label -> label.getValue().asText().equals(name));
        }
        return others;
    }

    /** Returns the errors in the metadata of a changed object. */
    static List<FieldError> onUpdate(ServedResource resource, ObjectNode metadata, ObjectNode before) {
        MetadataRules rules = new MetadataRules(new FieldPath("metadata"));
        rules.finalizers(metadata.path("finalizers"));
        rules.standardFinalizers(resource, metadata.path("finalizers"));
        if (!Json.isAbsent(before.path("deletionTimestamp"))) {
            rules.noNewFinalizers(metadata, before);
        }
        for (String field : List.of("name", "namespace", "uid", "creationTimestamp", "deletionTimestamp")) {
            rules.unchanged(field, metadata, before);
        }
        if (!Json.isAbsent(metadata.path("deletionGracePeriodSeconds"))) {
            rules.unchanged("deletionGracePeriodSeconds", metadata, before);
        }
        rules.content(metadata);
        return rules.errors;
    }

    private void noNewFinalizers(ObjectNode metadata, ObjectNode before) {
        List<String> added = new ArrayList<>(ObjectTrees.texts(metadata.path("finalizers")));
        added.removeAll(ObjectTrees.texts(before.path("finalizers")));
        added.sort(null);
        if (!added.isEmpty()) {
            errors.add(FieldError.forbidden(
                    "metadata.finalizers",
                    "no new finalizers can be added if the object is being deleted, found new finalizers []string{"
                            + String.join(
                                    ", ", added.stream().map(FieldError::quote).toList())
                            + "}"));
        }
    }

    private void unchanged(String field, ObjectNode metadata, ObjectNode before) {
        JsonNode now = metadata.path(field);
        if (!now.asText().equals(before.path(field).asText())) {
            errors.add(FieldError.invalid(place.field(field), now, "field is immutable"));
        }
    }

    private void content(ObjectNode metadata) {
        for (Map.Entry<String, JsonNode> label : metadata.path("labels").properties()) {
            add("labels", label.getKey(), NameForms.qualified(label.getKey()));
            String value = label.getValue().asText();
            add("labels", value, NameForms.labelValue(value));
        }
        annotations(metadata.path("annotations"));
        owners(metadata.path("ownerReferences"));
    }

    private void annotations(JsonNode annotations) {
        long bytes = 0;
        for (Map.Entry<String, JsonNode> annotation : annotations.properties()) {
            String key = annotation.getKey();
            add("annotations", key, NameForms.qualified(key.toLowerCase(Locale.ROOT)));
            bytes += key.getBytes(StandardCharsets.UTF_8).length
                    + annotation.getValue().asText().getBytes(StandardCharsets.UTF_8).length;
        }
        if (bytes > MAX_ANNOTATION_BYTES) {
            errors.add(FieldError.tooLong(place.field("annotations"), MAX_ANNOTATION_BYTES));
        }
    }

    private void owners(JsonNode owners) {
        String controller = "";
        for (JsonNode owner : owners) {
            for (String field : List.of("kind", "name", "uid")) {
                if (owner.path(field).asText().isEmpty()) {
                    errors.add(FieldError.invalid(
                            place.field("ownerReferences").field(field).path(), "", "must not be empty"));
                }
            }
            String apiVersion = owner.path("apiVersion").asText();
            if (apiVersion.endsWith("/") || !apiVersion.matches("[^/]+(/[^/]*)?|/[^/]+")) {
                errors.add(FieldError.invalid(
                        place.field("ownerReferences").field("apiVersion").path(),
                        apiVersion,
                        "version must not be empty"));
            }
            if (owner.path("controller").asBoolean()) {
                String current =
                        owner.path("kind").asText() + "/" + owner.path("name").asText();
                if (!controller.isEmpty()) {
                    errors.add(FieldError.invalid(
                            place.field("ownerReferences"),
                            owners,
                            "Only one reference can have Controller set to true. Found \"true\" in references for "
                                    + controller + " and " + current));
                }
                controller = current;
            }
        }
    }

    private void finalizers(JsonNode finalizers) {
        for (String finalizer : ObjectTrees.texts(finalizers)) {
            add("finalizers", finalizer, NameForms.qualified(finalizer));
        }
    }

    /** Most built-in kinds require finalizers with a domain; custom kinds and some groups do not. */
    private void standardFinalizers(ServedResource resource, JsonNode finalizers) {
        boolean free = resource.isCustom()
                || ANY_FINALIZERS.contains(resource.api().group())
                || (resource.isBuiltIn("events") && resource.api().group().isEmpty());
        for (int i = 0; i < finalizers.size() && !free; i++) {
            String finalizer = finalizers.get(i).asText();
            if (!finalizer.contains("/") && !STANDARD.contains(finalizer)) {
                errors.add(FieldError.invalid(
                        place.field("finalizers").index(i).path(),
                        finalizer,
                        "name is neither a standard finalizer name nor is it fully qualified"));
            }
        }
    }

    private void add(String path, String value, List<String> problems) {
        for (String problem : problems) {
            errors.add(FieldError.invalid(place.field(path).path(), value, problem));
        }
    }
}
