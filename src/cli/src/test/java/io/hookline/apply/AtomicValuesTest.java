package io.hookline.apply;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.object.OwnedFields;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whether a live value of one owner shows that the desired one was applied. */
class AtomicValuesTest {

    private static boolean areEqual(String desired, String live) {
        return new AtomicValues(true).areEqual(OwnedFields.parse(desired), OwnedFields.parse(live));
    }

    /** In a NetworkPolicy, {@code namespaceSelector: {}} adds all namespaces; a toleration of 0 seconds ends at once. */
    @ParameterizedTest
    @ValueSource(strings = {"{}", "0", "false", "\"\"", "[]"})
    void anEmptyValueThatIsAddedIsNotThereYet(String empty) {
        assertThat(areEqual("[{\"a\":1,\"b\":" + empty + "}]", "[{\"a\":1}]")).isFalse();
        assertThat(areEqual("[{\"a\":1,\"b\":null}]", "[{\"a\":1}]")).isTrue();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {"port":53}                     | {"port":53,"protocol":"TCP"}
            {"fieldPath":"metadata.name"}   | {"fieldPath":"metadata.name","apiVersion":"v1"}
            {"resource":"limits.cpu"}       | {"resource":"limits.cpu","divisor":"0"}
            """)
    void aDefaultIsNoDifference(String desired, String live) {
        assertThat(areEqual(desired, live)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"protocol\":\"TCP\"", "\"apiVersion\":\"v1\"", "\"divisor\":\"0\""})
    void aLabelInASelectorThatLooksLikeADefaultIsNone(String label) {
        assertThat(areEqual("{\"app\":\"x\"}", "{\"app\":\"x\"," + label + "}")).isFalse();
    }
}
