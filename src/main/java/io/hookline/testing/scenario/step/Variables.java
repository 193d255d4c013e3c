package io.hookline.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.cli.StepAction.StepPatch;
import io.hookline.object.Json;
import io.hookline.object.KubeObject;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Puts remembered values where a step says {@code ${NAME}}: in names of objects, in what it writes. What is not remembered
 * stays as it is, since manifests may have a use of their own for such text.
 */
final class StepReferences {

    private static final Pattern REFERENCE = Pattern.compile("\\$\\{([^{}]+)}");

    private final Map<String, JsonNode> remembered;

    StepReferences(Map<String, JsonNode> remembered) {
        this.remembered = remembered;
    }

    /** The same step about the objects that are meant. */
    StepAction fill(StepAction action) {
        return switch (action) {
            case StepAction.Look look -> fill(look);
            case StepAction.Apply(var objects, boolean replace, var refused) ->
                new StepAction.Apply(objects.stream().map(this::fill).toList(), replace, refused);
            case StepAction.Unchanged(var target, var path, var still) ->
                new StepAction.Unchanged(fill(target), path, still);
            case StepAction.Change(var target, var patch, var refused) ->
                new StepAction.Change(fill(target), fill(patch), refused);
            case StepAction.Damage(var target, var patch) -> new StepAction.Damage(fill(target), fill(patch));
            case StepAction.Kill(var target) -> new StepAction.Kill(fill(target));
            case StepAction.Phase(var pods, String phase) ->
                new StepAction.Phase(pods.stream().map(this::fill).toList(), phase);
            case StepAction.Avail(var target, long replicas) -> new StepAction.Avail(fill(target), replicas);
            case StepAction.Delete(var target, var propagation) -> new StepAction.Delete(fill(target), propagation);
            case StepAction.Remember(var target, var values) -> new StepAction.Remember(fill(target), values);
            case StepAction.Calls calls -> calls;
            case StepAction.Quiet quiet -> quiet;
        };
    }

    private StepAction.Look fill(StepAction.Look look) {
        return switch (look) {
            case StepAction.Expect(var target, var where, var owner, var still) ->
                new StepAction.Expect(fill(target), where, owner.map(this::fill), still);
            case StepAction.Gone(var target, var still) -> new StepAction.Gone(fill(target), still);
            case StepAction.Count count -> count;
        };
    }

    private StepTarget fill(StepTarget target) {
        return new StepTarget(target.kind(), fill(target.name()));
    }

    private StepPatch fill(StepPatch patch) {
        return new StepPatch((ObjectNode) fill((JsonNode) patch.body()), patch.status());
    }

    private ExampleManifest fill(ExampleManifest manifest) {
        KubeObject object = manifest.object();
        return new ExampleManifest(KubeObject.of((ObjectNode) fill((JsonNode) object.tree())), manifest.place());
    }

    /** A copy; a text that is nothing but a reference becomes the value itself, whatever its type. */
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

    private String fill(String text) {
        return REFERENCE.matcher(text).replaceAll(reference -> {
            JsonNode value = remembered.get(reference.group(1));
            return Matcher.quoteReplacement(value == null ? reference.group() : value.asText());
        });
    }
}
