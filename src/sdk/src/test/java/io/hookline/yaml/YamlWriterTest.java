package io.hookline.yaml;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.object.Json;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class YamlWriterTest {

    private static JsonNode json(String text) {
        return Json.parse(text.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void eachValueIsOnALineOfItsOwn() {
        assertThat(YamlWriter.write(json("{\"kind\":\"Pod\",\"spec\":{\"ports\":[{\"port\":80}],\"host\":null}}")))
                .isEqualTo("""
                kind: Pod
                spec:
                  ports:
                  - port: 80
                  host: null
                """);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"yes\"",
                "\"0644\"",
                "\"1.0\"",
                "\"null\"",
                "\"\"",
                "\"a: b\"",
                "\"# no comment\"",
                "\"two\\nlines\\n\"",
                "\"2026-01-01\"",
                "\"~\"",
                "\"<<\"",
                "9223372036854775807",
                "1.5",
                "true",
                "[]",
                "{}",
                "{\"yes\":1,\"1\":2}"
            })
    void aWrittenValueIsReadAsTheSameValue(String value) {
        JsonNode tree = json("{\"value\":" + value + "}");

        assertThat(Yaml.documents(YamlWriter.write(tree)).getFirst().tree()).isEqualTo(tree);
    }
}
