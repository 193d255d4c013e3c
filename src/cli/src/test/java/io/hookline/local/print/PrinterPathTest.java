package io.hookline.local.print;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.object.Json;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PrinterPathTest {

    private static final JsonNode OBJECT = Json.parse("""
            {"metadata":{"labels":{"app.kubernetes.io/name":"x","plain":"y"}},
             "spec":{"replicas":3,"ports":[{"port":80},{"port":443}],"empty":{},"names":["a","b"], "nothing":null},
             "status":{"conditions":[{"type":"Synced","status":"False"},{"type":"Ready","status":"True"}]}}
            """.getBytes(StandardCharsets.UTF_8));

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                ".spec.replicas | 3",
                "{.spec.replicas} | 3",
                "$.spec.replicas | 3",
                ".spec.ports[0].port | 80",
                ".spec.ports[-1].port | 443",
                ".spec.ports[*].port | 80 443",
                ".metadata.labels.plain | y",
                ".metadata.labels['app.kubernetes.io/name'] | x",
                ".metadata.labels[\"app.kubernetes.io/name\"] | x",
                ".metadata.labels.app\\.kubernetes\\.io/name | x",
                ".status.conditions[?(@.type==\"Ready\")].status | True",
                ".status.conditions[?(@.type=='Ready')].status | True",
                ".status.conditions[?(@.type != \"Ready\")].status | False",
                ".spec.names[?(@=='b')] | b",
                ".spec.names[?(@!=\"b\")] | a",
                ".spec.empty | {}",
                ".spec.nothing | ''",
                ".spec.missing.more | ''",
                ".spec.ports[7].port | ''",
                ".spec[?(@.a > 3)] | ''",
                ".status.conditions[?(@.type==\"Never\")].status | ''",
            })
    void aPathFindsWhatItNames(String path, String found) {
        assertThat(PrinterPath.of(path).find(OBJECT).stream()
                        .map(CellText::text)
                        .collect(Collectors.joining(" ")))
                .isEqualTo(found);
    }
}
