package io.hookline.testing.scenario.environment;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.object.KubeObject;
import io.hookline.object.SecretValues;
import io.hookline.yaml.YamlWriter;

/** Formats objects as YAML for people, without internal metadata and without the values of Secrets. */
public final class ObjectYaml {

    private ObjectYaml() {}

    /** The object without {@code managedFields} and last-applied annotations. */
    public static String of(KubeObject object) {
        ObjectNode tree = redacted(object);
        if (tree.path("metadata") instanceof ObjectNode metadata) {
            metadata.remove("managedFields");
            if (metadata.path("annotations") instanceof ObjectNode annotations) {
                annotations.properties().removeIf(entry -> SecretValues.isRecord(entry.getKey()));
                if (annotations.isEmpty()) {
                    metadata.remove("annotations");
                }
            }
        }
        return YamlWriter.write(tree).stripTrailing();
    }

    /** The object's tree. Of the values of a Secret, only their keys and lengths stay, as in kubectl describe. */
    public static ObjectNode redacted(KubeObject object) {
        return (ObjectNode)
                SecretValues.replaced(object.tree(), value -> "(redacted, " + value.length() + " characters)");
    }
}
