package io.hookline.object;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** The reader of JSON. */
class JsonTest {

    @Test
    void aTextIsAsLongAsItsDocument() {
        int length = 20_000_001; // more than the parser's own limit
        String json = "{\"data\":\"" + "x".repeat(length) + "\"}";

        assertThat(Json.object(json.getBytes(StandardCharsets.UTF_8))
                        .path("data")
                        .asText()
                        .length())
                .isEqualTo(length);
    }
}
