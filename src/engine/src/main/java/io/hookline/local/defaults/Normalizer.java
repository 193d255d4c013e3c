package io.hookline.local.defaults;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.local.machinery.ApiErrors;
import io.hookline.local.machinery.FieldError;
import io.hookline.local.machinery.ObjectTrees;
import io.hookline.local.resource.ServedResource;
import io.hookline.local.resource.TemplateGeneration;
import io.hookline.local.schema.BuiltInTypes;
import io.hookline.local.schema.GoDecoding;
import io.hookline.local.schema.GoEncoding;
import io.hookline.local.schema.GoTimes;
import io.hookline.local.schema.Pruning;
import io.hookline.local.schema.Schema;
import io.hookline.local.schema.SchemaCheck;
import io.hookline.local.schema.SchemaDefaults;
import io.hookline.local.schema.StrictFields;
import io.hookline.local.store.Storage;
import io.hookline.local.validation.EmbeddedObjects;
import io.hookline.object.FieldPath;
import io.hookline.object.Json;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Normalizes the objects of requests: removes unknown fields and fills in defaults. Called with the lock of {@link
 * Storage} held.
 */
public final class Normalizer {

    private static final Pattern OUT_OF_RANGE =
            Pattern.compile("must be of type integer (?:with format (\\w+)|\\(default format\\)) in (\\S+)");

    private final Schema metadata = new BuiltInTypes().type("ObjectMeta");
    private final BuiltInDefaults defaults;

    public Normalizer(BuiltInDefaults defaults) {
        this.defaults = defaults;
    }

    /**
     * Normalizes a tree in place.
     *
     * @param same whether it is the stored object as its version shows it: a custom resource then gets no defaults
     */
    public void normalize(ServedResource resource, ObjectNode tree, boolean same) {
        Schema schema = resource.schema().get();
        requireReadable(resource, tree);
        Pruning.prune(tree, schema, metadata, !resource.isCustom());
        if (resource.isCustom() && same) {
            SchemaDefaults.dropNulls(tree, schema);
        } else if (resource.isCustom()) {
            SchemaDefaults.complete(tree, schema);
        } else {
            defaults.complete(resource, tree);
            GoEncoding.complete(tree, schema);
        }
        dropEmpty(ObjectTrees.metadata(tree));
    }

    /** Refuses a tree whose values are not of the types of its kind. */
    public void requireReadable(ServedResource resource, ObjectNode tree) {
        String wrong = typeError(resource, tree);
        if (!wrong.isEmpty()) {
            throw unreadable(resource, wrong);
        }
    }

    /** Leaves of a custom resource what the version in which it is stored can have. It gets its defaults when it is read. */
    public void normalizeStored(ServedResource resource, ObjectNode tree) {
        if (resource.isCustom()) {
            Schema schema = resource.storedSchema();
            Pruning.prune(tree, schema, metadata, false);
            SchemaDefaults.dropNulls(tree, schema);
        }
    }

    /**
     * A field of Go's type {@code []byte}, which is written as a base64 text.
     *
     * @param place its path in messages
     */
    private record ByteField(ObjectNode parent, String name, String place) {

        static List<ByteField> of(ServedResource resource, ObjectNode tree) {
            List<ByteField> fields = new ArrayList<>();
            String data = resource.isBuiltIn("secrets") ? "data" : resource.isBuiltIn("configmaps") ? "binaryData" : "";
            if (tree.get(data) instanceof ObjectNode map) {
                map.fieldNames().forEachRemaining(key -> fields.add(new ByteField(map, key, data + "." + key)));
            }
            for (JsonNode webhook : tree.path("webhooks")) {
                add(webhook.path("clientConfig"), "webhooks", fields);
            }
            add(tree.at("/spec/conversion/webhook/clientConfig"), "spec.conversion.webhook", fields);
            return fields;
        }

        private static void add(JsonNode client, String place, List<ByteField> fields) {
            if (client instanceof ObjectNode object && object.has("caBundle")) {
                fields.add(new ByteField(object, "caBundle", place + ".clientConfig.caBundle"));
            }
        }

        /** A list of numbers is read too; other lists stay for the check of types. */
        void join() {
            JsonNode list = parent.path(name);
            boolean isBytes = list.isArray()
                    && list.valueStream()
                            .allMatch(each -> each.isNull()
                                    || (each.isIntegralNumber()
                                            && each.canConvertToInt()
                                            && each.intValue() >= 0
                                            && each.intValue() <= 255));
            if (isBytes) {
                ByteArrayOutputStream bytes = new ByteArrayOutputStream();
                list.forEach(each -> bytes.write(each.intValue()));
                parent.put(name, Base64.getEncoder().encodeToString(bytes.toByteArray()));
            }
        }

