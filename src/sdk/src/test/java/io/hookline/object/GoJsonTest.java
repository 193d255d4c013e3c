package io.hookline.object;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.DoubleNode;
import com.fasterxml.jackson.databind.node.FloatNode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class GoJsonTest {

    /** Each row has a document and the output of Go's encoder for the decoded document. */
    @TestFactory
    Stream<DynamicTest> writesWhatGoWrites() throws IOException {
        return corpus().map(row -> DynamicTest.dynamicTest(row.path("json").textValue(), () -> {
            JsonNode value = Json.parse(row.path("json").textValue().getBytes(StandardCharsets.UTF_8));
            assertThat(GoJson.text(value)).isEqualTo(row.path("go").textValue());
        }));
    }

    private static Stream<JsonNode> corpus() throws IOException {
        try (InputStream in = GoJsonTest.class.getResourceAsStream("/fixtures/gojson/corpus.json")) {
            assertThat(in).isNotNull();
            JsonNode rows = Json.parse(in.readAllBytes());
            assertThat(rows.size()).isGreaterThan(300);
            return Stream.iterate(0, i -> i < rows.size(), i -> i + 1).map(rows::get);
        }
    }

    @Test
    void textAndBytesAreEqual() {
        JsonNode value = Json.parse("{\"b\":\"é\",\"a\":1}".getBytes(StandardCharsets.UTF_8));
        assertThat(GoJson.bytes(value)).isEqualTo(GoJson.text(value).getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void aNumberThatJsonCannotExpressIsRejected() {
        assertThatThrownBy(() -> GoJson.text(DoubleNode.valueOf(Double.NaN))).isInstanceOf(DecodeException.class);
        assertThatThrownBy(() -> GoJson.text(FloatNode.valueOf(Float.POSITIVE_INFINITY)))
                .isInstanceOf(DecodeException.class);
    }

    @Test
    void aNumberBeyondADoubleIsRejectedWhenItIsRead() {
        assertThatThrownBy(() -> Json.parse("{\"a\":1e400}".getBytes(StandardCharsets.UTF_8)))
                .isInstanceOf(DecodeException.class)
                .hasMessageContaining("beyond the range");
    }
}
