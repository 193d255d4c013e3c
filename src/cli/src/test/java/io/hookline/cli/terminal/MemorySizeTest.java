package io.hookline.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MemorySizeTest {

    @ParameterizedTest
    @CsvSource({"16Mi, 16777216", "256Mi, 268435456", "2Gi, 2147483648"})
    void binaryUnitsAreRead(String text, long bytes) {
        assertThat(new MemorySize().convert(text)).isEqualTo(bytes);
    }

    @ParameterizedTest
    @ValueSource(strings = {"16Mi", "256Mi", "1Gi", "1025Mi"})
    void anAmountIsWrittenAsItIsRead(String text) {
        assertThat(MemorySize.text(new MemorySize().convert(text))).isEqualTo(text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "256", "256M", "-1Mi", "1.5Gi", "9999999Mi"})
    void otherTextIsRefused(String text) {
        assertThatThrownBy(() -> new MemorySize().convert(text))
                .hasMessage("'" + text + "' is not an amount of memory such as 256Mi or 1Gi");
    }

    @Test
    void anAmountInWhichNoInterpreterStartsIsRefused() {
        assertThatThrownBy(() -> new MemorySize().convert("15Mi"))
                .hasMessage("'15Mi' is too little, at least 16Mi are needed");
    }
}
