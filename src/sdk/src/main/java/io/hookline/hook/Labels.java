package io.hookline.hook;

import io.fabric8.kubernetes.api.model.LabelSelectorRequirement;
import io.hookline.object.LabelSelector;
import io.hookline.object.LabelSelector.Operator;
import io.hookline.object.LabelSelector.Requirement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Compares labels with label selectors as Kubernetes does.
 *
 * <pre>{@code
 * in.related(Pod.class).stream()
 *         .filter(pod -> Labels.match(in.parent().spec().selector(), pod.getMetadata().getLabels()))
 * }</pre>
 */
public final class Labels {

    private Labels() {}

    /**
     * Whether a selector matches labels. An absent selector (null) matches nothing, an empty one everything.
     *
     * @param labels null if the object has no labels
     * @throws IllegalArgumentException if an expression of the selector is not valid
     */
    public static boolean match(
            io.fabric8.kubernetes.api.model.@Nullable LabelSelector selector, @Nullable Map<String, String> labels) {
        return selector != null && selector(selector).matches(labels == null ? Map.of() : labels);
    }

    /**
     * Whether labels have all these keys with these values, as in {@code matchLabels}. Null matches nothing, an empty
     * map everything.
     *
     * @param labels null if the object has no labels
     */
    public static boolean match(@Nullable Map<String, String> selector, @Nullable Map<String, String> labels) {
        return selector != null
                && (labels == null ? selector.isEmpty() : labels.entrySet().containsAll(selector.entrySet()));
    }

    /**
     * Converts a selector of the Kubernetes model, for {@link io.hookline.hook.RelatedRule#selected}.
     *
     * @throws IllegalArgumentException if an expression of the selector is not valid
     */
    public static LabelSelector selector(io.fabric8.kubernetes.api.model.LabelSelector selector) {
        List<Requirement> requirements = new ArrayList<>();
        if (selector.getMatchLabels() != null) {
            selector.getMatchLabels()
                    .forEach((key, value) -> requirements.add(new Requirement(key, Operator.IN, List.of(value))));
        }
        if (selector.getMatchExpressions() != null) {
            selector.getMatchExpressions().forEach(expression -> requirements.add(requirement(expression)));
        }
        return new LabelSelector(requirements);
    }

    private static Requirement requirement(LabelSelectorRequirement expression) {
        if (expression.getKey() == null || expression.getOperator() == null) {
            throw new IllegalArgumentException("label selector: an expression has no key or no operator");
        }
        Operator operator = operator(expression);
        List<String> values = expression.getValues() == null ? List.of() : expression.getValues();
        boolean wantsValues = operator == Operator.IN || operator == Operator.NOT_IN;
        if (wantsValues == values.isEmpty()) {
            throw new IllegalArgumentException("label selector: values of " + expression.getKey() + " must "
                    + (wantsValues ? "not be empty" : "be empty") + " for " + expression.getOperator());
        }
        return new Requirement(expression.getKey(), operator, values);
    }

    private static Operator operator(LabelSelectorRequirement expression) {
        return switch (expression.getOperator()) {
            case "In" -> Operator.IN;
            case "NotIn" -> Operator.NOT_IN;
            case "Exists" -> Operator.EXISTS;
            case "DoesNotExist" -> Operator.DOES_NOT_EXIST;
            default ->
                throw new IllegalArgumentException("label selector: operator of " + expression.getKey()
                        + " must be In, NotIn, Exists or DoesNotExist, was \"" + expression.getOperator() + "\"");
        };
    }
}
