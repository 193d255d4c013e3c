package io.hookline.local.validation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.hookline.local.machinery.FieldError;
import io.hookline.local.machinery.IpAddresses;
import io.hookline.local.machinery.NameForms;
import io.hookline.object.FieldPath;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Checks that rules of many kinds share. They add to {@link #errors}. */
abstract class FieldChecks {

    /** What was found so far. */
    final List<FieldError> errors = new ArrayList<>();

    final void invalid(FieldPath place, JsonNode value, String why) {
        errors.add(FieldError.invalid(place, value, why));
    }

    final void required(FieldPath place, String why) {
        errors.add(FieldError.required(place.path(), why));
    }

    final void forbidden(FieldPath place, String why) {
        errors.add(FieldError.forbidden(place.path(), why));
    }

    /** Refuses other words. Another rule reports a missing one. */
    final void oneOf(FieldPath place, JsonNode value, List<String> allowed) {
        if (!value.asText().isEmpty() && !allowed.contains(value.asText())) {
            errors.add(FieldError.unsupported(place, value, allowed));
        }
    }

    /** Refuses other words, and a missing one. */
    final void only(FieldPath place, JsonNode value, List<String> allowed) {
        if (!allowed.contains(value.asText())) {
            errors.add(FieldError.unsupported(place, value, allowed));
        }
    }

    final void name(FieldPath place, List<String> problems, JsonNode name) {
        problems.forEach(problem -> invalid(place, name, problem));
    }

    /** Refuses an absolute path, and one that leaves its directory. */
    final void inside(FieldPath place, JsonNode path) {
        if (path.asText().startsWith("/")) {
            invalid(place, path, "must be a relative path");
        }
        noStepBack(place, path);
    }

    final void noStepBack(FieldPath place, JsonNode path) {
        if (Arrays.asList(path.asText().split("/")).contains("..")) {
            invalid(place, path, "must not contain '..'");
        }
    }

    /** Whether a text field of an object has a value; an error if not. */
    final boolean has(JsonNode object, FieldPath place, String field) {
        boolean given = !text(object, field).isEmpty();
        if (!given) {
            required(place.field(field), "");
        }
        return given;
    }

    /** Refuses a whole number outside of bounds; a missing one is 0. */
    final void between(FieldPath place, JsonNode number, long least, long most) {
        if (number.asLong() < least || number.asLong() > most) {
            invalid(place, number, "must be between " + least + " and " + most + ", inclusive");
        }
    }

    /** Refuses a field that is less than 0; a missing one is 0. */
    final void notNegative(FieldPath place, JsonNode object, String field) {
        if (object.path(field).asLong() < 0) {
            invalid(place.field(field), object.path(field), "must be greater than or equal to 0");
        }
    }

    final void port(FieldPath place, JsonNode number) {
        between(place, number, 1, 65_535);
    }

    /** The range of IP addresses that a text names; an error if it names none. */
    final Optional<IpAddresses.Range> range(FieldPath place, JsonNode text) {
        Optional<IpAddresses.Range> range = IpAddresses.range(text.asText());
        if (range.isEmpty()) {
            invalid(place, text, "must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)");
        }
        return range;
    }

    /** Checks a label selector; one that is missing is correct. */
    final void selector(FieldPath place, JsonNode selector) {
        for (Map.Entry<String, JsonNode> label : selector.path("matchLabels").properties()) {
            FieldPath at = place.field("matchLabels");
            name(at, NameForms.qualified(label.getKey()), TextNode.valueOf(label.getKey()));
            name(at, NameForms.labelValue(label.getValue().asText()), label.getValue());
        }
        JsonNode expressions = selector.path("matchExpressions");
        for (int i = 0; i < expressions.size(); i++) {
            expression(place.field("matchExpressions").index(i), expressions.get(i), List.of());
        }
    }

    /**
     * Checks an expression about labels.
     *
     * @param comparing the operators that compare with one number
     */
    final void expression(FieldPath place, JsonNode expression, List<String> comparing) {
        JsonNode values = expression.path("values");
        String operator = text(expression, "operator");
        switch (operator) {
            case "In", "NotIn" -> {
                if (values.isEmpty()) {
                    required(place.field("values"), "must be specified when `operator` is 'In' or 'NotIn'");
                }
            }
            case "Exists", "DoesNotExist" -> {
                if (!values.isEmpty()) {
                    forbidden(
                            place.field("values"),
                            "may not be specified when `operator` is 'Exists' or 'DoesNotExist'");
                }
            }
            default -> {
                if (!comparing.contains(operator)) {
                    invalid(place.field("operator"), expression.path("operator"), "not a valid selector operator");
                } else if (values.size() != 1) {
                    required(place.field("values"), "must be one value when `operator` is 'Lt' or 'Gt'");
                }
            }
        }
        name(place.field("key"), NameForms.qualified(text(expression, "key")), expression.path("key"));
        for (int i = 0; i < values.size(); i++) {
            name(
                    place.field("values").index(i),
                    NameForms.labelValue(values.get(i).asText()),
                    values.get(i));
        }
    }

    /** Checks which nodes are selected. */
    final void nodeSelector(FieldPath place, JsonNode selector) {
        JsonNode terms = selector.path("nodeSelectorTerms");
        if (terms.isEmpty()) {
            required(place.field("nodeSelectorTerms"), "must have at least one node selector term");
        }
        for (int i = 0; i < terms.size(); i++) {
            nodeTerm(place.field("nodeSelectorTerms").index(i), terms.get(i));
        }
    }

    /** Checks the expressions of a term that selects nodes. */
    final void nodeTerm(FieldPath place, JsonNode term) {
        JsonNode expressions = term.path("matchExpressions");
        for (int i = 0; i < expressions.size(); i++) {
            expression(place.field("matchExpressions").index(i), expressions.get(i), List.of("Gt", "Lt"));
        }
    }

    /** The text in a field; empty if it has none. */
    static String text(JsonNode object, String field) {
        return object.path(field).isTextual() ? object.path(field).textValue() : "";
    }
}
