package io.hookline.local.machinery;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.cluster.ClusterException;
import io.hookline.object.FieldPath;
import io.hookline.object.GoJson;
import java.math.BigDecimal;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * One validation error of an object, with the text of the API server.
 *
 * @param path of the field, empty for the object itself
 * @param problem such as {@code Required value}
 */
public record FieldError(String path, String problem) {

    public static FieldError invalid(FieldPath place, JsonNode value, String detail) {
        return new FieldError(place.path(), withDetail("Invalid value: " + show(value), detail));
    }

    public static FieldError invalid(String path, String value, String detail) {
        return new FieldError(path, withDetail("Invalid value: " + quote(value), detail));
    }

    public static FieldError required(String path, String detail) {
        return new FieldError(path, withDetail("Required value", detail));
    }

    public static FieldError forbidden(String path, String detail) {
        return new FieldError(path, withDetail("Forbidden", detail));
    }

    public static FieldError duplicate(FieldPath place, JsonNode value) {
        return new FieldError(place.path(), "Duplicate value: " + show(value));
    }

    public static FieldError notFound(FieldPath place, JsonNode value) {
        return new FieldError(place.path(), "Not found: " + show(value));
    }

    public static FieldError unsupported(FieldPath place, JsonNode value, Collection<String> allowed) {
        String values = allowed.stream().map(FieldError::quote).collect(Collectors.joining(", "));
        return new FieldError(place.path(), "Unsupported value: " + show(value) + ": supported values: " + values);
    }

    public static FieldError tooLong(FieldPath place, long limit) {
        String unit = limit == 1 ? " byte" : " bytes";
        return new FieldError(place.path(), "Too long: may not be more than " + limit + unit);
    }

    public static FieldError tooMany(FieldPath place, long actual, long limit) {
        String unit = limit == 1 ? " item" : " items";
        return new FieldError(place.path(), "Too many: " + actual + ": must have at most " + limit + unit);
    }

    private static String withDetail(String problem, String detail) {
        return detail.isEmpty() ? problem : problem + ": " + detail;
    }

    /** Text in quotes, numbers with a fraction as Go prints them, everything else as JSON. */
    public static String show(JsonNode value) {
        if (value.isFloatingPointNumber()) {
            return show(value.doubleValue());
        }
        return value.isTextual() ? quote(value.textValue()) : value.isMissingNode() ? "null" : GoJson.text(value);
    }

    /** A number as Go prints it: the fewest digits that stand for it, with an exponent from a million on. */
    public static String show(double number) {
        if (!Double.isFinite(number)) {
            return Double.isNaN(number) ? "NaN" : number > 0 ? "+Inf" : "-Inf";
        }
        BigDecimal digits = new BigDecimal(Double.toString(Math.abs(number))).stripTrailingZeros();
        int exponent = digits.signum() == 0 ? 0 : digits.precision() - digits.scale() - 1;
        String sign = number < 0 || 1 / number < 0 ? "-" : "";
        if (exponent >= -4 && exponent < 6) {
            return sign + digits.toPlainString();
        }
        return sign + digits.movePointLeft(exponent).stripTrailingZeros().toPlainString() + "e"
                + (exponent < 0 ? "-" : "+") + String.format(Locale.ROOT, "%02d", Math.abs(exponent));
    }

    /** Quotes a text as Go does. */
    public static String quote(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '"' -> quoted.append("\\\"");
                case '\\' -> quoted.append("\\\\");
                case '\n' -> quoted.append("\\n");
                case '\r' -> quoted.append("\\r");
                case '\t' -> quoted.append("\\t");
                default -> {
                    if (c < ' ' || c == 0x7f) {
                        quoted.append(String.format("\\x%02x", (int) c));
                    } else {
                        quoted.append(c);
                    }
                }
            }
        }
        return quoted.append('"').toString();
    }

    /** Whether the real server checks no rules in CEL because of this error. */
    public boolean preventsRules() {
        return Set.of("NotSupported", "Required", "TooLong", "TooMany", "TypeInvalid")
                .contains(reason());
    }

    /** As a cause in a {@code Status}. */
    ClusterException.Detail detail() {
        String reason = problem.startsWith("Internal error") ? "InternalError" : "FieldValue" + reason();
        return new ClusterException.Detail(reason, problem, path.isEmpty() ? "<nil>" : path);
    }

    private String reason() {
        int colon = problem.indexOf(':');
        return switch (colon < 0 ? problem : problem.substring(0, colon)) {
            case "Required value" -> "Required";
            case "Unsupported value" -> "NotSupported";
            case "Duplicate value" -> "Duplicate";
            case "Forbidden" -> "Forbidden";
            case "Not found" -> "NotFound";
            case "Too many" -> "TooMany";
            case "Too long" -> "TooLong";
            default -> problem.contains(" in body must be of type ") ? "TypeInvalid" : "Invalid";
        };
    }

    /** One error alone, several in brackets; each text once. */
    public static String join(List<FieldError> errors) {
        Set<String> texts = new LinkedHashSet<>();
        for (FieldError error : errors) {
            texts.add(error.toString());
        }
        return texts.size() == 1 ? texts.iterator().next() : "[" + String.join(", ", texts) + "]";
    }

    @Override
    public String toString() {
        return (path.isEmpty() ? "<nil>" : path) + ": " + problem;
    }
}
