package io.hookline.hook.codec;

import io.hookline.object.FieldPath;
import io.hookline.object.JsonScanner;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Finds fields that occur twice in the same object. The last occurrence counts, as in Go. */
final class Duplicates {

    /** Deeper levels are skipped, so that no document can overflow the stack. */
    private static final int MAX_DEPTH = 200;

    private final JsonScanner scanner;
    private final List<String> found;

    private Duplicates(byte[] json, List<String> found) {
        this.scanner = new JsonScanner(json);
        this.found = found;
    }

    static void find(byte[] json, List<String> found) {
        find(json, FieldPath.ROOT, found);
    }

    static void find(byte[] json, FieldPath place, List<String> found) {
        new Duplicates(json, found).walk(place, 0);
    }

    private void walk(FieldPath place, int depth) {
        int next = scanner.peek();
        if (depth == MAX_DEPTH || (next != '{' && next != '[')) {
            scanner.skipValue();
        } else if (next == '[') {
            scanner.beginArray();
            for (int i = 0; scanner.nextElement(); i++) {
                walk(place.index(i), depth + 1);
            }
        } else {
            Set<String> seen = new HashSet<>();
            scanner.beginObject();
            for (String field = scanner.nextField(); field != null; field = scanner.nextField()) {
                FieldPath at = place.field(field);
                if (!seen.add(field)) {
                    found.add("duplicate field \"" + at + "\"");
                }
                walk(at, depth + 1);
            }
        }
    }
}
