package io.hookline.apply;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.object.DecodeException;
import io.hookline.object.GoJson;
import io.hookline.object.Json;
import io.hookline.object.JsonEquality;
import java.util.List;
import java.util.Optional;

/**
 * What would become of an existing child if it were brought in line with what its hook wants.
 *
 * @param observed as it is
 * @param merged as it would be, with the resourceVersion, owners and managed fields that it has; must not be changed
 * @param differs whether that is worth a write. Notation is not: 1 and 1.0 are equal, an explicit null is an absent
 *     field, and what the child remembers as last applied is compared by value, not as text
 */
public record ChildUpdate(ObjectNode observed, ObjectNode merged, boolean differs) {

    /** What belongs to the server, and no hook can change. */
    private static final List<String> SYSTEM_FIELDS = List.of(
            "selfLink",
            "uid",
            "resourceVersion",
            "generation",
            "creationTimestamp",
            "deletionTimestamp",
            "deletionGracePeriodSeconds",
            "managedFields");

    /**
     * Merges a desired child into the observed one.
     *
     * @throws DecodeException if what the child remembers as last applied cannot be read
     */
    public static ChildUpdate of(ObjectNode observed, ObjectNode desired) {
        Optional<ObjectNode> last = LastApplied.read(observed);
        ObjectNode wanted = LastApplied.without(desired);
        ObjectNode merged = ThreeWayMerge.merge(observed, last.orElseGet(Json.NODES::objectNode), wanted);
        ObjectNode reverted = revertSystemFields(merged, observed);
        boolean sameRecord = last.isPresent() && JsonEquality.semantic(LastApplied.without(last.get()), wanted);
        boolean differs =
                !sameRecord || !JsonEquality.semantic(LastApplied.without(observed), LastApplied.without(reverted));
        return new ChildUpdate(observed, LastApplied.with(reverted, GoJson.text(wanted)), differs);
    }

    private static ObjectNode revertSystemFields(ObjectNode merged, ObjectNode observed) {
        ObjectNode metadata = LastApplied.copy(merged.path("metadata"));
        SYSTEM_FIELDS.forEach(field -> revert(metadata, observed.path("metadata"), field));
        ObjectNode reverted = LastApplied.copy(merged);
        reverted.set("metadata", metadata);
        revert(reverted, observed, "status");
        return reverted;
    }

    private static void revert(ObjectNode changed, JsonNode original, String field) {
        JsonNode value = original.get(field);
        if (value == null) {
            changed.remove(field);
        } else {
            changed.set(field, value);
        }
    }

    /** Where the two differ, for people; values of Secrets are not shown. */
    public Differences differences(int most) {
        return Differences.between(LastApplied.without(observed), LastApplied.without(merged), most);
    }
}
