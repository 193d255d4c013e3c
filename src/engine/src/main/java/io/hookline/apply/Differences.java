package io.hookline.apply;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.object.FieldPath;
import io.hookline.object.GoJson;
import io.hookline.object.Json;
import io.hookline.object.JsonEquality;
import io.hookline.object.KubeObject;
import io.hookline.object.SecretValues;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The differences between two states of an object, as text: {@code spec.replicas: 2 → 3}.
 *
 * @param places the first differences
 * @param more whether there are more
 */
public record Differences(List<Place> places, boolean more) {

    /**
     * One difference.
     *
     * @param field the path of the field, such as {@code spec.replicas}
     * @param text the path with what differs
     * @param isLeft whether the field is left to another field manager, so that nothing is written for it
     */
    public record Place(String field, String text, boolean isLeft) {

        /** A field that is written. */
        static Place of(String field, String note) {
            return new Place(field, field + ": " + note, false);
        }

        /** A field that another field manager keeps. */
        static Place left(String field, String manager) {
            return new Place(field, field + ": left to " + manager, true);
        }

        private boolean isRemoval() {
            return REMOVED.stream().anyMatch(text::endsWith);
        }
    }

    private static final int LONGEST_VALUE = 60;

    /** How much of two long values is shown before the first difference. */
    private static final int SHOWN_BEFORE = 20;

    /** The note on a field that an apply gives up. */
    static final String UNDESIRED = "no longer desired";

    private static final List<String> REMOVED = List.of(" → absent", ": " + UNDESIRED);

    public Differences {
        places = List.copyOf(places);
    }

    /** Compares by the rule of {@link JsonEquality#semantic}. Values of Secrets are hidden. */
    public static Differences between(ObjectNode before, ObjectNode after, int most) {
        SecretValues secret = SecretValues.in(before, after);
        List<Place> found = new ArrayList<>();
        DifferenceWalk.between(before, after, (place, old, now) -> {
            found.add(change(secret, place, old, now));
            return found.size() <= most; // one more than shown, to know whether there are more
        });
        boolean more = found.size() > most;
        return new Differences(more ? found.subList(0, most) : found, more);
    }

    /** As {@link #between}, without what every write changes and the last-applied annotation, which repeats the others. */
    public static Differences withoutRecord(ObjectNode before, ObjectNode after, int most) {
        return between(ChildUpdate.withoutBookkeeping(before), ChildUpdate.withoutBookkeeping(after), most);
    }

    /** One difference of an object. Values of Secrets are hidden. */
    static Place change(ObjectNode of, FieldPath place, JsonNode before, JsonNode after) {
        return change(SecretValues.in(of, after), place, before, after);
    }

    private static Place change(SecretValues secret, FieldPath place, JsonNode before, JsonNode after) {
        String old = show(secret, place, before);
        String now = show(secret, place, after);
        int from = Math.max(old.length(), now.length()) <= LONGEST_VALUE ? 0 : beginning(old, now);
        return Place.of(place.path(), cut(old, from) + " → " + cut(now, from));
    }

    /** Where to begin so that the first difference of two long values is visible. */
    private static int beginning(String old, String now) {
        int same = 0;
        while (same < Math.min(old.length(), now.length()) && old.charAt(same) == now.charAt(same)) {
            same++;
        }
        return same <= LONGEST_VALUE / 2 ? 0 : same - SHOWN_BEFORE;
    }

    private static String cut(String value, int from) {
        return from == 0 ? shortened(value) : "..." + shortened(value.substring(from));
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

    private static String show(SecretValues secret, FieldPath place, JsonNode value) {
        if (Json.isAbsent(value)) {
            return "absent";
        }
        JsonNode shown = secret.shown(place, value);
        return SecretValues.HIDDEN.equals(shown.textValue()) ? SecretValues.HIDDEN : shown.toString();
    }

    /** The beginning of a long value. */
    public static String shortened(String value) {
        return value.length() <= LONGEST_VALUE ? value : value.substring(0, LONGEST_VALUE) + "...";
    }

    /**
     * Whether a field is removed. The API server restores a default that an update leaves out, as in a list that is replaced as a
     * whole.
     */
    private boolean removesAny() {
        return places.stream().anyMatch(Place::isRemoval);
    }

    /**
     * The differences that are a reason to recreate an object: without removed fields, if others differ. Most removed fields are
     * defaults, which the new object gets again.
     */
    Differences toRecreate(int most) {
        List<Place> changes =
                places.stream().filter(place -> !place.isRemoval()).toList();
        List<Place> reasons = changes.isEmpty() ? places : changes;
        boolean cut = reasons.size() > most;
        return new Differences(cut ? reasons.subList(0, most) : reasons, cut || more || reasons.size() < places.size());
    }

    /**
     * What of these planned differences a write made. The API server may restore a default that the plan removes, and drops fields
     * that it does not know: then the differences that were stored are named. Fields that are left to other managers are still named.
     */
    public Differences made(Differences written) {
        if (!removesAny() && written.places.containsAll(places)) {
            return this;
        }
        List<Place> all = new ArrayList<>(written.places);
        places.stream().filter(Place::isLeft).forEach(all::add);
        return new Differences(all, written.more);
    }

    /** The finalizers that differ between two states of an object: {@code finalizer example.com/hold added}. */
    public static List<String> ofFinalizers(KubeObject before, KubeObject after) {
        List<String> changes = new ArrayList<>();
        after.finalizers().stream()
                .filter(each -> !before.finalizers().contains(each))
                .forEach(each -> changes.add("finalizer " + each + " added"));
        before.finalizers().stream()
                .filter(each -> !after.finalizers().contains(each))
                .forEach(each -> changes.add("finalizer " + each + " removed"));
        return changes;
    }

    /** The paths of the fields that a write changes. */
    public List<String> fields() {
        return isAny()
                ? places.stream()
                        .filter(place -> !place.isLeft())
                        .map(Place::field)
                        .toList()
                : List.of("metadata.annotations");
    }

    /** Whether there is a difference. */
    public boolean isAny() {
        return !places.isEmpty();
    }

    /** All differences in one line. */
    @Override
    public String toString() {
        return places.isEmpty()
                ? "only the last-applied annotation differs"
                : places.stream().map(Place::text).collect(Collectors.joining("; ")) + (more ? "; ..." : "");
    }
}
