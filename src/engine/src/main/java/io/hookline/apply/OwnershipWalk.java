package io.hookline.apply;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.apply.OwnershipGap.Kind;
import io.hookline.object.FieldPath;
import io.hookline.object.GoJson;
import io.hookline.object.GroupVersionKind;
import io.hookline.object.Json;
import io.hookline.object.JsonEquality;
import io.hookline.object.OwnedFields;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Compares the object that would be applied with the fields that its manager owns and with the live values.
 *
 * <p>If the manager owns exactly the desired fields and they have the desired values, another apply changes nothing. That
 * relies on the API server: a manager loses a field as soon as another manager changes or removes it.
 */
final class OwnershipWalk {

    /** The groups whose kinds have the defaults of {@link AtomicValues}. A CRD cannot be in one of them. */
    private static final Set<String> BUILT_IN =
            Set.of("", "apps", "autoscaling", "batch", "networking.k8s.io", "policy", "rbac.authorization.k8s.io");

    private final AtomicValues atomic;
    private final List<OwnershipGap> gaps = new ArrayList<>();

    private OwnershipWalk(AtomicValues atomic) {
        this.atomic = atomic;
    }

    /**
     * Finds all gaps.
     *
     * @param body the object that would be applied; not changed
     * @param owned the fields that its manager has applied
     */
    static List<OwnershipGap> between(ObjectNode body, OwnedFields owned, ObjectNode live) {
        OwnershipWalk walk = new OwnershipWalk(new AtomicValues(isBuiltIn(body)));
        walk.fields(FieldPath.ROOT, withoutIdentity(body), owned, live);
        return walk.gaps;
    }

    private static boolean isBuiltIn(ObjectNode object) {
        return BUILT_IN.contains(
                GroupVersionKind.of(object.path("apiVersion").asText(), "").group());
    }

    /** The fields that have owners: all except those that identify the object. */
    private static ObjectNode withoutIdentity(ObjectNode body) {
        ObjectNode rest = LastApplied.copy(body).without(List.of("apiVersion", "kind", "metadata"));
        ObjectNode metadata = LastApplied.copy(body.path("metadata")).without(List.of("name", "namespace"));
        if (!metadata.isEmpty()) {
            rest.set("metadata", metadata);
        }
        return rest;
    }

    private void value(FieldPath place, JsonNode desired, OwnedFields owned, JsonNode live) {
        if (desired.isNull() || (desired.isContainerNode() && desired.isEmpty())) {
            empty(place, desired, owned, live);
        } else if (owned.isLeaf()) {
            whole(place, desired, live);
        } else if (desired.isObject()
                && owned.items().isEmpty()
                && owned.values().isEmpty()) {
            fields(place, desired, owned, live);
        } else if (desired.isArray()
                && !owned.items().isEmpty()
                && owned.fields().isEmpty()) {
            items(place, desired, owned, live);
        } else if (desired.isArray()
                && !owned.values().isEmpty()
                && owned.fields().isEmpty()) {
            set(place, desired, owned, live);
        } else {
            notOwned(place, desired, live);
        }
        if (owned.hasUnknownParts()) {
            notOwned(place, desired, live);
        }
    }

    /**
     * A desired value without content. An absent list is an empty one where the API server drops empty lists. A map must have an
     * owner: it may have been removed with its meaning, as {@code emptyDir: {}} has one. Whether others may add to it cannot be
     * seen here.
     */
    private void empty(FieldPath place, JsonNode desired, OwnedFields owned, JsonNode live) {
        boolean absent = Json.isAbsent(live) && !(desired.isArray() && keepsEmptyLists(place));
        boolean nothing = absent || JsonEquality.semantic(desired, live);
        if (owned.hasParts()) {
            notDesired(place, live);
        } else if (!nothing || (desired.isObject() && !owned.isLeaf())) {
            notOwned(place, desired, live);
        }
    }

    /** Whether an empty list differs from an absent one for the API server: in the schema of a CRD it does. */
    private boolean keepsEmptyLists(FieldPath place) {
        return !atomic.builtIn() && !place.path().startsWith("metadata.");
    }

    private void whole(FieldPath place, JsonNode desired, JsonNode live) {
        if (!AtomicValues.areSame(desired, live) && !atomic.areEqual(desired, live)) {
            gaps.add(new OwnershipGap(place, Kind.VALUE, desired, live));
        }
    }

    private void fields(FieldPath place, JsonNode desired, OwnedFields owned, JsonNode live) {
        for (Map.Entry<String, JsonNode> field : desired.properties()) {
            String name = field.getKey();
            value(place.field(name), field.getValue(), owned.field(name), live.path(name));
        }
        for (String name : owned.fields()) {
            if (!desired.has(name)) {
                notDesired(place.field(name), live.path(name));
            }
        }
    }

    private void items(FieldPath place, JsonNode desired, OwnedFields owned, JsonNode live) {
        Map<JsonNode, OwnedFields> keys = owned.items();
        Map<JsonNode, Integer> matches = ListKeys.match(desired, keys.keySet());
        int[] positions = new int[desired.size()];
        for (Map.Entry<JsonNode, OwnedFields> key : keys.entrySet()) {
            FieldPath item = place.field("[" + GoJson.text(key.getKey()) + "]");
            Integer match = matches.get(key.getKey());
            int at = ListKeys.find(live, key.getKey());
            if (match == null) {
                notDesired(item, live.path(at));
            } else {
                positions[match] = at + 1;
                value(item, desired.get(match), key.getValue(), live.path(at));
            }
        }
        inOrder(place, desired, live, positions);
    }

    /** The order of items can matter, as that of init containers. A position is 0 for an item that is not found. */
    private void inOrder(FieldPath place, JsonNode desired, JsonNode live, int[] positions) {
        int last = 0;
        for (int i = 0; i < positions.length; i++) {
            if (positions[i] == 0) {
                notOwned(place.index(i), desired.get(i), Json.NODES.missingNode());
            } else if (positions[i] < last) {
                gaps.add(new OwnershipGap(place, Kind.VALUE, desired, live));
                return;
            }
            last = Math.max(last, positions[i]);
        }
    }

    private void set(FieldPath place, JsonNode desired, OwnedFields owned, JsonNode live) {
        List<JsonNode> values = List.copyOf(owned.values().keySet());
        for (JsonNode value : desired) {
            if (!contains(values, value) || !contains(live, value)) {
                notOwned(place.field("[=" + GoJson.text(value) + "]"), value, Json.NODES.missingNode());
            }
        }
        for (JsonNode value : values) {
            if (!contains(desired, value)) {
                notDesired(place.field("[=" + GoJson.text(value) + "]"), value);
            }
        }
    }

    private static boolean contains(Iterable<JsonNode> values, JsonNode wanted) {
        for (JsonNode value : values) {
            if (JsonEquality.semantic(value, wanted)) {
                return true;
            }
        }
        return false;
    }

    private void notOwned(FieldPath place, JsonNode desired, JsonNode live) {
        Kind kind = AtomicValues.areSame(desired, live) ? Kind.NOT_OWNED : Kind.VALUE;
        gaps.add(new OwnershipGap(place, kind, desired, live));
    }

    private void notDesired(FieldPath place, JsonNode live) {
        gaps.add(new OwnershipGap(place, Kind.NOT_DESIRED, Json.NODES.missingNode(), live));
    }
}
