package io.hookline.apply;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.object.GroupVersionKind;
import io.hookline.object.JsonEquality;
import io.hookline.object.Place;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Where two states of an object differ, in words: {@code spec.replicas: 2 → 3}.
 *
 * @param places the first few
 * @param more whether there are more of them
 */
public record Differences(List<String> places, boolean more) {

    private static final int LONGEST_VALUE = 60;

    public Differences {
        places = List.copyOf(places);
    }

    /** Compares by the same rule as {@link JsonEquality#semantic}. Values of Secrets are not shown. */
    public static Differences between(ObjectNode before, ObjectNode after, int most) {
        Walk walk = new Walk(most, isSecret(before));
        walk.compare(Place.ROOT, before, after);
        boolean more = walk.found.size() > most;
        return new Differences(more ? walk.found.subList(0, most) : walk.found, more);
    }

    private static boolean isSecret(ObjectNode object) {
        String apiVersion = object.path("apiVersion").asText();
        return GroupVersionKind.of(apiVersion, object.path("kind").asText())
                .equals(new GroupVersionKind("", "v1", "Secret"));
    }

    /** All in one line. */
    @Override
    public String toString() {
        return places.isEmpty()
                ? "only what is remembered as last applied differs"
                : String.join("; ", places) + (more ? "; ..." : "");
    }

    /** Looks for one place more than asked for, to know whether there are more. */
    private static final class Walk {
        private final int most;
        private final boolean secret;
        private final List<String> found = new ArrayList<>();

        Walk(int most, boolean secret) {
            this.most = most;
            this.secret = secret;
        }

        void compare(Place place, JsonNode before, JsonNode after) {
            if (found.size() > most || JsonEquality.semantic(before, after)) {
                return;
            }
            if (before.isObject() && after.isObject()) {
                Set<String> names = new LinkedHashSet<>();
                before.fieldNames().forEachRemaining(names::add);
                after.fieldNames().forEachRemaining(names::add);
                names.forEach(name -> compare(place.field(name), before.path(name), after.path(name)));
            } else if (before.isArray() && after.isArray()) {
                for (int i = 0; i < Math.max(before.size(), after.size()); i++) {
                    compare(place.index(i), before.path(i), after.path(i));
                }
            } else if (!isAbsent(before) || !isAbsent(after)) {
                found.add(place + ": " + show(place, before) + " → " + show(place, after));
            }
        }

        private static boolean isAbsent(JsonNode value) {
            return value.isNull() || value.isMissingNode();
        }

        private String show(Place place, JsonNode value) {
            if (isAbsent(value)) {
                return "absent";
            }
            if (secret && (place.path().startsWith("data") || place.path().startsWith("stringData"))) {
                return "(hidden)";
            }
            String text = value.toString();
            return text.length() <= LONGEST_VALUE ? text : text.substring(0, LONGEST_VALUE) + "...";
        }
    }
}
