package io.hookline.apply;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.object.DecodeException;
import io.hookline.object.GoJson;
import io.hookline.object.Json;
import io.hookline.object.JsonEquality;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/**
 * What would become of an existing child if it were brought in line with what its hook wants.
 *
 * @param observed as it is
 * @param merged as it would be, with the resourceVersion, owners and managed fields that it has; must not be changed
 * @param recorded whether the child remembers exactly these desired values, so that a difference is the server's doing or
 *     somebody else's
 * @param differs whether that is worth a write. Notation is not: 1 and 1.0 are equal, an explicit null is an absent
 *     field, and what the child remembers as last applied is compared by value, not as text. Empty is not absent, for
 *     lists and objects alike, since {@code emptyDir: {}} means something: see {@link SettledChildren#isServersDoing}
 */
public record ChildUpdate(ObjectNode observed, ObjectNode merged, boolean recorded, boolean differs) {

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

    /** What a server counts up or notes with every write. */
    private static final List<String> BOOKKEEPING = List.of("resourceVersion", "generation", "managedFields");

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
        boolean recorded = last.isPresent() && JsonEquality.semantic(LastApplied.without(last.get()), wanted);
        boolean differs =
                !recorded || !JsonEquality.semantic(LastApplied.without(observed), LastApplied.without(reverted));
        return new ChildUpdate(observed, LastApplied.with(reverted, GoJson.text(wanted)), recorded, differs);
    }

    /**
     * What to send so that an object that nobody controls becomes a child: merged as if nothing had been applied before.
     *
     * @param creation what would be sent if the object were not there
     */
    public static ObjectNode takeOver(ObjectNode observed, ObjectNode creation) {
        ObjectNode wanted = LastApplied.copy(creation);
        ObjectNode metadata = LastApplied.copy(creation.path("metadata"));
        JsonNode added = metadata.remove("ownerReferences");
        wanted.set("metadata", metadata);
        ObjectNode merged =
                revertSystemFields(ThreeWayMerge.merge(observed, Json.NODES.objectNode(), wanted), observed);
        ArrayNode owners = Json.NODES.arrayNode();
        observed.path("metadata").path("ownerReferences").forEach(owners::add);
        added.forEach(owners::add);
        ((ObjectNode) merged.path("metadata")).set("ownerReferences", owners);
        return merged;
    }

    /** Whether a server that was asked to write the merged child would leave it as it is. */
    public static boolean isUnchanged(ObjectNode observed, ObjectNode written) {
        return JsonEquality.semantic(withoutBookkeeping(observed), withoutBookkeeping(written));
    }

    private static ObjectNode withoutBookkeeping(ObjectNode object) {
        ObjectNode kept = LastApplied.copy(LastApplied.without(object));
        kept.set("metadata", LastApplied.copy(kept.path("metadata")).without(BOOKKEEPING));
        return kept;
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

    /** What is left to remember if the server, asked for this update, keeps the child as it is. */
    public ChildChange.Residue residue() {
        return new ChildChange.Residue(
                ContentHash.of(out -> out.write(LastApplied.text(merged).getBytes(StandardCharsets.UTF_8))),
                Differences.fingerprint(LastApplied.without(observed), LastApplied.without(merged)));
    }

    /** Where the two differ, for people; values of Secrets are not shown. */
    public Differences differences(int most) {
        return Differences.between(LastApplied.without(observed), LastApplied.without(merged), most);
    }
}
