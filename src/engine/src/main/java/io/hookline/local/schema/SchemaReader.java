package io.hookline.local.schema;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.local.machinery.ObjectTrees;
import io.hookline.local.schema.Schema.Lists;
import io.hookline.local.schema.Schema.PatchRule;
import io.hookline.local.schema.Schema.Traits;
import io.hookline.local.schema.ValueRules.Logic;
import io.hookline.local.schema.ValueRules.NumberBounds;
import io.hookline.local.schema.ValueRules.SizeBounds;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads the structural schema of a CustomResourceDefinition. Rules in CEL are read elsewhere. */
public final class SchemaReader {
    private SchemaReader() {}

    /**
     * Reads a schema.
     *
     * @throws com.google.re2j.PatternSyntaxException if a pattern is not valid
     */
    public static Schema read(JsonNode json) {
        return read(json, false);
    }

    /** A list that keeps unknown fields keeps those of its elements. */
    private static Schema read(JsonNode json, boolean inKeepingList) {
        JsonNode additional = json.path("additionalProperties");
        boolean preserves = inKeepingList
                || json.path("x-kubernetes-preserve-unknown-fields").asBoolean();
        return new Schema(
                json.path("type").asText(),
                properties(json.path("properties")),
                additional.isObject() ? read(additional) : additional.asBoolean() ? Schema.NO_FIELDS : null,
                json.path("items").isObject() ? read(json.path("items"), preserves) : null,
                new Traits(
                        preserves,
                        json.path("x-kubernetes-embedded-resource").asBoolean(),
                        json.path("x-kubernetes-int-or-string").asBoolean(),
                        json.path("nullable").asBoolean()),
                lists(json),
                json.get("default"),
                rules(json));
    }

    private static Map<String, Schema> properties(JsonNode json) {
        Map<String, Schema> properties = new LinkedHashMap<>();
        for (Map.Entry<String, JsonNode> property : json.properties()) {
            properties.put(property.getKey(), read(property.getValue()));
        }
        return properties;
    }

    private static Lists lists(JsonNode json) {
        return new Lists(
                json.path("x-kubernetes-list-type").asText("atomic"),
                ObjectTrees.texts(json.path("x-kubernetes-list-map-keys")),
                json.path("x-kubernetes-map-type").asText().equals("atomic"),
                PatchRule.NONE);
    }

    private static ValueRules rules(JsonNode json) {
        List<JsonNode> allowed = new ArrayList<>();
        json.path("enum").forEach(allowed::add);
        return new ValueRules(
                ObjectTrees.texts(json.path("required")),
                allowed,
                json.has("pattern") ? GoPatterns.compile(json.path("pattern").asText()) : null,
                json.path("format").asText(),
                numbers(json),
                sizes(json, "minLength", "maxLength"),
                sizes(json, "minItems", "maxItems"),
                sizes(json, "minProperties", "maxProperties"),
                json.path("uniqueItems").asBoolean(),
                logic(json));
    }

    private static NumberBounds numbers(JsonNode json) {
        return new NumberBounds(
                number(json.path("minimum")),
                json.path("exclusiveMinimum").asBoolean(),
                number(json.path("maximum")),
                json.path("exclusiveMaximum").asBoolean(),
                number(json.path("multipleOf")));
    }

    private static @Nullable JsonNode number(JsonNode json) {
        return json.isNumber() ? json : null;
    }

    private static SizeBounds sizes(JsonNode json, String least, String most) {
        return new SizeBounds(json.path(least).asLong(0), json.path(most).asLong(Long.MAX_VALUE));
    }

    private static Logic logic(JsonNode json) {
        return new Logic(
                all(json.path("allOf")),
                all(json.path("anyOf")),
                all(json.path("oneOf")),
                json.path("not").isObject() ? read(json.path("not")) : null);
    }

    private static List<Schema> all(JsonNode json) {
        List<Schema> schemas = new ArrayList<>();
        json.forEach(schema -> schemas.add(read(schema)));
        return schemas;
    }
}
