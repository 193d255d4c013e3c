package io.hookline.hook.codec;

import io.hookline.object.DecodeException;
import io.hookline.object.FieldPath;
import io.hookline.object.JsonScanner;

/**
 * Refuses requests that are not valid JSON, or that JSON parsers read differently.
 *
 * <p>These are invalid UTF-8, too many levels, a number beyond the range of a double, and a field that occurs twice.
 * All are errors of the caller, and must not be reported as errors of the hook.
 */
final class RequestBounds {

    /** Jackson's limit: Java hooks read objects with Jackson. */
    static final int MAX_DEPTH = 1000;

    private RequestBounds() {}

    /** Checks all: a body that is no text, no JSON, or JSON that parsers read differently. */
    static void check(byte[] body) {
        requireText(body);
        requireJson(body);
        requireOneMeaning(body);
    }

    /** Refuses what is no text. @throws DecodeException with the offset of the first error */
    static void requireText(byte[] body) {
        if (body.length == 0) {
            throw new DecodeException(FieldPath.ROOT, "request body is empty");
        }
        int invalid = GoUtf8.firstInvalid(body);
        if (invalid < body.length) {
            throw new DecodeException(FieldPath.ROOT, "request body is not valid UTF-8 at byte " + invalid);
        }
    }

    /**
     * Refuses valid JSON that parsers read differently.
     *
     * @throws DecodeException with the path of the first error
     */
    static void requireOneMeaning(byte[] json) {
        RepeatedField.Found found = RepeatedField.find(json, MAX_DEPTH);
        if (found.suspicious()) {
            JsonBounds.check(json, MAX_DEPTH);
        }
        if (found.repeated() >= 0) {
            throw new DecodeException(JsonBounds.placeOf(json, found.repeated()), "the field occurs twice");
        }
    }

    private static void requireJson(byte[] json) {
        JsonScanner scanner = new JsonScanner(json);
        try {
            scanner.skipValue();
            scanner.expectEnd();
        } catch (DecodeException e) {
            throw new DecodeException(e.place(), "request body is not valid JSON: " + e.problem());
        }
    }
}
