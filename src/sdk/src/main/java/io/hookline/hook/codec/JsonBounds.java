package io.hookline.hook.codec;

import io.hookline.object.ByteScan;
import io.hookline.object.DecodeException;
import io.hookline.object.FieldPath;
import io.hookline.object.JsonScanner;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Refuses JSON that is valid but unsafe: nested so deep that recursion is a risk, or numbers beyond a double.
 *
 * <p>It makes one pass over the bytes, and allocates nothing unless it finds an error.
 */
final class JsonBounds {

    /** Much deeper than any schema, and much less than a stack can hold. */
    static final int MAX_DEPTH = 500;

    /** Shorter numbers without an exponent always fit a double. */
    private static final int LONG_NUMBER = 300;

    /** The maximum number of steps in the path of an error: enough to find it, short enough to read. */
    private static final int MAX_PLACES = 12;

    private final byte[] json;
    private final int end;
    private final int maxDepth;

    private JsonBounds(byte[] json, int end, int maxDepth) {
        this.json = json;
        this.end = end;
        this.maxDepth = maxDepth;
    }

    /**
     * Checks one value, which must be valid JSON.
     *
     * @throws DecodeException with the path of the first error, below {@code place}
     */
    static void check(byte[] json, int start, int end, FieldPath place) {
        new JsonBounds(json, end, MAX_DEPTH).check(start, place);
    }

    /** Checks a whole document, which must be valid JSON, with another limit for its depth. */
    static void check(byte[] json, int maxDepth) {
        new JsonBounds(json, json.length, maxDepth).check(0, FieldPath.ROOT);
    }

    /** The path of the byte at {@code offset} of a document, which must be valid JSON. */
    static FieldPath placeOf(byte[] json, int offset) {
        return new JsonBounds(json, json.length, MAX_DEPTH).placeOf(offset, 0, FieldPath.ROOT);
    }

    private void check(int start, FieldPath place) {
        int depth = 0;
        int i = start;
        while (i < end) {
            byte b = json[i];
            if (b == '"') {
                i = afterString(i);
                continue;
            }
            if (b == '-' || (b >= '0' && b <= '9')) {
                int after = afterNumber(i);
                requireDouble(i, after, start, place);
                i = after;
                continue;
            }
            if ((b == '{' || b == '[') && ++depth > maxDepth) {
                throw new DecodeException(placeOf(i, start, place), "nested deeper than " + maxDepth + " levels");
            }
            if (b == '}' || b == ']') {
                depth--;
            }
            i++;
        }
    }

    private int afterString(int quote) {
        int i = ByteScan.endOfPlain(json, quote + 1, json.length);
        while (json[i] == '\\') {
            i = ByteScan.endOfPlain(json, i + 2, json.length);
        }
        return i + 1;
    }

    private int afterNumber(int start) {
        int i = start + 1;
        while (i < end && ((json[i] >= '0' && json[i] <= '9') || "+-.eE".indexOf(json[i]) >= 0)) {
            i++;
        }
        return i;
    }

    private void requireDouble(int from, int to, int start, FieldPath place) {
        boolean suspicious = to - from > LONG_NUMBER;
        for (int i = from; i < to && !suspicious; i++) {
            suspicious = (json[i] | 0x20) == 'e';
        }
        if (suspicious && Double.isInfinite(Double.parseDouble(text(from, to)))) {
            throw new DecodeException(placeOf(from, start, place), "a number beyond the range of a double");
        }
    }

    private String text(int from, int to) {
        return new String(json, from, to - from, StandardCharsets.US_ASCII);
    }

    /** The path of the byte at {@code offset}, with at most {@link #MAX_PLACES} steps. */
    private FieldPath placeOf(int offset, int start, FieldPath from) {
        FieldPath place = from;
        int at = start;
        for (int level = 0; level < MAX_PLACES && at < offset; level++) {
            JsonScanner scanner = new JsonScanner(json, at, end - at);
            Step step = scanner.peek() == '[' ? element(scanner, offset, place) : field(scanner, offset, place);
            if (step == null) {
                return place;
            }
            place = step.place();
            at = step.at();
        }
        return place;
    }

    private record Step(FieldPath place, int at) {}

    private static @Nullable Step element(JsonScanner scanner, int offset, FieldPath list) {
        scanner.beginArray();
        for (int i = 0; scanner.nextElement(); i++) {
            int at = scanner.position();
            scanner.skipValue();
            if (scanner.position() > offset) {
                return new Step(list.index(i), at);
            }
        }
        return null;
    }

    private static @Nullable Step field(JsonScanner scanner, int offset, FieldPath object) {
        if (scanner.peek() != '{') {
            return null;
        }
        scanner.beginObject();
        for (String name = scanner.nextField(); name != null; name = scanner.nextField()) {
            int at = scanner.position();
            scanner.skipValue();
            if (scanner.position() > offset) {
                return new Step(object.field(name), at);
            }
        }
        return null;
    }
}
