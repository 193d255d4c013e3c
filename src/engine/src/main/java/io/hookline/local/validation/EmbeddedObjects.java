package io.hookline.local.validation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.local.machinery.FieldError;
import io.hookline.local.machinery.NameForms;
import io.hookline.local.schema.GoDecoding;
import io.hookline.local.schema.GoTimes;
import io.hookline.local.schema.Schema;
import io.hookline.local.schema.SchemaCheck;
import io.hookline.object.FieldPath;
import io.hookline.object.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Checks the objects in a custom resource: those whose schema has {@code x-kubernetes-embedded-resource}. */
public final class EmbeddedObjects {

    private final Schema metadata;
    private final List<FieldError> errors = new ArrayList<>();
    private boolean onlyTypes;

    private EmbeddedObjects(Schema metadata) {
        this.metadata = metadata;
    }

    /** Returns what is wrong with the embedded objects in a value; only the first wrong type, if there is one. */
    static List<FieldError> check(JsonNode value, Schema schema, Schema metadata, FieldPath place) {
        Optional<FieldError> type = typeError(value, schema, metadata, place);
        if (type.isPresent()) {
            return List.of(type.get());
        }
        EmbeddedObjects check = new EmbeddedObjects(metadata);
        check.value(value, schema, place);
        return check.errors;
    }

    /** Returns the first value of a wrong type in the metadata of embedded objects; empty if there is none. */
    public static Optional<FieldError> typeError(JsonNode value, Schema schema, Schema metadata, FieldPath place) {
        EmbeddedObjects check = new EmbeddedObjects(metadata);
        check.onlyTypes = true;
        check.value(value, schema, place);
        return check.errors.stream().findFirst();
    }

    private void value(JsonNode value, Schema schema, FieldPath place) {
        if (value instanceof ObjectNode object) {
            if (schema.traits().embeddedResource()) {
                if (onlyTypes) {
                    types(object, place);
                } else {
                    embedded(object, place);
                }
            }
            for (Map.Entry<String, JsonNode> field : object.properties()) {
                Schema known = schema.properties().get(field.getKey());
                if (known != null) {
                    value(field.getValue(), known, place.field(field.getKey()));
                } else if (schema.additional() != null) {
                    value(field.getValue(), schema.additional(), place.field("[" + field.getKey() + "]"));
                }
            }
        } else if (value.isArray() && schema.items() != null) {
            for (int i = 0; i < value.size(); i++) {
                value(value.get(i), schema.items(), place.index(i));
            }
        }
    }

    private void types(ObjectNode object, FieldPath place) {
        for (String field : List.of("apiVersion", "kind")) {
            if (object.has(field) && !object.path(field).isTextual()) {
                errors.add(FieldError.invalid(place.field(field), object.path(field), "must be a string"));
            }
        }
        JsonNode head = object.path("metadata");
        if (Json.isAbsent(head)) {
            return;
        }
        String wrong = "";
        if (head instanceof ObjectNode tree) {
            List<FieldError> found = SchemaCheck.types(head, metadata, FieldPath.ROOT);
            wrong = found.isEmpty() ? timeError(tree) : found.getFirst().toString();
        } else {
            wrong = GoDecoding.metadata("", true, head);
        }
        if (!wrong.isEmpty()) {
            errors.add(FieldError.invalid(place.field("metadata"), head, wrong));
        }
    }

    private String timeError(ObjectNode head) {
        try {
            GoTimes.complete(head.deepCopy(), metadata);
            return "";
        } catch (IllegalArgumentException e) {
            return String.valueOf(e.getMessage());
        }
    }

    private void embedded(ObjectNode object, FieldPath place) {
        for (String field : List.of("apiVersion", "kind")) {
            String text = object.path(field).asText();
            if (!object.has(field)) {
                errors.add(FieldError.required(place.field(field).path(), ""));
            } else if (text.isEmpty()) {
                errors.add(FieldError.invalid(place.field(field).path(), text, "must not be empty"));
            } else if (field.equals("apiVersion") && text.indexOf('/') != text.lastIndexOf('/')) {
                errors.add(
                        FieldError.invalid(place.field(field).path(), text, "unexpected GroupVersion string: " + text));
            } else if (field.equals("kind")) {
                List<String> problems = NameForms.versionLabel(text.toLowerCase(Locale.ROOT));
                if (!problems.isEmpty()) {
                    errors.add(FieldError.invalid(
                            place.field(field).path(),
                            text,
                            "may have mixed case, but should otherwise match: " + String.join(",", problems)));
                }
            }
        }
        if (object.get("metadata") instanceof ObjectNode head) {
            errors.addAll(MetadataRules.embedded(head, place.field("metadata")));
        }
    }
}
