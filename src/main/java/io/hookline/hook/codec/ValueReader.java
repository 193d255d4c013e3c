package io.hookline.hook.codec;

import io.hookline.object.DecodeException;
import io.hookline.object.FieldPath;
import io.hookline.object.JsonScanner;
import io.hookline.object.KubeObject;

/** The values that requests and answers are made of: each of the kind that it has to be, or refused with its place. */
final class ValueReader {

    private final byte[] json;
    private final JsonScanner scanner;

    /** Reads where the scanner is. */
    ValueReader(byte[] json, JsonScanner scanner) {
        this.json = json;
        this.scanner = scanner;
    }

    /** Refuses what does not begin with this; it stays unread. */
    void require(FieldPath place, char token, String wanted) {
        if (scanner.peek() != token) {
            throw DecodeException.expected(place, wanted, scanner.describeNext());
        }
    }

    /** Whether there was a null, which is read then. */
    boolean skippedNull() {
        boolean isNull = scanner.peek() == 'n';
        if (isNull) {
            scanner.skipValue();
        }
        return isNull;
    }

    /** A null is false. */
    boolean flag(FieldPath place) {
        int next = scanner.peek();
        if (next != 't' && next != 'f' && next != 'n') {
            throw DecodeException.expected(place, "a boolean", scanner.describeNext());
        }
        scanner.skipValue();
        return next == 't';
    }

    /** Passes over an object and returns where it began. */
    int skipObject(FieldPath place) {
        require(place, '{', "an object");
        int start = scanner.position();
        scanner.skipValue();
        return start;
    }

    /** A copy of the object that began there and has just been passed over. */
    KubeObject objectFrom(int start, FieldPath place) {
        try {
            return KubeObject.copyOf(json, start, scanner.position() - start);
        } catch (DecodeException e) {
            throw e.within(place);
        }
    }
}
