package io.hookline.object;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The labels (or annotations) that an object must have. All requirements must match.
 *
 * @param requirements empty selects everything
 */
public record LabelSelector(List<Requirement> requirements) {

    /** Selects everything. */
    public static final LabelSelector EVERYTHING = new LabelSelector(List.of());

    public LabelSelector {
        requirements = List.copyOf(requirements);
    }

    static final String MATCH_LABELS = "matchLabels";
    private static final String MATCH_ANNOTATIONS = "matchAnnotations";

    /** How a requirement compares. */
    public enum Operator {
        IN,
        NOT_IN,
        EXISTS,
        DOES_NOT_EXIST
    }

    /** One condition on one key; {@code values} is empty for EXISTS and DOES_NOT_EXIST. */
    public record Requirement(String key, Operator operator, List<String> values) {
        public Requirement {
            values = List.copyOf(values);
        }

        /** An absent key satisfies NOT_IN, as in Kubernetes. */
        boolean matches(Map<String, String> labels) {
            String value = labels.get(key);
            return switch (operator) {
                case IN -> value != null && values.contains(value);
                case NOT_IN -> value == null || !values.contains(value);
                case EXISTS -> value != null;
                case DOES_NOT_EXIST -> value == null;
            };
        }
    }

    /** Selects objects with exactly this label. */
    public static LabelSelector ofLabel(String key, String value) {
        return new LabelSelector(List.of(new Requirement(key, Operator.IN, List.of(value))));
    }

    /** Whether an object with these labels is selected. */
    public boolean matches(Map<String, String> labels) {
        for (Requirement requirement : requirements) {
            if (!requirement.matches(labels)) {
                return false;
            }
        }
        return true;
    }

    /** Whether there is no requirement, so that everything is selected. */
    public boolean isEmpty() {
        return requirements.isEmpty();
    }

    /** Returns these requirements and those of another selector. */
    public LabelSelector and(LabelSelector other) {
        List<Requirement> all = new ArrayList<>(requirements);
        all.addAll(other.requirements);
        return new LabelSelector(all);
    }

    /**
     * Reads {@code {matchLabels, matchExpressions}}.
     *
     * @throws DecodeException with the place of the first wrong field
     */
    public static LabelSelector fromJson(JsonNode json, FieldPath place) {
        return SelectorReader.fromJson(json, place, MATCH_LABELS);
    }

    /** Reads {@code {matchAnnotations, matchExpressions}}, a decorator's selector by annotation. */
    public static LabelSelector fromAnnotationSelector(JsonNode json, FieldPath place) {
        return SelectorReader.fromJson(json, place, MATCH_ANNOTATIONS);
    }

    /**
     * The fields of {@code {matchLabels, matchExpressions}} that a selector does not have. They are ignored, so more is
     * selected.
     */
    public static List<FieldPath> unknownFields(JsonNode json, FieldPath place) {
        return SelectorReader.unknownFields(json, place, MATCH_LABELS);
    }

    /** The fields of {@code {matchAnnotations, matchExpressions}} that a selector does not have. */
    public static List<FieldPath> unknownFieldsOfAnnotationSelector(JsonNode json, FieldPath place) {
        return SelectorReader.unknownFields(json, place, MATCH_ANNOTATIONS);
    }

    /**
     * Reads the text form of URLs and flags: {@code a=b,c!=d,e in (f,g),h notin (i),j,!k}.
     *
     * @throws DecodeException with what was expected and the rest of the text
     */
    public static LabelSelector parse(String text) {
        return new SelectorReader(text).parse();
    }
}
