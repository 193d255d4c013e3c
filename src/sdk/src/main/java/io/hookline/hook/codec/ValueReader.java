package io.hookline.hook.codec;

import io.hookline.object.DecodeException;
import io.hookline.object.FieldPath;
import io.hookline.object.JsonScanner;
import io.hookline.object.KubeObject;

/** Reads the values of requests and answers. A value of the wrong type is refused with its path. */
final class ValueReader {

    private final byte[] json;
    private final JsonScanner scanner;

    /** Reads from the scanner's position. */
    ValueReader(byte[] json, JsonScanner scanner) {
        this.json = json;
        this.scanner = scanner;
    }

    /** Refuses a value that does not begin with this token. The value is not consumed. */
    void require(FieldPath place, char token, String wanted) {
        if (scanner.peek() != token) {
            throw DecodeException.expected(place, wanted, scanner.describeNext());
        }
    }

    /** Whether the next value is null; if so, it is consumed. */
    boolean skippedNull() {
        boolean isNull = scanner.peek() == 'n';
        if (isNull) {
            scanner.skipValue();
        }
        return isNull;
    }

    /** Reads a boolean; null is false. */
    boolean flag(FieldPath place) {
        int next = scanner.peek();
        if (next != 't' && next != 'f' && next != 'n') {
            throw DecodeException.expected(place, "a boolean", scanner.describeNext());
        }
        scanner.skipValue();
        return next == 't';
    }

    /** Skips an object and returns its start. */
    int skipObject(FieldPath place) {
        require(place, '{', "an object");
        int start = scanner.position();
        try {
            scanner.skipValue();
        } catch (DecodeException e) {
            throw e.within(place); // what is broken inside has its offset only
        }
        return start;
    }

    /** Reads an object: finds its end and its header in one walk. */
    KubeObject object(FieldPath place) {
        require(place, '{', "an object");
        try {
            return KubeObject.next(json, scanner);
        } catch (DecodeException e) {
            throw e.within(place);
        }
    }

    /** Copies the object from this start to the scanner's position. */
    KubeObject objectFrom(int start, FieldPath place) {
        try {
            return KubeObject.copyOf(json, start, scanner.position() - start);
        } catch (DecodeException e) {
            throw e.within(place);
        }
    }
}
