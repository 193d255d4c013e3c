package io.hookline.hook.codec;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.hook.Admission;
import io.hookline.hook.Verdict;
import io.hookline.hook.protocol.HookType;
import io.hookline.hook.protocol.JsonText;
import io.hookline.object.DecodeException;
import io.hookline.object.FieldPath;
import io.hookline.object.GoJson;
import io.hookline.object.Json;
import io.hookline.object.KubeObject;
import io.hookline.object.NearestName;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The JSON of validate and mutate hooks. A hook gets the {@code request} of an AdmissionReview; its answer is one of Hookline.
 *
 * <p>An unknown field of an answer is an error: an object would be stored that the hook means to refuse.
 */
public final class AdmissionCodec {

    private static final FieldPath OBJECT = FieldPath.ROOT.field("object");
    private static final FieldPath CAUSES = FieldPath.ROOT.field("causes");
    private static final FieldPath WARNINGS = FieldPath.ROOT.field("warnings");

    private AdmissionCodec() {}

    /**
     * Decodes what a hook gets.
     *
     * @throws DecodeException with the path of the first error
     */
    public static Admission<KubeObject> decode(byte[] json) {
        RequestBounds.check(json);
        return decode(Json.object(json));
    }

    /**
     * Decodes what a hook gets. Unknown fields are ignored.
     *
     * @throws DecodeException with the path of the first error
     */
    public static Admission<KubeObject> decode(ObjectNode request) {
        Admission.Operation operation = operation(request);
        FieldPath place = FieldPath.ROOT.field("oldObject");
        Optional<KubeObject> old = operation == Admission.Operation.CREATE
                ? Optional.empty()
                : Optional.of(object(request.path("oldObject"), place));
        KubeObject object =
                operation == Admission.Operation.DELETE ? old.orElseThrow() : object(request.path("object"), OBJECT);
        return new Admission<>(
                operation,
                object,
                old,
                request.path("dryRun").asBoolean(),
                request.path("userInfo").path("username").asText());
    }

    private static Admission.Operation operation(ObjectNode request) {
        JsonNode operation = request.path("operation");
        return Arrays.stream(Admission.Operation.values())
                .filter(each -> each.name().equals(operation.textValue()))
                .findFirst()
                .orElseThrow(() -> DecodeException.expected(
                        FieldPath.ROOT.field("operation"),
                        Arrays.stream(Admission.Operation.values())
                                .map(Enum::name)
                                .collect(Collectors.joining(", ")),
                        operation.isTextual() ? operation.toString() : Json.describe(operation)));
    }

    private static KubeObject object(JsonNode node, FieldPath place) {
        ObjectNode tree = Json.object(node, place);
        try {
            return KubeObject.of(tree);
        } catch (DecodeException e) {
            throw e.within(place);
        }
    }

    /** Encodes what a validate hook answers. */
    public static JsonText encode(Verdict verdict) {
        ObjectNode json = Json.NODES.objectNode();
        ArrayNode causes = json.putArray("causes");
        verdict.causes()
                .forEach(cause -> causes.addObject().put("field", cause.field()).put("message", cause.message()));
        ArrayNode warnings = json.putArray("warnings");
        verdict.warnings().forEach(warnings::add);
        return new JsonText(GoJson.bytes(json));
    }

    /**
     * Decodes what a validate hook answered.
     *
     * @throws DecodeException with the path of the first error
     */
    public static Verdict decodeVerdict(JsonText answer) {
        ObjectNode json = Json.object(answer.raw());
        requireKnown(json, FieldPath.ROOT, Set.of("causes", "warnings"));
        List<Verdict.Cause> causes = new ArrayList<>();
        for (JsonNode cause : list(json.path("causes"), CAUSES)) {
            causes.add(cause(cause, CAUSES.index(causes.size())));
        }
        return new Verdict(causes, warnings(json));
    }

    private static Verdict.Cause cause(JsonNode node, FieldPath place) {
        ObjectNode cause = Json.object(node, place);
        requireKnown(cause, place, Set.of("field", "message"));
        String field = cause.has("field") ? Json.text(cause.path("field"), place.field("field")) : "";
        String message = Json.text(cause.path("message"), place.field("message"));
        if (message.isBlank()) {
            throw DecodeException.expected(place.field("message"), "a text", "empty");
        }
        return new Verdict.Cause(field, message);
    }

    /** Encodes what a mutate hook answers. */
    public static JsonText encode(ObjectNode object) {
        ObjectNode json = Json.NODES.objectNode();
        json.set("object", object);
        return new JsonText(GoJson.bytes(json));
    }

    /**
     * What a mutate hook answered.
     *
     * @param object the whole object that is stored
     */
    public record Mutated(ObjectNode object, List<String> warnings) {}

    /**
     * Decodes what a mutate hook answered.
     *
     * @throws DecodeException with the path of the first error
     */
    public static Mutated decodeMutated(JsonText answer) {
        ObjectNode json = Json.object(answer.raw());
        requireKnown(json, FieldPath.ROOT, Set.of("object", "warnings"));
        return new Mutated(Json.object(json.path("object"), OBJECT), warnings(json));
    }

    /**
     * Refuses an answer that a hook of this type must not give.
     *
     * @throws DecodeException with the path of the first error
     */
    public static void requireAnswer(HookType type, JsonText answer) {
        switch (type) {
            case VALIDATE -> decodeVerdict(answer);
            case MUTATE -> decodeMutated(answer);
            case SYNC, FINALIZE, CUSTOMIZE -> throw new IllegalArgumentException("a watcher calls " + type.text());
        }
    }

    private static List<String> warnings(ObjectNode json) {
        List<String> warnings = new ArrayList<>();
        for (JsonNode warning : list(json.path("warnings"), WARNINGS)) {
            warnings.add(Json.text(warning, WARNINGS.index(warnings.size())));
        }
        return warnings;
    }

    private static JsonNode list(JsonNode node, FieldPath place) {
        return Json.isAbsent(node) ? node : Json.list(node, place);
    }

    private static void requireKnown(ObjectNode json, FieldPath place, Set<String> known) {
        for (Map.Entry<String, JsonNode> field : json.properties()) {
            if (!known.contains(field.getKey())) {
                throw new DecodeException(
                        place.field(field.getKey()),
                        "unknown field"
                                + NearestName.of(field.getKey(), known)
                                        .map(name -> "; did you mean \"" + name + "\"?")
                                        .orElse("; known are "
                                                + known.stream().sorted().collect(Collectors.joining(", "))));
            }
        }
    }
}
