package io.hookline.hook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.Quantity;
import java.math.BigDecimal;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class QuantitiesTest {

    @ParameterizedTest
    @CsvSource({
        "0.1, 0.2, 300m",
        "100m, 1, 1100m",
        "500m, 500m, 1",
        "1Gi, 1, 1073741825",
        "1Gi, 1Gi, 2Gi",
        "1.5Gi, 512Mi, 2Gi",
        "1Ki, 0.5, 1025",
        "0, 1Ki, 1Ki",
        "12E, 1, 12000000000000000001",
        "7Ei, 1Ei, 8Ei",
        "1e3, 1, 1001",
        "1e3, 1k, 2e3",
        "1n, 1, 1000000001n",
        "1k, 1m, 1000001m",
        "0.0000000001, 0, 1n",
        "-1, 1, 0",
        "512, 512Ki, 524800",
        ".5, 5., 5500m",
        "1u, 2u, 3u"
    })
    void sumsAreExactAndCanonical(String one, String other, String sum) {
        assertThat(Quantities.add(quantity(one), quantity(other))).hasToString(sum);
    }

    @Test
    void theModelsOwnSumsAreRounded() {
        assertThat(quantity("1Gi").add(quantity("1"))).hasToString("1.000000000931323Gi");
    }

    @Test
    void differencesProductsAndSumsOfMany() {
        assertThat(Quantities.subtract(quantity("1Gi"), quantity("1Mi"))).hasToString("1023Mi");
        assertThat(Quantities.subtract(quantity("1Gi"), quantity("1Gi"))).hasToString("0");
        assertThat(Quantities.subtract(quantity("2Ki"), quantity("1536"))).hasToString("512");
        assertThat(Quantities.multiply(quantity("333m"), 3)).hasToString("999m");
        assertThat(Quantities.sum(List.of())).hasToString("0");
        assertThat(Quantities.sum(List.of(quantity("256Mi"), quantity("256Mi"), quantity("512Mi"))))
                .hasToString("1Gi");
    }

    @ParameterizedTest
    @CsvSource({
        "1,1000m,0",
        "1Ki,1024,0",
        "1Ei,1152921504606846976,0",
        "1Ei,1152921504606846977,-1",
        "2,1999m,1",
        "1E,1e18,0"
    })
    void valuesAreComparedExactly(String one, String other, int expected) {
        assertThat(Quantities.compare(quantity(one), quantity(other))).isEqualTo(expected);
    }

    @Test
    void theValueIsExact() {
        assertThat(Quantities.value(quantity("1Ei"))).isEqualByComparingTo("1152921504606846976");
        assertThat(Quantities.value(quantity("1.5u"))).isEqualByComparingTo(new BigDecimal("0.0000015"));
        assertThat(Quantities.value(quantity("+1E2"))).isEqualByComparingTo("100");
    }

    @ParameterizedTest
    @ValueSource(strings = {"1 Gi", "1Q", "abc", "--1", "1Zi", "1KI", "1e9999999"})
    void aTextThatIsNoQuantityIsRefused(String text) {
        assertThatThrownBy(() -> Quantities.value(new Quantity(text, "")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("\"" + text + "\" is not a quantity; use a number such as 0.5, 500m or 1Gi");
    }

    private static Quantity quantity(String text) {
        return new Quantity(text);
    }
}
