package io.hookline.object;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import io.hookline.object.LabelSelector.Operator;
import io.hookline.object.LabelSelector.Requirement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** Reads label selectors from JSON and from text. */
final class SelectorReader {

    private static final Pattern VALUE = Pattern.compile("(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?");

    private static final Pattern PREFIX =
            Pattern.compile("[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*");

    private static final String EXPRESSIONS = "matchExpressions";
    private static final Set<String> EXPRESSION_FIELDS = Set.of("key", "operator", "values");

    private final String text;
    private int pos;

    SelectorReader(String text) {
        this.text = text;
    }

    static LabelSelector fromJson(JsonNode json, FieldPath place, String matchField) {
        Json.object(json, place);
        List<Requirement> requirements = new ArrayList<>();
        boolean labels = matchField.equals(LabelSelector.MATCH_LABELS); // annotations have any values
        JsonNode match = json.path(matchField);
        if (!match.isMissingNode() && !match.isNull()) {
            FieldPath at = place.field(matchField);
            for (Map.Entry<String, JsonNode> label : Json.object(match, at).properties()) {
                String value = Json.text(label.getValue(), at.field(label.getKey()));
                Requirement requirement = new Requirement(label.getKey(), Operator.IN, List.of(value));
                requirements.add(labels ? checked(requirement, at.field(label.getKey())) : requirement);
            }
        }
        JsonNode expressions = json.path(EXPRESSIONS);
        if (!expressions.isMissingNode() && !expressions.isNull()) {
            FieldPath at = place.field(EXPRESSIONS);
            ArrayNode list = Json.list(expressions, at);
            for (int i = 0; i < list.size(); i++) {
                Requirement requirement = expression(list.get(i), at.index(i));
                requirements.add(labels ? checked(requirement, at.index(i)) : requirement);
            }
        }
        return new LabelSelector(requirements);
    }

    /** A value of a wrong type has no fields here: {@link #fromJson} refuses it. */
    static List<FieldPath> unknownFields(JsonNode json, FieldPath place, String matchField) {
        List<FieldPath> unknown = new ArrayList<>();
        addUnknown(json, place, Set.of(matchField, EXPRESSIONS), unknown);
        JsonNode expressions = json.path(EXPRESSIONS);
        for (int i = 0; expressions.isArray() && i < expressions.size(); i++) {
            addUnknown(expressions.get(i), place.field(EXPRESSIONS).index(i), EXPRESSION_FIELDS, unknown);
        }
        return unknown;
    }

    private static void addUnknown(JsonNode json, FieldPath place, Set<String> known, List<FieldPath> unknown) {
        json.fieldNames().forEachRemaining(name -> {
            if (!known.contains(name)) {
                unknown.add(place.field(name));
            }
        });
    }

    private static Requirement expression(JsonNode json, FieldPath place) {
        Json.object(json, place);
        String key = Json.text(json.path("key"), place.field("key"));
        Operator operator = operator(json.path("operator"), place.field("operator"));
        List<String> values = values(json.path("values"), place.field("values"));
        boolean wantsValues = operator == Operator.IN || operator == Operator.NOT_IN;
        if (wantsValues == values.isEmpty()) {
            throw new DecodeException(
                    place.field("values"),
                    wantsValues ? "must not be empty for In and NotIn" : "must be empty for Exists and DoesNotExist");
        }
        return new Requirement(key, operator, values);
    }

    private static Operator operator(JsonNode json, FieldPath place) {
        return switch (Json.text(json, place)) {
            case "In" -> Operator.IN;
            case "NotIn" -> Operator.NOT_IN;
            case "Exists" -> Operator.EXISTS;
            case "DoesNotExist" -> Operator.DOES_NOT_EXIST;
            default ->
                throw new DecodeException(
                        place, "expected In, NotIn, Exists or DoesNotExist, was \"" + json.textValue() + "\"");
        };
    }

    private static List<String> values(JsonNode json, FieldPath place) {
        if (Json.isAbsent(json)) {
            return List.of();
        }
        List<String> values = new ArrayList<>();
        for (JsonNode value : Json.list(json, place)) {
            values.add(Json.text(value, place.index(values.size())));
        }
        return values;
    }

    LabelSelector parse() {
        List<Requirement> requirements = new ArrayList<>();
        skipSpace();
        while (pos < text.length()) {
            requirements.add(checked(requirement(), new FieldPath("label selector")));
            skipSpace();
            if (pos < text.length()) {
                take(",");
                skipSpace();
                if (pos == text.length()) {
                    throw wrong("a requirement after the comma");
                }
            }
        }
        return new LabelSelector(requirements);
    }

    /** Refuses a key and values that no label can have: a misspelt one selects nothing, or with NotIn everything. */
    private static Requirement checked(Requirement requirement, FieldPath place) {
        String key = requirement.key();
        int slash = key.indexOf('/');
        String name = key.substring(slash + 1);
        boolean prefixed = slash < 0 || PREFIX.matcher(key.substring(0, slash)).matches();
        if (name.isEmpty() || !isValue(name) || !prefixed) {
            throw new DecodeException(place, "no label has the key \"" + key + "\"");
        }
        for (String value : requirement.values()) {
            if (!isValue(value)) {
                throw new DecodeException(place, "no label has the value \"" + value + "\"");
            }
        }
        return requirement;
    }

    private static boolean isValue(String text) {
        return text.length() <= 63 && VALUE.matcher(text).matches();
    }

    private Requirement requirement() {
        if (next("!")) {
            return new Requirement(word("a label key"), Operator.DOES_NOT_EXIST, List.of());
        }
        String key = word("a label key");
        skipSpace();
        if (next("==") || next("=")) {
            return new Requirement(key, Operator.IN, List.of(value()));
        }
        if (next("!=")) {
            return new Requirement(key, Operator.NOT_IN, List.of(value()));
        }
        if (next("in ") || next("in(")) {
            return new Requirement(key, Operator.IN, set());
        }
        if (next("notin ") || next("notin(")) {
            return new Requirement(key, Operator.NOT_IN, set());
        }
        return new Requirement(key, Operator.EXISTS, List.of());
    }

    private List<String> set() {
        if (text.charAt(pos - 1) != '(') {
            skipSpace();
            take("(");
        }
        List<String> values = new ArrayList<>();
        do {
            values.add(value());
            skipSpace();
        } while (next(","));
        take(")");
        return values;
    }

    /** A value; may be empty. */
    private String value() {
        skipSpace();
        int start = pos;
        while (pos < text.length() && isWord(text.charAt(pos))) {
            pos++;
        }
        return text.substring(start, pos);
    }

    private String word(String what) {
        String word = value();
        if (word.isEmpty()) {
            throw wrong(what);
        }
        return word;
    }

    private static boolean isWord(char c) {
        return Character.isLetterOrDigit(c) || c == '-' || c == '_' || c == '.' || c == '/';
    }

    private boolean next(String token) {
        if (text.startsWith(token, pos)) {
            pos += token.length();
            return true;
        }
        return false;
    }

    private void take(String token) {
        if (!next(token)) {
            throw wrong("'" + token + "'");
        }
    }

    private void skipSpace() {
        while (pos < text.length() && text.charAt(pos) == ' ') {
            pos++;
        }
    }

    private DecodeException wrong(String wanted) {
        String rest = pos < text.length() ? "\"" + text.substring(pos) + "\"" : "the end";
        return new DecodeException(
                new FieldPath("label selector"), "expected " + wanted + " in \"" + text + "\", was " + rest);
    }
}
