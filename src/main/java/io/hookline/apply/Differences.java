package io.hookline.apply;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.object.FieldPath;
import io.hookline.object.GoJson;
import io.hookline.object.GroupVersionKind;
import io.hookline.object.Json;
import io.hookline.object.JsonEquality;
import java.util.ArrayList;
import java.util.List;

/**
 * The differences between two states of an object, as text: {@code spec.replicas: 2 → 3}.
 *
 * @param places the first differences
 * @param more whether there are more
 */
public record Differences(List<String> places, boolean more) {

    private static final int LONGEST_VALUE = 60;

    public Differences {
        places = List.copyOf(places);
    }

    /** Compares by the rule of {@link JsonEquality#semantic}. Values of Secrets are hidden. */
    public static Differences between(ObjectNode before, ObjectNode after, int most) {
        boolean secret = isSecret(before);
        List<String> found = new ArrayList<>();
        DifferenceWalk.between(before, after, (place, old, now) -> {
            found.add(change(secret, place, old, now));
            return found.size() <= most; // one more than shown, to know whether there are more
        });
        boolean more = found.size() > most;
        return new Differences(more ? found.subList(0, most) : found, more);
    }

    /** One difference of an object. Values of Secrets are hidden. */
    static String change(ObjectNode of, FieldPath place, JsonNode before, JsonNode after) {
        return change(isSecret(of), place, before, after);
    }

    private static String change(boolean secret, FieldPath place, JsonNode before, JsonNode after) {
        return place + ": " + show(secret, place, before) + " → " + show(secret, place, after);
    }

    /** Hashes all differences with their values: equal differences have equal hashes. */
    static ContentHash fingerprint(ObjectNode before, ObjectNode after) {
        ArrayNode all = Json.NODES.arrayNode();
        DifferenceWalk.between(before, after, (place, old, now) -> {
            all.add(place.path()).add(old).add(now);
            return true;
        });
        return ContentHash.of(out -> out.write(GoJson.bytes(all)));
    }

    private static String show(boolean secret, FieldPath place, JsonNode value) {
        if (DifferenceWalk.isAbsent(value)) {
            return "absent";
        }
        if (secret && (place.path().startsWith("data") || place.path().startsWith("stringData"))) {
            return "(hidden)";
        }
        String text = value.toString();
        return text.length() <= LONGEST_VALUE ? text : text.substring(0, LONGEST_VALUE) + "...";
    }

    private static boolean isSecret(ObjectNode object) {
        String apiVersion = object.path("apiVersion").asText();
        return GroupVersionKind.of(apiVersion, object.path("kind").asText())
                .equals(new GroupVersionKind("", "v1", "Secret"));
    }

    /** All differences in one line. */
    @Override
    public String toString() {
        return places.isEmpty()
                ? "only the last-applied annotation differs"
                : String.join("; ", places) + (more ? "; ..." : "");
    }
}
