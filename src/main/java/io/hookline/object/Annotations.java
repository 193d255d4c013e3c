package io.hookline.object;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/** Finds annotations in an object's bytes. Values that are not strings are ignored. */
final class Annotations {
    private Annotations() {}

    static Map<String, String> read(byte[] json) {
        Map<String, String> read = new LinkedHashMap<>();
        walk(json, (key, scanner) -> {
            read.put(key, scanner.readString());
            return true;
        });
        return OrderedTexts.copyOf(read);
    }

    static @Nullable String find(byte[] json, String wanted) {
        var found = new Object() {
            @Nullable
            String value;
        };
        walk(json, (key, scanner) -> {
            if (!key.equals(wanted)) {
                scanner.skipValue();
                return true;
            }
            found.value = scanner.readString();
            return false;
        });
        return found.value;
    }

    private static void walk(byte[] json, BiPredicate<String, JsonScanner> visitor) {
        JsonScanner scanner = new JsonScanner(json);
        if (!enter(scanner, "metadata") || !enter(scanner, "annotations") || scanner.peek() != '{') {
            return;
        }
        scanner.beginObject();
        for (String key = scanner.nextField(); key != null; key = scanner.nextField()) {
            if (scanner.peek() != '"') {
                scanner.skipValue();
            } else if (!visitor.test(key, scanner)) {
                return;
            }
        }
    }

    /** Enters the object at the scanner and stops before the value of {@code wanted}, if the object has that field. */
    private static boolean enter(JsonScanner scanner, String wanted) {
        if (scanner.peek() != '{') {
            return false;
        }
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
