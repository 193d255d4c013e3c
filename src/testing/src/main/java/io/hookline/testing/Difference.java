package io.hookline.testing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.hookline.object.FieldPath;
import io.hookline.object.GoJson;
import io.hookline.object.Json;
import io.hookline.object.JsonEquality;
import io.hookline.object.SecretValues;
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

    /** For a part of a value of a Secret, which is hidden as a whole. */
    private static final JsonNode HIDDEN = TextNode.valueOf(SecretValues.HIDDEN);

    /** All differences, in the order of the fields' names. Values of Secrets are hidden. */
    public static List<Difference> between(JsonNode expected, JsonNode seen) {
        List<Difference> found = new ArrayList<>();
        compare(FieldPath.ROOT, new Shown(expected), new Shown(seen), found);
        return found;
    }

    /** A value, and the same with the values of Secrets hidden. */
    private record Shown(JsonNode value, JsonNode hidden) {
        Shown(JsonNode value) {
            this(value, SecretValues.replaced(value, _ -> SecretValues.HIDDEN));
        }

        Shown field(String name) {
            return new Shown(value.path(name), hidden.path(name));
        }

        Shown index(int index) {
            return new Shown(value.path(index), hidden.path(index));
        }

        String text() {
            return Json.isAbsent(value) ? "absent" : Difference.text(hidden.isMissingNode() ? HIDDEN : hidden);
        }
    }

    private static void compare(FieldPath place, Shown expected, Shown seen, List<Difference> found) {
        JsonNode wanted = expected.value();
        JsonNode was = seen.value();
        if (Json.isAbsent(wanted) && Json.isAbsent(was)) {
            return;
        }
        if (wanted.isObject() && was.isObject()) {
            for (String field : fields(wanted, was)) {
                compare(place.field(field), expected.field(field), seen.field(field), found);
            }
        } else if (wanted.isArray() && was.isArray()) {
            for (int i = 0; i < Math.max(wanted.size(), was.size()); i++) {
                compare(place.index(i), expected.index(i), seen.index(i), found);
            }
        } else if (!JsonEquality.semantic(wanted, was)) {
            found.add(new Difference(place.toString(), expected.text(), seen.text()));
        }
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
        String text = GoJson.text(json);
        return text.length() <= LONGEST ? text : text.substring(0, LONGEST) + "...";
    }

    /** {@code place: expected X, was Y}. */
    @Override
    public String toString() {
        return place + ": expected " + expected + ", was " + seen;
    }
}
