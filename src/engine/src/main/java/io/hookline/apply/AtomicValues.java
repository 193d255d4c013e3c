package io.hookline.apply;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.object.Json;
import io.hookline.object.JsonEquality;
import io.hookline.object.OwnedFields;
import java.util.Map;
import java.util.Set;

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

    /**
     * Defaults within lists and maps of built-in kinds that have one owner as a whole. Each is one only beside a field that all
     * such values have, so that a label of that name in a selector is none.
     */
    private static final Map<String, Default> DEFAULTS = Map.of(
            "apiVersion",
                    new Default("\"v1\"", Set.of("fieldPath", "spec")), // of fieldRef, and of volumeClaimTemplates
            "kind", new Default("\"PersistentVolumeClaim\"", Set.of("spec")),
            "status", new Default("{\"phase\":\"Pending\"}", Set.of("spec")),
            "volumeMode", new Default("\"Filesystem\"", Set.of("accessModes", "resources")),
            "divisor", new Default("\"0\"", Set.of("resource")), // of resourceFieldRef
            "protocol", new Default("\"TCP\"", Set.of("port")), // of ports in NetworkPolicies
            "expirationSeconds", new Default("3600", Set.of("path"))); // of projected tokens

    /**
     * A value that the API server adds.
     *
     * @param beside fields, one of which is desired
     */
    private record Default(JsonNode value, Set<String> beside) {
        Default(String value, Set<String> beside) {
            this(OwnedFields.parse(value), beside);
        }
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
        return JsonEquality.semantic(desired, live) || (desired.isNull() && Json.isAbsent(live));
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
            if (!desired.has(field.getKey()) && !field.getValue().isNull() && !isDefault(field, desired)) {
                return false;
            }
        }
        return true;
    }

    private boolean isDefault(Map.Entry<String, JsonNode> field, JsonNode desired) {
        Default known = DEFAULTS.get(field.getKey());
        return builtIn
                && known != null
                && known.beside().stream().anyMatch(desired::has)
                && JsonEquality.semantic(known.value(), field.getValue());
    }

    /**
     * Whether two values are equal, or the live one is absent and the desired one is what Go writes as absent: the server drops
     * such a value. That holds for a field that is owned on its own. Within a value of one owner nothing tells whether it was
     * there before, and it can have a meaning: {@code namespaceSelector: {}} selects all namespaces, and {@code
     * tolerationSeconds: 0} tolerates nothing.
     */
    static boolean areSame(JsonNode desired, JsonNode live) {
        return JsonEquality.semantic(desired, live) || (Json.isAbsent(live) && isZero(desired));
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
