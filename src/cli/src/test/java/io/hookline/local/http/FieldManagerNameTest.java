package io.hookline.local.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.local.machinery.FieldError;
import org.junit.jupiter.api.Test;

class FieldManagerNameTest {

    @Test
    void aUserAgentNamesTheManagerUpToTheFirstSlash() {
        assertThat(RequestOptions.FieldManagerName.ofUserAgent("kubectl/v1.36.0 (linux/amd64)"))
                .isEqualTo("kubectl");
        assertThat(RequestOptions.FieldManagerName.ofUserAgent("curl")).isEqualTo("curl");
        assertThat(RequestOptions.FieldManagerName.ofUserAgent("my\tagent\u00a0x/1"))
                .isEqualTo("myagentx");
        assertThat(RequestOptions.FieldManagerName.ofUserAgent("")).isEqualTo("unknown");
    }

    @Test
    void aUserAgentIsCutAtWholeCharacters() {
        assertThat(RequestOptions.FieldManagerName.ofUserAgent("a".repeat(127) + "\u00e9/1"))
                .isEqualTo("a".repeat(127));
        assertThat(RequestOptions.FieldManagerName.ofUserAgent("a".repeat(200))).hasSize(128);
    }

    @Test
    void aNameThatIsTooLongOrNotPrintableIsRefused() {
        assertThat(RequestOptions.FieldManagerName.check("a".repeat(128))).isEmpty();
        assertThat(RequestOptions.FieldManagerName.check("a".repeat(129)))
                .containsExactly(new FieldError("fieldManager", "Too long: may not be more than 128 bytes"));
        assertThat(RequestOptions.FieldManagerName.check("\u00e9\n"))
                .extracting(FieldError::problem)
                .containsExactly("Invalid value: \"\u00e9\\n\": invalid character U+000A (at position 2)");
    }
}
