package io.hookline.apply;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.object.DecodeException;
import io.hookline.object.GoJson;
import io.hookline.object.Json;
import io.hookline.object.JsonEquality;
import io.hookline.object.KubeObject;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/**
 * The update of an existing child to its desired state.
 *
 * @param observed the existing child
 * @param merged the updated child, with the observed resourceVersion, owners and managed fields; it must not be changed
 * @param annotated whether the child has a last-applied annotation; a child of server-side apply or an adopted object has none
 * @param recorded whether the last-applied annotation has exactly these desired values, so that a difference was caused by
 *     the API server or by another client
 * @param differs whether a write is necessary. The form of a value does not matter: 1 equals 1.0, an explicit null equals
 *     an absent field, and the last-applied annotation is compared by value, not as text. Empty lists and objects do not
 *     equal absent ones, because {@code emptyDir: {}} has a meaning: see {@link SettledChildren#isServersDoing}
 */
public record ChildUpdate(
        ObjectNode observed, ObjectNode merged, boolean annotated, boolean recorded, boolean differs) {

    /** Fields that the API server sets and a hook cannot change. */
    static final List<String> SYSTEM_FIELDS = List.of(
            "selfLink",
            "uid",
            "resourceVersion",
            "generation",
            "creationTimestamp",
            "deletionTimestamp",
            "deletionGracePeriodSeconds",
            "managedFields");

    /** Fields that the API server changes with every write. */
    private static final List<String> BOOKKEEPING = List.of("resourceVersion", "generation", "managedFields");

    /**
     * Merges a desired child into the observed one.
     *
     * @throws DecodeException if the last-applied annotation of the child is not valid
     */
    public static ChildUpdate of(ObjectNode observed, ObjectNode desired) {
        String owner = controllerUid(observed);
        Optional<ObjectNode> last = LastApplied.read(observed).map(record -> LastApplied.recordable(record, owner));
        ObjectNode wanted = LastApplied.recordable(desired, owner);
        ObjectNode merged = ThreeWayMerge.merge(observed, last.orElseGet(Json.NODES::objectNode), wanted);
        ObjectNode reverted = revertSystemFields(merged, observed);
        boolean recorded = last.isPresent() && JsonEquality.semantic(last.get(), wanted);
        boolean differs =
                !recorded || !JsonEquality.semantic(LastApplied.without(observed), LastApplied.without(reverted));
        return new ChildUpdate(
                observed, LastApplied.with(reverted, GoJson.text(wanted)), last.isPresent(), recorded, differs);
    }

    /**
     * Builds the update that makes an object without a controller a child. It is merged as if nothing was applied before.
     *
     * @param creation the object that would be sent to create the child
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

    /** The object to send. */
    public KubeObject body() {
        return KubeObject.forUpdate(merged);
    }

    /** Whether a write, or its dry run, changed nothing except what every write changes. */
    public static boolean isUnchanged(ObjectNode observed, ObjectNode written) {
        return JsonEquality.semantic(withoutBookkeeping(observed), withoutBookkeeping(written));
    }

    /** The differences that a write made, without those that every write makes. Values of Secrets are hidden. */
    public static Differences written(ObjectNode observed, ObjectNode written) {
        return Differences.between(
                withoutBookkeeping(observed).without("status"),
                withoutBookkeeping(written).without("status"),
                ApplyPlanner.DIFFERENCES_SHOWN);
    }

    static ObjectNode withoutBookkeeping(ObjectNode object) {
        ObjectNode kept = LastApplied.copy(LastApplied.without(object));
        ObjectNode metadata = LastApplied.copy(kept.path("metadata")).without(BOOKKEEPING);
        if (metadata.path("annotations").isEmpty()) { // of which the last-applied one may have been the only one
            metadata.remove("annotations");
        }
        kept.set("metadata", metadata);
        return kept;
    }

    private static ObjectNode revertSystemFields(ObjectNode merged, ObjectNode observed) {
        ObjectNode metadata = LastApplied.copy(merged.path("metadata"));
        SYSTEM_FIELDS.forEach(field -> revert(metadata, observed.path("metadata"), field));
        keepOwner(metadata, observed);
        ObjectNode reverted = LastApplied.copy(merged);
        reverted.set("metadata", metadata);
        revert(reverted, observed, "status");
        return reverted;
    }

    /** Keeps the reference to the controller, also where the hook has removed the other references. */
    private static void keepOwner(ObjectNode metadata, ObjectNode observed) {
        String uid = controllerUid(observed);
        ArrayNode owners = Json.NODES.arrayNode();
        metadata.path("ownerReferences").forEach(owners::add);
        for (JsonNode owner : owners) {
            if (owner.path("uid").asText().equals(uid)) {
                return;
            }
        }
        for (JsonNode owner : observed.path("metadata").path("ownerReferences")) {
            if (!uid.isEmpty() && owner.path("uid").asText().equals(uid)) {
                metadata.set("ownerReferences", owners.add(owner));
            }
        }
    }

    /** Empty if the object has no controller. */
    private static String controllerUid(ObjectNode observed) {
        for (JsonNode owner : observed.path("metadata").path("ownerReferences")) {
            if (owner.path("controller").asBoolean()) {
                return owner.path("uid").asText();
            }
        }
        return "";
    }

    private static void revert(ObjectNode changed, JsonNode original, String field) {
        JsonNode value = original.get(field);
        if (value == null) {
            changed.remove(field);
        } else {
            changed.set(field, value);
        }
    }

    /** The difference to remember if this update changes nothing on the API server. */
    public ChildChange.Residue residue() {
        return new ChildChange.Residue(
                ContentHash.of(out -> out.write(LastApplied.text(merged).getBytes(StandardCharsets.UTF_8))),
                Differences.fingerprint(LastApplied.without(observed), LastApplied.without(merged)));
    }

    /** The differences between the observed and the updated child, for logs. Values of Secrets are hidden. */
    public Differences differences(int most) {
        return Differences.between(LastApplied.without(observed), LastApplied.without(merged), most);
    }
}
