package io.hookline.spec;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.object.DecodeException;
import io.hookline.object.FieldPath;
import io.hookline.object.Json;
import io.hookline.object.KubeObject;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Fields that Metacontroller does not have, and annotations that replace them: those of child rules, and the deletion
 * guard of a controller.
 *
 * <p>In a cluster with Metacontroller's CRDs the API server prunes these fields. There the controller can have annotations
 * with values by resource: {@code hookline.io/adoptionPolicy: '{"configmaps": "Never"}'}. The field takes precedence over
 * the annotation. The values of {@code hookline.io/deletion-guard} and {@code hookline.io/hook-rollout} are those of the fields
 * {@code deletionGuard} and {@code hookRollout}.
 */
final class RuleExtensions {

    private static final String PREFIX = "hookline.io/";

    /** Annotations with the value of a field of the spec. */
    private static final Map<String, String> OF_SPEC =
            Map.of(PREFIX + "deletion-guard", "deletionGuard", PREFIX + "hook-rollout", HookRolloutRule.FIELD);

    /** The fields of a rule. */
    private static final List<String> OF_RULE = List.of("applyStrategy", "conflictPolicy", "adoptionPolicy");

    /** The fields of {@code updateStrategy} in a rule. */
    private static final List<String> OF_STRATEGY = List.of("maxUnavailable", "paused", "progressDeadlineSeconds");

    private static final List<String> FIELDS =
            Stream.concat(OF_RULE.stream(), OF_STRATEGY.stream()).toList();

    private RuleExtensions() {}

    /** Copies the values of annotations into a spec and its rules; the spec is changed. */
    static void fromAnnotations(KubeObject source, JsonNode spec) {
        OF_SPEC.forEach((annotation, field) -> {
            String json = source.annotation(annotation);
            if (json != null && spec instanceof ObjectNode fields && !fields.has(field)) {
                fields.set(field, values(json, place(annotation)));
            }
        });
        List<JsonNode> rules = new ArrayList<>();
        spec.path("childResources").forEach(rules::add);
        spec.path("attachments").forEach(rules::add);
        for (String field : FIELDS) {
            String json = source.annotation(PREFIX + field);
            if (json != null && isOfRules(field, json)) {
                FieldPath place = place(PREFIX + field);
                addAll(field, values(json, place), rules, place);
            }
        }
    }

    private static FieldPath place(String annotation) {
        return new FieldPath("metadata.annotations").field("\"" + annotation + "\"");
    }

    /** The annotations that {@link #fromAnnotations} reads. */
    static Map<String, String> annotations(KubeObject source) {
        Map<String, String> read = new HashMap<>(source.annotations());
        read.entrySet()
                .removeIf(each -> !OF_SPEC.containsKey(each.getKey())
                        && FIELDS.stream()
                                .noneMatch(field ->
                                        each.getKey().equals(PREFIX + field) && isOfRules(field, each.getValue())));
        return read;
    }

    /** Whether an annotation is about rules: {@code hookline.io/paused: "true"} pauses the controller as a whole. */
    private static boolean isOfRules(String field, String value) {
        return !field.equals("paused") || value.strip().startsWith("{");
    }

    private static ObjectNode values(String json, FieldPath place) {
        JsonNode values;
        try {
            values = Json.parse(json.getBytes(StandardCharsets.UTF_8));
        } catch (DecodeException e) {
            throw new DecodeException(place, "not JSON: " + e.getMessage());
        }
        return Json.object(values, place);
    }

    private static void addAll(String field, ObjectNode byResource, List<JsonNode> rules, FieldPath place) {
        byResource.properties().forEach(value -> {
            boolean found = false;
            for (JsonNode rule : rules) {
                if (rule instanceof ObjectNode object
                        && object.path("resource").asText().equals(value.getKey())) {
                    found = true;
                    addIfAbsent(object, field, value.getValue());
                }
            }
            if (!found) {
                throw new DecodeException(place.field(value.getKey()), "no child rule is for this resource");
            }
        });
    }

    private static void addIfAbsent(ObjectNode rule, String field, JsonNode value) {
        if (OF_STRATEGY.contains(field) && !rule.path("updateStrategy").isObject()) {
            rule.putObject("updateStrategy");
        }
        JsonNode of = OF_STRATEGY.contains(field) ? rule.get("updateStrategy") : rule;
        if (of instanceof ObjectNode fields && !fields.has(field)) {
            fields.set(field, value);
        }
    }

    /** Decodes the adoption policy of a rule. */
    static AdoptionPolicy adoption(FieldReader rule) {
        return choice(rule, "adoptionPolicy", AdoptionPolicy::parse, "IfUnowned, Never or TakeOver")
                .orElse(AdoptionPolicy.IF_UNOWNED);
    }

    /** Decodes the apply strategy of a rule; empty if the rule leaves it to the watcher. */
    static Optional<ApplyStrategy> applyStrategy(FieldReader rule) {
        return choice(rule, "applyStrategy", ApplyStrategy::parse, "dynamic-apply or server-side-apply");
    }

    /** Decodes the conflict policy of a rule. */
    static ConflictPolicy conflicts(FieldReader rule) {
        return choice(rule, "conflictPolicy", ConflictPolicy::parse, "Force, Fail or Yield")
                .orElse(ConflictPolicy.FORCE);
    }

    /** An absent or empty text is no choice. */
    private static <T> Optional<T> choice(
            FieldReader rule, String field, Function<String, Optional<T>> parser, String expected) {
        String text = rule.text(field).orElse("");
        if (text.isEmpty()) {
            return Optional.empty();
        }
        Optional<T> parsed = parser.apply(text);
        if (parsed.isEmpty()) {
            throw rule.wrong(field, "expected " + expected + ", was \"" + text + "\"");
        }
        return parsed;
    }
}
