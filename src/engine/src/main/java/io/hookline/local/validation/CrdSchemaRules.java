package io.hookline.local.validation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.local.cel.CelRules;
import io.hookline.local.machinery.FieldError;
import io.hookline.local.schema.BuiltInTypes;
import io.hookline.local.schema.Pruning;
import io.hookline.local.schema.Schema;
import io.hookline.local.schema.SchemaCheck;
import io.hookline.local.schema.SchemaKeywords;
import io.hookline.local.schema.SchemaReader;
import io.hookline.local.schema.StructuralSchemaRules;
import io.hookline.object.FieldPath;
import io.hookline.object.Json;
import io.hookline.object.JsonEquality;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Checks the schema of a CustomResourceDefinition: its form, its keywords and its defaults. */
final class CrdSchemaRules {

    /** What may be at the root if there is a status, whose schema is taken out for itself. */
    private static final Set<String> WITH_STATUS = Set.of(
            "description",
            "type",
            "format",
            "title",
            "maximum",
            "exclusiveMaximum",
            "minimum",
            "exclusiveMinimum",
            "maxLength",
            "minLength",
            "pattern",
            "maxItems",
            "minItems",
            "uniqueItems",
            "multipleOf",
            "required",
            "items",
            "properties",
            "externalDocs",
            "example",
            "x-kubernetes-preserve-unknown-fields",
            "x-kubernetes-validations");

    private final List<FieldError> errors = new ArrayList<>();

    private CrdSchemaRules() {}

    /**
     * Returns the errors of a schema, which has the types that schemas have.
     *
     * @param withStatus whether its objects have a status subresource
     */
    static List<FieldError> check(JsonNode schema, FieldPath place, boolean withStatus) {
        CrdSchemaRules rules = new CrdSchemaRules();
        if (schema.isObject()) {
            rules.root(schema, place, withStatus);
            rules.schema(schema, place);
        }
        return rules.errors;
    }

    private void root(JsonNode schema, FieldPath place, boolean withStatus) {
        if (withStatus && !schema.path("type").asText("object").equals("object")) {
            errors.add(FieldError.invalid(
                    place.field("type"),
                    schema.path("type"),
                    "only \"object\" is allowed as the type at the root of the schema if the status subresource is"
                            + " enabled"));
        } else if (withStatus && schema.propertyStream().anyMatch(field -> !WITH_STATUS.contains(field.getKey()))) {
            errors.add(FieldError.invalid(
                    place.path(),
                    "",
                    "only " + WITH_STATUS.stream().sorted().toList()
                            + " fields are allowed at the root of the schema if the status subresource is enabled"));
        }
        if (schema.path("nullable").asBoolean()) {
            errors.add(FieldError.forbidden(place.field("nullable").path(), "nullable cannot be true at the root"));
        }
    }

    private void schema(JsonNode schema, FieldPath place) {
        int before = errors.size();
        boolean unsupported = SchemaKeywords.isUnsupported(schema);
        if (!unsupported) {
            errors.addAll(StructuralSchemaRules.check(schema, place));
            if (errors.size() == before) {
                errors.addAll(Defaults.check(schema, place));
            }
        }
        boolean structural = errors.size() == before && !unsupported;
        List<FieldError> ofKeywords = SchemaKeywords.check(schema, place);
        errors.addAll(ofKeywords);
        if (structural) {
            errors.addAll(CelRules.check(schema, place, ofKeywords));
        }
        if (errors.isEmpty() && unsupported) {
            errors.add(FieldError.invalid(place.path(), "", "OpenAPIV3Schema 'schema' is not supported"));
        }
    }

    /** Checks that defaults are valid, and have no fields that would be removed. */
    private static final class Defaults {

        private final Schema metadata = new BuiltInTypes().type("ObjectMeta");
        private final List<FieldError> errors = new ArrayList<>();

        static List<FieldError> check(JsonNode json, FieldPath place) {
            Defaults defaults = new Defaults();
            JsonNode untyped = json.deepCopy();
            // The real server does not look at the types of such a default.
            untyped.findParents("x-kubernetes-int-or-string")
                    .forEach(field -> ((ObjectNode) field).remove("x-kubernetes-int-or-string"));
            Schema schema = SchemaReader.read(untyped);
            defaults.node(schema.embedded(), "", place);
            return defaults.errors;
        }

        /**
         * Checks the defaults in a schema.
         *
         * @param inside the path in the object that has the metadata, kind or apiVersion with this schema; empty for
         *     other fields
         */
        private void node(Schema schema, String inside, FieldPath place) {
            JsonNode fallback = schema.fallback();
            if (fallback != null) {
                value(fallback, schema, inside, place.field("default"));
            }
            if (schema.items() != null) {
                node(schema.items(), inside.isEmpty() ? "" : inside + "[]", place.field("items"));
            }
            boolean whole = schema.traits().embeddedResource();
            for (Map.Entry<String, Schema> property : schema.properties().entrySet()) {
                String name = property.getKey();
                boolean head = whole && Set.of("metadata", "apiVersion", "kind").contains(name);
                String path = head ? name : inside.isEmpty() || whole ? "" : inside + "." + name;
                node(property.getValue(), path, StructuralSchemaRules.property(place, name));
            }
        }

        private void value(JsonNode fallback, Schema schema, String inside, FieldPath place) {
            List<FieldError> problems;
            if (!inside.isEmpty()) {
                ObjectNode object = Json.NODES.objectNode().put("apiVersion", "validation/v1");
                object.put("kind", "Validation");
                put(object, inside, fallback);
                problems = EmbeddedObjects.check(object, Schema.ANYTHING.embedded(), metadata, FieldPath.ROOT).stream()
                        .limit(1)
                        .map(error -> FieldError.invalid(place, fallback, "must result in valid metadata: " + error))
                        .toList();
            } else {
                JsonNode pruned = fallback.deepCopy();
                Pruning.pruneValue(pruned, schema);
                if (!JsonEquality.strict(pruned, fallback)) {
                    errors.add(FieldError.invalid(place, fallback, "must not have unknown fields"));
                }
                problems = EmbeddedObjects.check(fallback, schema, metadata, place);
            }
            errors.addAll(problems.isEmpty() ? SchemaCheck.check(fallback, schema, place) : problems);
        }

        /** Puts a value at a path such as {@code metadata.labels} or {@code metadata.finalizers[]}. */
        private static void put(ObjectNode object, String path, JsonNode value) {
            int dot = path.indexOf('.');
            String step = dot < 0 ? path : path.substring(0, dot);
            String name = step.replace("[]", "");
            if (dot < 0) {
                object.set(name, step.endsWith("[]") ? Json.NODES.arrayNode().add(value) : value);
            } else if (step.endsWith("[]")) {
                put(object.putArray(name).addObject(), path.substring(dot + 1), value);
            } else {
                put(object.withObjectProperty(name), path.substring(dot + 1), value);
            }
        }
    }
}
