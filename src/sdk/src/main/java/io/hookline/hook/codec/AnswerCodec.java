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
import java.io.ByteArrayOutputStream;
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
            throw described(e, json);
        }
    }

    /**
     * The error of a body that is not JSON. If it is no object at all, such as the error page of a proxy, its beginning
     * helps the reader. If an object breaks off, the path of the error helps more, and the beginning could contain
     * confidential data.
     */
    private static DecodeException described(DecodeException e, byte[] json) {
        JsonScanner scanner = new JsonScanner(json);
        boolean object = scanner.peek() == '{';
        String excerpt = Excerpt.of(json);
        if (excerpt.isEmpty() || (object && !e.place().equals(FieldPath.ROOT))) {
            return e;
        }
        try {
            scanner.skipValue();
            scanner.expectEnd();
            return e;
        } catch (DecodeException syntax) {
            return DecodeException.notJson("answer", object ? ": " + syntax.problem() : "; it begins with " + excerpt);
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

    /**
     * Finds unpaired surrogate escapes ({@code \ud83d} alone) in JSON, and replaces them by U+FFFD as Go's decoder and
     * the API server do.
     */
    static final class LoneSurrogates {

        /** The length of an escape. */
        static final int ESCAPE = 6;

        private LoneSurrogates() {}

        /** Returns the same array if it has none, which is the usual case. */
        static byte[] repaired(byte[] json) {
            int first = first(json);
            if (first == json.length) {
                return json;
            }
            byte[] text = json.clone();
            for (int i = first; i < text.length; i = next(text, i + ESCAPE)) {
                replace(text, i);
            }
            return text;
        }

        /** The offset of the first one, or the length if there is none. */
        static int first(byte[] json) {
            return next(json, 0);
        }

        private static int next(byte[] json, int from) {
            int i = from;
            while (i < json.length) {
                if (json[i] != '\\') {
                    i++;
                    continue;
                }
                int unit = unitAt(json, i);
                if (!isSurrogate(unit)) {
                    i += 2; // the escaped character is skipped too: it may be a backslash
                } else if (unit < 0xdc00 && isLow(unitAt(json, i + ESCAPE))) {
                    i += 2 * ESCAPE;
                } else {
                    return i;
                }
            }
            return json.length;
        }

        /** The UTF-16 unit of a {@code \}{@code u} escape at this offset, or -1 if there is no such escape. */
        private static int unitAt(byte[] json, int at) {
            if (at + ESCAPE > json.length || json[at] != '\\' || json[at + 1] != 'u') {
                return -1;
            }
            int unit = 0;
            for (int i = at + 2; i < at + ESCAPE; i++) {
                int digit = Character.digit(json[i], 16);
                if (digit < 0) {
                    return -1;
                }
                unit = unit * 16 + digit;
            }
            return unit;
        }

        private static boolean isSurrogate(int unit) {
            return unit >= 0xd800 && unit <= 0xdfff;
        }

        private static boolean isLow(int unit) {
            return unit >= 0xdc00 && unit <= 0xdfff;
        }

        private static void replace(byte[] text, int at) {
            text[at + 2] = 'f';
            text[at + 3] = 'f';
            text[at + 4] = 'f';
            text[at + 5] = 'd';
        }
    }

    /** Removes a field from the JSON of an object. The bytes of the other fields stay as they are. */
    static final class TopLevelField {

        private TopLevelField() {}

        /** Returns the same text if it does not have the field, or is not valid JSON. */
        static JsonText remove(JsonText json, String unwanted) {
            try {
                return removed(json, unwanted);
            } catch (DecodeException _) {
                return json; // the caller reports the error
            }
        }

        private static JsonText removed(JsonText json, String unwanted) {
            byte[] bytes = json.raw();
            if (!hasField(bytes, unwanted)) {
                return json;
            }
            JsonScanner scanner = new JsonScanner(bytes);
            ByteArrayOutputStream kept = new ByteArrayOutputStream(bytes.length);
            kept.write('{');
            scanner.beginObject();
            int start = scanner.position();
            for (String field = scanner.nextField(); field != null; field = scanner.nextField()) {
                scanner.skipValue();
                if (!field.equals(unwanted)) {
                    // Each field but the first begins with the comma after the one before it.
                    boolean hasComma = bytes[start] == ',';
                    if (kept.size() > 1) {
                        kept.write(',');
                    }
                    kept.write(bytes, hasComma ? start + 1 : start, scanner.position() - start - (hasComma ? 1 : 0));
                }
                scanner.peek(); // skips white space: the next field begins here
                start = scanner.position();
            }
            scanner.expectEnd();
            kept.write('}');
            return new JsonText(kept.toByteArray());
        }

        private static boolean hasField(byte[] json, String wanted) {
            JsonScanner scanner = new JsonScanner(json);
            scanner.beginObject();
            for (String field = scanner.nextField(); field != null; field = scanner.nextField()) {
                if (field.equals(wanted)) {
                    return true;
                }
                scanner.skipValue();
            }
            return false;
        }
    }
}
