package io.hookline.testing.scenario.environment;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.object.Json;
import io.hookline.object.KubeObject;
import io.hookline.yaml.YamlWriter;
import java.util.List;
import java.util.Map;

/** Formats objects as YAML for people, without internal metadata and without the values of Secrets. */
public final class ObjectYaml {

    private static final String LAST_APPLIED = "last-applied-configuration";

    private ObjectYaml() {}

    /** The object without {@code managedFields} and last-applied annotations. */
    public static String of(KubeObject object) {
        ObjectNode tree = redacted(object);
        if (tree.path("metadata") instanceof ObjectNode metadata) {
            metadata.remove("managedFields");
            if (metadata.path("annotations") instanceof ObjectNode annotations) {
                annotations.properties().removeIf(entry -> entry.getKey().endsWith(LAST_APPLIED));
                if (annotations.isEmpty()) {
                    metadata.remove("annotations");
                }
            }
        }
        return YamlWriter.write(tree).stripTrailing();
    }

    /** The object's tree. For a Secret, the values are redacted and only their keys stay. */
    public static ObjectNode redacted(KubeObject object) {
        ObjectNode tree = object.tree();
        if (object.kind().equals("Secret") && object.apiVersion().equals("v1")) {
            for (String field : List.of("data", "stringData")) {
                if (tree.path(field) instanceof ObjectNode values) {
                    values.properties().forEach(ObjectYaml::redact);
                }
            }
            if (tree.path("metadata").path("annotations") instanceof ObjectNode annotations) {
                annotations.properties().stream()
                        .filter(entry -> entry.getKey().endsWith(LAST_APPLIED)) // repeats the values
                        .forEach(ObjectYaml::redact);
            }
        }
        return tree;
    }

    /** Keeps only the length of the value, as kubectl describe does. */
    private static void redact(Map.Entry<String, JsonNode> value) {
        int length = value.getValue().asText().length();
        value.setValue(Json.NODES.textNode("(redacted, " + length + " characters)"));
    }
}
