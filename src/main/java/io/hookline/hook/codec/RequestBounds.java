package io.hookline.hook.codec;

import io.hookline.object.DecodeException;
import io.hookline.object.FieldPath;
import io.hookline.object.JsonScanner;

/**
 * Refuses requests that programs understand differently: with invalid UTF-8, nested too deep, with a number that no double
 * holds, or with a field that occurs twice. All are faults of the caller, and must not look like those of a hook.
 */
final class RequestBounds {

    /** What Jackson takes, which Java hooks read objects with. */
    static final int MAX_DEPTH = 1000;

    private RequestBounds() {}

    /** @throws DecodeException with the place of the first fault, or its offset */
    static void check(byte[] json) {
        int invalid = GoUtf8.firstInvalid(json);
        if (invalid < json.length) {
            throw new DecodeException(FieldPath.ROOT, "byte " + invalid + " is not valid UTF-8");
        }
        JsonScanner scanner = new JsonScanner(json);
        scanner.skipValue();
        scanner.expectEnd();
        JsonBounds.check(json, MAX_DEPTH);
        int twice = RepeatedField.find(json);
        if (twice >= 0) {
            throw new DecodeException(JsonBounds.placeOf(json, twice), "the field occurs twice");
        }
    }
}
