package io.hookline.object;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;

/** Equality of JSON trees. Jackson's differs: it treats 1 as unequal to 1 if one is an int and the other a long. */
public final class JsonEquality {
    private JsonEquality() {}

    /** Go's equality: the integer 1 is not the float 1.0, null is not absent. */
    public static boolean strict(JsonNode a, JsonNode b) {
        return same(a, b, false);
    }

    /** Equality for users: numbers by value, an explicit null equals an absent field. */
    public static boolean semantic(JsonNode a, JsonNode b) {
        return same(a, b, true);
    }

    private static boolean same(JsonNode a, JsonNode b, boolean semantic) {
        if (a.isNumber() && b.isNumber()) {
            return sameNumber(a, b, semantic);
        }
        if (a.getNodeType() != b.getNodeType()) {
            return false;
        }
        return switch (a.getNodeType()) {
            case OBJECT, POJO -> sameFields(a, b, semantic);
            case ARRAY -> sameElements(a, b, semantic);
            default -> a.equals(b);
        };
    }

    private static boolean sameNumber(JsonNode a, JsonNode b, boolean semantic) {
        if (a.isIntegralNumber() && b.isIntegralNumber()) {
            return a.bigIntegerValue().equals(b.bigIntegerValue());
        }
        if (a.isIntegralNumber() == b.isIntegralNumber()) {
            return a.doubleValue() == b.doubleValue(); // so that -0.0 equals 0.0
        }
        return semantic && a.decimalValue().compareTo(b.decimalValue()) == 0;
    }

    private static boolean sameElements(JsonNode a, JsonNode b, boolean semantic) {
        if (a.size() != b.size()) {
            return false;
        }
        for (int i = 0; i < a.size(); i++) {
            if (!same(a.get(i), b.get(i), semantic)) {
                return false;
            }
        }
        return true;
    }

    private static boolean sameFields(JsonNode a, JsonNode b, boolean semantic) {
        return (semantic || a.size() == b.size()) && covers(a, b, semantic) && (!semantic || covers(b, a, true));
    }

    private static boolean covers(JsonNode a, JsonNode b, boolean semantic) {
        for (Map.Entry<String, JsonNode> field : a.properties()) {
            JsonNode other = b.get(field.getKey());
            if (other == null) {
                if (!semantic || !field.getValue().isNull()) {
                    return false;
                }
            } else if (!same(field.getValue(), other, semantic)) {
                return false;
            }
        }
        return true;
    }
}
