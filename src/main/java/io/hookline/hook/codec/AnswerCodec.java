package io.hookline.hook.codec;

import io.hookline.hook.protocol.ControllerType;
import io.hookline.hook.protocol.HookType;
import io.hookline.hook.protocol.HookVersion;
import io.hookline.hook.protocol.JsonText;
import io.hookline.hook.protocol.RelatedRule;
import io.hookline.hook.protocol.SyncAnswer;
import io.hookline.object.DecodeException;
import io.hookline.object.Excerpt;
import io.hookline.object.FieldPath;
import io.hookline.object.Json;
import io.hookline.object.JsonScanner;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Answers as JSON. Decoding is case-sensitive and refuses an answer as a whole: an element that was passed over would
 * delete its child.
 *
 * <p>Fields that are unknown or occur twice are errors in strict mode, warnings else.
 *
 * @param version only names itself in messages: both versions answer alike
 */
public record AnswerCodec(ControllerType controllerType, HookVersion version, boolean strict) {

    /**
     * Reads the answer of a sync or finalize hook. Children are copied out of the body, not parsed.
     *
     * @throws DecodeException with the place of the first fault, and nothing else whatever the bytes are
     */
    public SyncAnswer decodeSync(HookType type, JsonText body) {
        byte[] json = notEmpty(body);
        SyncAnswer answer = read(json, () -> new AnswerReader(json, controllerType).read());
        refuse(type, answer.warnings());
        return answer;
    }

    /**
     * Reads the answer of a customize hook.
     *
     * @throws DecodeException with the place of the first fault, and nothing else whatever the bytes are
     */
    public List<RelatedRule> decodeCustomize(JsonText body) {
        return decodeCustomize(body, _ -> {});
    }

    /**
     * The same, and tells what was passed over in loose mode, each with its place.
     *
     * @throws DecodeException with the place of the first fault, and nothing else whatever the bytes are
     */
    public List<RelatedRule> decodeCustomize(JsonText body, Consumer<String> warnings) {
        byte[] json = notEmpty(body);
        List<String> problems = new ArrayList<>();
        List<RelatedRule> rules = RuleJson.read(read(json, () -> Json.parse(json)), problems);
        Duplicates.find(json, problems);
        refuse(HookType.CUSTOMIZE, problems);
        problems.forEach(warnings);
        return rules;
    }

    /** Writes the answer of a sync or finalize hook: keys in a fixed order, so that equal answers are equal bytes. */
    public static JsonText encode(ControllerType controllerType, SyncAnswer answer) {
        return new AnswerWriter(controllerType).write(answer);
    }

    /** Writes the answer of a customize hook. */
    public static JsonText encode(List<RelatedRule> rules) {
        return RuleJson.write(rules);
    }

    private static byte[] notEmpty(JsonText body) {
        if (body.size() == 0) {
            throw new DecodeException(FieldPath.ROOT, "expected an object, but the body is empty");
        }
        return LoneSurrogates.repaired(GoUtf8.repaired(body.raw()));
    }

    private static <T> T read(byte[] json, Supplier<T> reading) {
        try {
            return reading.get();
        } catch (DecodeException e) {
            throw isForeign(json) ? DecodeException.notJson("answer", "; it begins with " + Excerpt.of(json)) : e;
        }
    }

    /**
     * Whether it is no JSON at all, such as the error page of a proxy: its beginning says what it is. Where an object only
     * breaks off, the place of the fault says more, and the beginning may be a child that is nobody's business.
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
            // Upstream's words from the first one on, since people search for them.
            FieldPath answer = new FieldPath("strict validation failed for " + version.text()
                    + " webhookResponse (type: " + type.text() + ", mode: strict)");
            throw new DecodeException(answer, String.join(", ", problems));
        }
    }
}
