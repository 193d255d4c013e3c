package io.hookline.hook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.LabelSelectorBuilder;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LabelsTest {

    private static final Map<String, String> LABELS = Map.of("app", "web", "tier", "front");

    @Test
    void allLabelsOfASelectorMustMatch() {
        assertThat(Labels.match(Map.of("app", "web"), LABELS)).isTrue();
        assertThat(Labels.match(Map.of("app", "web", "tier", "back"), LABELS)).isFalse();
        assertThat(Labels.match(selector().addToMatchLabels("app", "web").build(), LABELS))
                .isTrue();
        assertThat(Labels.match(selector().addToMatchLabels("app", "db").build(), LABELS))
                .isFalse();
    }

    @Test
    void allExpressionsOfASelectorMustMatch() {
        assertThat(matches("app", "In", "db", "web")).isTrue();
        assertThat(matches("app", "In", "db")).isFalse();
        assertThat(matches("other", "In", "db")).isFalse();
        assertThat(matches("app", "NotIn", "db")).isTrue();
        assertThat(matches("app", "NotIn", "web")).isFalse();
        assertThat(matches("other", "NotIn", "web")).isTrue();
        assertThat(matches("app", "Exists")).isTrue();
        assertThat(matches("other", "Exists")).isFalse();
        assertThat(matches("other", "DoesNotExist")).isTrue();
        assertThat(matches("app", "DoesNotExist")).isFalse();
    }

    @Test
    void anAbsentSelectorMatchesNothingAndAnEmptyOneEverything() {
        assertThat(Labels.match((LabelSelector) null, LABELS)).isFalse();
        assertThat(Labels.match((Map<String, String>) null, LABELS)).isFalse();
        assertThat(Labels.match(new LabelSelector(), LABELS)).isTrue();
        assertThat(Labels.match(Map.of(), LABELS)).isTrue();
        assertThat(Labels.match(new LabelSelector(), null)).isTrue();
        assertThat(Labels.match(Map.of(), null)).isTrue();
        assertThat(Labels.match(Map.of("app", "web"), null)).isFalse();
    }

    @Test
    void anExpressionThatIsNotValidIsNamed() {
        assertThatThrownBy(() -> matches("app", "Is", "web"))
                .hasMessage("label selector: operator of app must be In, NotIn, Exists or DoesNotExist, was \"Is\"");
        assertThatThrownBy(() -> matches("app", "In"))
                .hasMessage("label selector: values of app must not be empty for In");
        assertThatThrownBy(() -> matches("app", "Exists", "web"))
                .hasMessage("label selector: values of app must be empty for Exists");
        assertThatThrownBy(() -> matches(null, "Exists"))
                .hasMessage("label selector: an expression has no key or no operator");
    }

    private static boolean matches(String key, String operator, String... values) {
        return Labels.match(
                selector()
                        .addNewMatchExpression()
                        .withKey(key)
                        .withOperator(operator)
                        .withValues(values)
                        .endMatchExpression()
                        .build(),
                LABELS);
    }

    private static LabelSelectorBuilder selector() {
        return new LabelSelectorBuilder();
    }
}
