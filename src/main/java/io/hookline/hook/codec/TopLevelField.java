package io.hookline.hook.codec;

import io.hookline.hook.protocol.JsonText;
import io.hookline.object.DecodeException;
import io.hookline.object.JsonScanner;
import java.io.ByteArrayOutputStream;

/** Removes a field from the JSON of an object. The bytes of the other fields stay as they are. */
final class TopLevelField {

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
