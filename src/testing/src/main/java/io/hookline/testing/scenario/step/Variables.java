package io.hookline.testing.scenario.step;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.object.Json;
import io.hookline.object.KubeObject;
import io.hookline.testing.scenario.file.Manifest;
import io.hookline.testing.scenario.file.MergePatch;
import io.hookline.testing.scenario.file.ObjectRef;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The remembered values. They replace {@code ${NAME}} in names of objects and in written objects. An unknown reference
 * stays, since manifests may contain such text. Used by one thread.
 */
public final class Variables {

    private static final Pattern REFERENCE = Pattern.compile("\\$\\{([^{}]+)}");

    private final Map<String, JsonNode> remembered = new HashMap<>();

    /** Remembers a value. */
    void put(String name, JsonNode value) {
        remembered.put(name, value);
    }

    /** All values by name. */
    Map<String, JsonNode> all() {
        return Collections.unmodifiableMap(remembered);
    }

    ObjectRef fill(ObjectRef target) {
        return new ObjectRef(target.kind(), fill(target.name()));
    }

    MergePatch fill(MergePatch patch) {
        return new MergePatch((ObjectNode) fill((JsonNode) patch.body()), patch.status());
    }

    Manifest fill(Manifest manifest) {
        KubeObject object = manifest.object();
        return manifest.with(KubeObject.of((ObjectNode) fill((JsonNode) object.tree())));
    }

    /** Returns a copy. A text that is only a reference becomes the value itself and keeps its type. */
    private JsonNode fill(JsonNode node) {
        if (node.isObject()) {
            ObjectNode copy = Json.NODES.objectNode();
            node.properties().forEach(field -> copy.set(fill(field.getKey()), fill(field.getValue())));
            return copy;
        } else if (node.isArray()) {
            ArrayNode copy = Json.NODES.arrayNode();
            node.forEach(element -> copy.add(fill(element)));
            return copy;
        } else if (node.isTextual()) {
            Matcher whole = REFERENCE.matcher(node.textValue());
            JsonNode value = whole.matches() ? remembered.get(whole.group(1)) : null;
            return value != null ? value.deepCopy() : Json.NODES.textNode(fill(node.textValue()));
        }
        return node;
    }

    String fill(String text) {
        return REFERENCE.matcher(text).replaceAll(reference -> {
            JsonNode value = remembered.get(reference.group(1));
            return Matcher.quoteReplacement(value == null ? reference.group() : value.asText());
        });
    }
}
