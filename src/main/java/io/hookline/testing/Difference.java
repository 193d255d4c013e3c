package io.hookline.testing;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.object.FieldPath;
import io.hookline.object.GoJson;
import io.hookline.object.JsonEquality;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * One place where two JSON documents differ. Numbers compare by value, and null equals absence.
 *
 * @param place such as {@code children[0].data.text}
 * @param expected JSON, or {@code absent}
 * @param seen JSON, or {@code absent}
 */
public record Difference(String place, String expected, String seen) {

    private static final int LONGEST = 200;

    /** All differences, in the order of the fields' names. */
    public static List<Difference> between(JsonNode expected, JsonNode seen) {
        List<Difference> found = new ArrayList<>();
        compare(FieldPath.ROOT, expected, seen, found);
        return found;
    }

    private static void compare(FieldPath place, JsonNode expected, JsonNode seen, List<Difference> found) {
        if (isAbsent(expected) && isAbsent(seen)) {
            return;
        }
        if (expected.isObject() && seen.isObject()) {
            for (String field : fields(expected, seen)) {
                compare(place.field(field), expected.path(field), seen.path(field), found);
            }
        } else if (expected.isArray() && seen.isArray()) {
            for (int i = 0; i < Math.max(expected.size(), seen.size()); i++) {
                compare(place.index(i), expected.path(i), seen.path(i), found);
            }
        } else if (!JsonEquality.semantic(expected, seen)) {
            found.add(new Difference(place.toString(), text(expected), text(seen)));
        }
    }

    private static boolean isAbsent(JsonNode json) {
        return json.isMissingNode() || json.isNull();
    }

    private static SortedSet<String> fields(JsonNode a, JsonNode b) {
        SortedSet<String> fields = new TreeSet<>();
        for (Iterator<String> names = a.fieldNames(); names.hasNext(); ) {
            fields.add(names.next());
        }
        for (Iterator<String> names = b.fieldNames(); names.hasNext(); ) {
            fields.add(names.next());
        }
        return fields;
    }

    private static String text(JsonNode json) {
        String text = isAbsent(json) ? "absent" : GoJson.text(json);
        return text.length() <= LONGEST ? text : text.substring(0, LONGEST) + "...";
    }

    /** {@code place: expected X, was Y}. */
    @Override
    public String toString() {
        return place + ": expected " + expected + ", was " + seen;
    }
}
