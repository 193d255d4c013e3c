package io.hookline.apply;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.object.JsonEquality;
import io.hookline.object.OwnedFields;
import java.util.HashMap;
import java.util.Map;

/**
 * Compares a desired value with the live one where a manager owns the whole value, so that the owned fields do not tell which
 * parts it has.
 *
 * <p>A part that only the live value has may be left from an earlier desired state. It is accepted only if it is a default
 * that the API server adds to values of built-in kinds, since then it would be there after another apply, too.
 *
 * @param builtIn whether the object is of a built-in kind
 */
record AtomicValues(boolean builtIn) {

    /** Defaults within lists and maps of built-in kinds that have one owner as a whole. */
    private static final Map<String, JsonNode> DEFAULTS = defaults();

    private static Map<String, JsonNode> defaults() {
        Map<String, JsonNode> values = new HashMap<>();
        values.put("apiVersion", OwnedFields.parse("\"v1\"")); // of fieldRef, and of volumeClaimTemplates
        values.put("kind", OwnedFields.parse("\"PersistentVolumeClaim\""));
        values.put("status", OwnedFields.parse("{\"phase\":\"Pending\"}"));
        values.put("volumeMode", OwnedFields.parse("\"Filesystem\""));
        values.put("divisor", OwnedFields.parse("\"0\"")); // of resourceFieldRef
        values.put("protocol", OwnedFields.parse("\"TCP\"")); // of ports in NetworkPolicies
        values.put("expirationSeconds", OwnedFields.parse("3600")); // of projected tokens
        return values;
    }

    boolean areEqual(JsonNode desired, JsonNode live) {
        if (desired.isObject() && live.isObject()) {
            return covers(desired, live) && hasOnlyDefaultsBeside(desired, live);
        }
        if (desired.isArray() && live.isArray()) {
            for (int i = 0; i < Math.max(desired.size(), live.size()); i++) {
                if (!areEqual(desired.path(i), live.path(i))) {
                    return false;
                }
            }
            return true;
        }
        return areSame(desired, live);
    }

    private boolean covers(JsonNode desired, JsonNode live) {
        for (Map.Entry<String, JsonNode> field : desired.properties()) {
            if (!areEqual(field.getValue(), live.path(field.getKey()))) {
                return false;
            }
        }
        return true;
    }

    private boolean hasOnlyDefaultsBeside(JsonNode desired, JsonNode live) {
        for (Map.Entry<String, JsonNode> field : live.properties()) {
            if (!desired.has(field.getKey()) && !field.getValue().isNull() && !isDefault(field)) {
                return false;
            }
        }
        return true;
    }

    private boolean isDefault(Map.Entry<String, JsonNode> field) {
        JsonNode value = DEFAULTS.get(field.getKey());
        return builtIn && value != null && JsonEquality.semantic(value, field.getValue());
    }

    /**
     * Whether two values are equal, or the live one is absent and the desired one is what Go writes as absent: the server drops
     * such a value.
     */
    static boolean areSame(JsonNode desired, JsonNode live) {
        return JsonEquality.semantic(desired, live) || (DifferenceWalk.isAbsent(live) && isZero(desired));
    }

    /** Whether a value is null, false, 0 or empty. */
    private static boolean isZero(JsonNode value) {
        return switch (value.getNodeType()) {
            case NULL, MISSING -> true;
            case BOOLEAN -> !value.booleanValue();
            case STRING -> value.textValue().isEmpty();
            case NUMBER -> value.decimalValue().signum() == 0;
            case OBJECT, ARRAY -> value.isEmpty();
            default -> false;
        };
    }
}