        /** Decodes the text and encodes it again. */
        void complete() {
            JsonNode value = parent.path(name);
            String text = value.isNull() ? "" : value.asText().replaceAll("[\\r\\n]", "");
            try {
                byte[] bytes = Base64.getDecoder().decode(text);
                if (text.length() % 4 != 0) {
                    throw new IllegalArgumentException("padding is missing");
                }
                parent.put(name, Base64.getEncoder().encodeToString(bytes));
            } catch (IllegalArgumentException _) {
                throw new IllegalArgumentException("illegal base64 data in " + place);
            }
        }
    }

    private static RuntimeException unreadable(ServedResource resource, String why) {
        String kind = resource.api().kind();
        return ApiErrors.badRequest(kind + " in version "
                + FieldError.quote(resource.api().gvk().version()) + " cannot be handled as a " + kind + ": " + why);
    }

    /** Returns the paths of fields that are not in the schema, and removes them. */
    public List<String> unknownFields(ServedResource resource, ObjectNode tree) {
        return Pruning.prune(tree, resource.schema().get(), metadata, false);
    }

    /** Returns the names of the fields that an object may have at a place such as {@code spec.ports[0]}. */
    public Set<String> knownFields(ServedResource resource, String place) {
        boolean head = place.equals("metadata") || place.startsWith("metadata.");
        Schema schema = head
                ? metadata.at(place.substring("metadata".length()))
                : resource.schema().get().at(place);
        Set<String> names = new TreeSet<>(schema.properties().keySet());
        if (place.isEmpty()) {
            names.addAll(List.of("apiVersion", "kind", "metadata"));
        }
        return names;
    }

    /** Returns the unknown and duplicate fields in the JSON text of a built-in kind. */
    public List<String> strictProblems(ServedResource resource, String json) {
        return StrictFields.of(json, resource.schema().get(), metadata);
    }

    /** Returns the first type error, with the message of the real decoder; empty if all types are correct. */
    public String typeError(ServedResource resource, ObjectNode tree) {
        JsonNode head = tree.path("metadata");
        if (!head.isObject() && !Json.isAbsent(head)) {
            return GoDecoding.metadata(resource.api().kind(), resource.isCustom(), head);
        }
        List<FieldError> errors = new ArrayList<>();
        if (head.isObject()) {
            errors.addAll(SchemaCheck.types(head, metadata, new FieldPath("metadata")));
        }
        if (!resource.isCustom()) {
            ByteField.of(resource, tree).forEach(ByteField::join);
            errors.addAll(SchemaCheck.types(tree, resource.schema().get(), FieldPath.ROOT));
        } else {
            Optional<FieldError> embedded =
                    EmbeddedObjects.typeError(tree, resource.schema().get(), metadata, FieldPath.ROOT);
            if (errors.isEmpty() && embedded.isPresent()) {
                return embedded.get().toString();
            }
        }
        return errors.isEmpty()
                ? textError(resource, tree)
                : goError(resource.api().kind(), errors.getFirst());
    }

    /** Rewrites times and bytes as a real server writes them; returns the problem if one cannot be read. */
    private String textError(ServedResource resource, ObjectNode tree) {
        try {
            if (tree.get("metadata") instanceof ObjectNode head) {
                GoTimes.complete(head, metadata);
            }
            if (!resource.isCustom()) {
                GoTimes.complete(tree, resource.schema().get());
                ByteField.of(resource, tree).forEach(ByteField::complete);
            }
            if (resource.isBuiltIn("daemonsets.apps")) {
                TemplateGeneration.complete(tree);
            }
            return "";
        } catch (IllegalArgumentException e) {
            return String.valueOf(e.getMessage());
        }
    }

    /**
     * {@code Invalid value: "integer": data.k in body must be of type string: "integer"}, and {@code Checked value must be of type
     * integer with format int32 in spec.replicas}, as the message of Go's decoder.
     */
    private static String goError(String kind, FieldError error) {
        Matcher range = OUT_OF_RANGE.matcher(error.problem());
        if (range.find()) {
            return "json: cannot unmarshal number into Go struct field " + kind + "."
                    + range.group(2).replaceAll("\\[\\d+]", "") + " of type "
                    + (range.group(1) == null ? "int64" : range.group(1));
        }
        String[] parts = error.problem().split("\"", 3);
        String expected = parts[2].replaceAll(".*must be of type ([a-z,]+).*", "$1");
        String was = parts[1].equals("integer") ? "number" : parts[1].equals("boolean") ? "bool" : parts[1];
        return "json: cannot unmarshal " + was + " into Go struct field " + kind + "."
                + error.path().replaceAll("\\[\\d+]", "") + " of type " + expected;
    }

    /** Like the real server, removes empty maps and lists from metadata. */
    private static void dropEmpty(ObjectNode metadata) {
        for (String field : List.of("labels", "annotations", "ownerReferences", "finalizers", "managedFields")) {
            if (metadata.path(field).isContainerNode() && metadata.path(field).isEmpty()) {
                metadata.remove(field);
            }
        }
    }
}
