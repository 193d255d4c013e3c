package io.hookline.local.discovery;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.local.machinery.DataFiles;
import io.hookline.local.resource.BuiltInResources;
import io.hookline.local.schema.BuiltInTypes;
import io.hookline.object.ApiResource;
import io.hookline.object.Json;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;

/** The fields of built-in kinds as OpenAPI schemas, without texts about them. Immutable. */
final class BuiltInDefinitions {

    private static final String QUANTITY = "io.k8s.apimachinery.pkg.api.resource.Quantity";
    private static final String INT_OR_STRING = "io.k8s.apimachinery.pkg.util.intstr.IntOrString";

    private final Map<String, String> types = new HashMap<>();
    private final Map<String, String> typesOfKinds = BuiltInResources.typesOfKinds();
    private final String objectMeta;

    /**
     * Reads the tables.
     *
     * @param objectMeta the name of the schema of metadata, which is defined elsewhere
     */
    BuiltInDefinitions(String objectMeta) {
        this.objectMeta = objectMeta;
        for (String line : DataFiles.lines("built-in-types.txt")) {
            String[] parts = line.split(" ", 2);
            types.put(parts[0], parts.length < 2 ? "" : parts[1]);
        }
    }

    /**
     * The schema of a kind; empty if its fields are not known.
     *
     * @param schemas gets the types of its fields, by their names
     */
    Optional<ObjectNode> of(ApiResource resource, ObjectNode schemas) {
        return Optional.ofNullable(typesOfKinds.get(resource.apiVersion() + "/" + resource.kind()))
                .map(type -> object(type, schemas));
    }

    private ObjectNode object(String type, ObjectNode schemas) {
        ObjectNode schema = Json.NODES.objectNode().put("type", "object");
        ObjectNode properties = schema.putObject("properties");
        ArrayNode required = Json.NODES.arrayNode();
        for (String text : types.getOrDefault(type, "").split(" ", -1)) {
            Matcher field = BuiltInTypes.FIELD.matcher(text);
            if (field.matches()) {
                ObjectNode property = value(field.group("code"), schemas);
                merging(field, property);
                properties.set(field.group("name"), property);
                if (field.group("required").equals("!")) {
                    required.add(field.group("name"));
                }
            } else if (text.equals("=atomic")) {
                schema.put("x-kubernetes-map-type", "atomic");
            }
        }
        if (!required.isEmpty()) {
            schema.set("required", required);
        }
        return schema;
    }

    private static void merging(MatchResult field, ObjectNode property) {
        String form = field.group("form");
        if (field.group("code").startsWith("[")) {
            String list = form.isEmpty() ? "atomic" : form;
            boolean plain = List.of("atomic", "set").contains(list);
            property.put("x-kubernetes-list-type", plain ? list : "map");
            if (!plain) {
                ArrayNode keys = property.putArray("x-kubernetes-list-map-keys");
                List.of(list.split(",", -1)).forEach(keys::add);
            }
        } else if (!form.isEmpty()) {
            property.put("x-kubernetes-map-type", form);
        }
        if (!field.group("strategy").isEmpty()) {
            property.put("x-kubernetes-patch-strategy", field.group("strategy").replace("retain", "retainKeys"));
        }
        if (!field.group("key").isEmpty()) {
            property.put("x-kubernetes-patch-merge-key", field.group("key"));
        }
    }

    private ObjectNode value(String code, ObjectNode schemas) {
        ObjectNode schema = Json.NODES.objectNode();
        if (code.startsWith("[") || code.startsWith("{")) {
            boolean list = code.startsWith("[");
            schema.put("type", list ? "array" : "object");
            schema.set(list ? "items" : "additionalProperties", value(code.substring(1, code.length() - 1), schemas));
            return schema;
        }
        return switch (code) {
            case "s" -> schema.put("type", "string");
            case "y" -> schema.put("type", "string").put("format", "byte");
            case "t", "m" -> schema.put("type", "string").put("format", "date-time");
            case "i" -> schema.put("type", "integer").put("format", "int32");
            case "l" -> schema.put("type", "integer").put("format", "int64");
            case "n" -> schema.put("type", "number").put("format", "double");
            case "b" -> schema.put("type", "boolean");
            case "q" -> reference(QUANTITY, schemas, "string", "number");
            case "is" -> reference(INT_OR_STRING, schemas, "integer", "string");
            case "ObjectMeta" -> reference(objectMeta);
            case "*" -> schema.put("type", "object");
            case "j" -> any("JSON", schemas);
            default -> types.containsKey(code) ? reference(code, schemas) : any(code, schemas);
        };
    }

    private ObjectNode reference(String type, ObjectNode schemas) {
        String name = "io.k8s.api." + type;
        if (!schemas.has(name)) {
            schemas.putObject(name); // a type may contain itself
            schemas.set(name, object(type, schemas));
        }
        return reference(name);
    }

    /** With a text: kubectl takes an empty schema for a missing one. */
    private static ObjectNode any(String type, ObjectNode schemas) {
        String name = "io.k8s.api." + type;
        schemas.putObject(name).put("description", "A value of one of several types.");
        return reference(name);
    }

    private static ObjectNode reference(String name, ObjectNode schemas, String... oneOf) {
        ArrayNode forms = schemas.putObject(name).putArray("oneOf");
        for (String type : oneOf) {
            forms.addObject().put("type", type);
        }
        return reference(name);
    }

    private static ObjectNode reference(String name) {
        ObjectNode schema = Json.NODES.objectNode();
        schema.putArray("allOf").addObject().put("$ref", "#/components/schemas/" + name);
        return schema;
    }
}
