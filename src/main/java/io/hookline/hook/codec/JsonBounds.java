package io.hookline.hook.codec;

import io.hookline.object.DecodeException;
import io.hookline.object.FieldPath;
import io.hookline.object.JsonScanner;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Refuses JSON that could be read over but not worked with: nested so deep that a recursive walk is a risk, or with a
 * number that no double holds. One pass over the bytes, nothing is built unless something is wrong.
 */
final class JsonBounds {

    /** Far deeper than any schema goes, and far less than a stack holds. */
    static final int MAX_DEPTH = 500;

    /** Shorter ones without exponent always fit a double. */
    private static final int LONG_NUMBER = 300;

    /** Deep enough to find the fault, short enough to read. */
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
     * Checks one value, which is known to be JSON.
     *
     * @throws DecodeException with the place of the first fault, counted from {@code place}
     */
    static void check(byte[] json, int start, int end, FieldPath place) {
        new JsonBounds(json, end, MAX_DEPTH).check(start, place);
    }

    /** The same for a whole document, with another limit for its depth. */
    static void check(byte[] json, int maxDepth) {
        new JsonBounds(json, json.length, maxDepth).check(0, FieldPath.ROOT);
    }

    /** Where in a document, which is known to be JSON, the byte at {@code offset} is. */
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
        int i = quote + 1;
        while (json[i] != '"') {
            i += json[i] == '\\' ? 2 : 1;
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

    /** Where the byte at {@code offset} is, as far down as helps. */
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
