package io.hookline.testing.scenario.environment;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.object.Json;
import io.hookline.object.KubeObject;
import io.hookline.yaml.YamlWriter;
import java.util.List;
import java.util.Map;

/** Objects for people: as YAML, without what only machines read, and without the values of Secrets. */
public final class ObjectYaml {

    private static final String LAST_APPLIED = "last-applied-configuration";

    private ObjectYaml() {}

    /** The object, without {@code managedFields} and what clients keep in it of what they applied last. */
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

    /** The object's tree; of a Secret with the names of its keys, but not with its values. */
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

    /** Leaves what kubectl describe shows as well: how long the value is. */
    private static void redact(Map.Entry<String, JsonNode> value) {
        int length = value.getValue().asText().length();
        value.setValue(Json.NODES.textNode("(redacted, " + length + " characters)"));
    }
}
