package io.hookline.hook.codec;

import io.hookline.hook.Event;
import io.hookline.hook.RelatedRule;
import io.hookline.hook.protocol.ControllerType;
import io.hookline.hook.protocol.HookType;
import io.hookline.hook.protocol.HookVersion;
import io.hookline.hook.protocol.JsonText;
import io.hookline.hook.protocol.SyncAnswer;
import io.hookline.object.DecodeException;
import io.hookline.object.Excerpt;
import io.hookline.object.FieldPath;
import io.hookline.object.Json;
import io.hookline.object.JsonScanner;
import io.hookline.object.NearestName;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Encodes and decodes the answers of hooks. Field names are case-sensitive.
 *
 * <p>One invalid element refuses the whole answer: if the element were ignored, its child would be deleted. Unknown and
 * duplicate fields are errors in strict mode, otherwise warnings.
 *
 * @param version appears only in messages, because answers have the same form in both versions
 */
public record AnswerCodec(ControllerType controllerType, HookVersion version, boolean strict) {

    /**
     * Decodes the answer of a sync or finalize hook. Children are copied from the body, not parsed.
     *
     * @throws DecodeException with the path of the first error; invalid bytes never cause another exception
     */
    public SyncAnswer decodeSync(HookType type, JsonText body) {
        byte[] json = notEmpty(body);
        SyncAnswer answer = read(json, () -> new AnswerReader(json, controllerType).read());
        requireText(body.raw(), json);
        refuse(type, answer.warnings());
        return answer;
    }

    /**
     * Decodes the answer of a customize hook.
     *
     * @throws DecodeException with the path of the first error; invalid bytes never cause another exception
     */
    public List<RelatedRule> decodeCustomize(JsonText body) {
        return decodeCustomize(body, _ -> {});
    }

    /**
     * Decodes the answer of a customize hook.
     *
     * @param warnings receives each unknown or duplicate field that is ignored in loose mode, with its path
     * @throws DecodeException with the path of the first error; invalid bytes never cause another exception
     */
    public List<RelatedRule> decodeCustomize(JsonText body, Consumer<String> warnings) {
        byte[] json = notEmpty(body);
        List<String> problems = new ArrayList<>();
        List<RelatedRule> rules = RuleJson.read(read(json, () -> Json.parse(json)), problems);
        Duplicates.find(json, problems);
        requireText(body.raw(), json);
        refuse(HookType.CUSTOMIZE, problems);
        problems.forEach(warnings);
        return rules;
    }

    /** The known fields of an answer. Others are ignored, or refused in strict mode. */
    public static Set<String> fields(ControllerType controllerType, HookType type) {
        return type == HookType.CUSTOMIZE ? RuleJson.ANSWER_FIELDS : AnswerReader.fields(controllerType);
    }

    /** The known fields of a rule in the answer of a customize hook. */
    public static Set<String> ruleFields() {
        return RuleJson.FIELDS;
    }

    /** The fields of a rule that are label selectors. */
    public static List<String> ruleSelectors() {
        return RuleJson.SELECTORS;
    }

    /** The known fields of an event. */
    public static Set<String> eventFields() {
        return EventReader.FIELDS;
    }

    /**
     * Why an answer is probably not what its author means: the field of the children (for customize: of the rules) is
     * missing, and an unknown one has a similar name. Without that field, all children are deleted.
     *
     * @param answer valid in loose mode
     * @return such as {@code unknown field "childen"; did you mean "children"?}
     */
    public static Optional<String> mistyped(ControllerType controllerType, HookType type, JsonText answer) {
        String needed = type == HookType.CUSTOMIZE ? RuleJson.LIST : controllerType.childrenField();
        List<String> names = names(notEmpty(answer));
        Set<String> known = fields(controllerType, type);
        return names.contains(needed)
                ? Optional.empty()
                : names.stream()
                        .filter(name -> !known.contains(name))
                        .filter(name -> NearestName.of(name, known).equals(Optional.of(needed)))
                        .map(name -> "unknown field \"" + name + "\"; did you mean \"" + needed + "\"?")
                        .findFirst();
    }

    private static List<String> names(byte[] json) {
        List<String> names = new ArrayList<>();
        JsonScanner scanner = new JsonScanner(json);
        scanner.beginObject();
        for (String name = scanner.nextField(); name != null; name = scanner.nextField()) {
            names.add(name);
            scanner.skipValue();
        }
        return names;
    }

    /**
     * Encodes the answer of a sync or finalize hook, with keys in a fixed order, so that equal answers are equal bytes.
     */
    public static JsonText encode(ControllerType controllerType, SyncAnswer answer) {
        return AnswerWriter.write(controllerType, answer);
    }

    /** Encodes the answer of a customize hook. */
    public static JsonText encode(List<RelatedRule> rules) {
        return RuleJson.write(rules);
    }

    /**
     * Removes the events from the answer of a sync or finalize hook, for a caller that does not read them. All other
     * bytes stay as they are, and so does an answer that is not valid JSON.
     */
    public static JsonText withoutEvents(JsonText answer) {
        return TopLevelField.remove(answer, Event.FIELD);
    }

    private static byte[] notEmpty(JsonText body) {
        if (body.size() == 0) {
            throw new DecodeException(FieldPath.ROOT, "expected an object, but the body is empty");
        }
        return LoneSurrogates.repaired(GoUtf8.repaired(body.raw()));
    }

    /**
     * Refuses an answer with bytes or escapes that are no characters: a child would be stored with others in their
     * place. Called once it turned out to be an answer, since what is none at all has a better error.
     *
     * @param repaired the same with U+FFFD in their place
     */
    private static void requireText(byte[] answer, byte[] repaired) {
        if (Arrays.equals(answer, repaired)) { // the same array, as a rule
            return;
        }
        int invalid = GoUtf8.firstInvalid(answer);
        if (invalid < answer.length) {
            throw new DecodeException(JsonBounds.placeOf(repaired, invalid), "is not valid UTF-8 at byte " + invalid);
        }
        int half = LoneSurrogates.first(answer);
        String escape = new String(answer, half, LoneSurrogates.ESCAPE, StandardCharsets.US_ASCII);
        throw new DecodeException(
                JsonBounds.placeOf(repaired, half),
                "has \"" + escape + "\", half of a surrogate pair, which is no character");
    }

    private static <T> T read(byte[] json, Supplier<T> reading) {
        try {
            return reading.get();
        } catch (DecodeException e) {
            throw isForeign(json) ? DecodeException.notJson("answer", "; it begins with " + Excerpt.of(json)) : e;
        }
    }

    /**
     * Whether the body is not JSON at all, such as the error page of a proxy. Then its beginning helps the reader. If
     * an object only breaks off, the path of the error helps more, and the beginning could contain confidential data.
     */
    private static boolean isForeign(byte[] json) {
        JsonScanner scanner = new JsonScanner(json);
        if (scanner.peek() == '{' || Excerpt.of(json).isEmpty()) {
            return false;
        }
        try {
            scanner.skipValue();
            scanner.expectEnd();
            return false;
        } catch (DecodeException _) {
            return true;
        }
    }

    private void refuse(HookType type, List<String> problems) {
        if (strict && !problems.isEmpty()) {
            // The whole message has Metacontroller's wording, because users search for it.
            FieldPath answer = new FieldPath("strict validation failed for " + version.text()
                    + " webhookResponse (type: " + type.text() + ", mode: strict)");
            throw new DecodeException(answer, String.join(", ", problems));
        }
    }
}
