package io.hookline.local.print;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.object.Json;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PrinterPathTest {

    private static final JsonNode OBJECT = Json.parse("""
            {"metadata":{"labels":{"app.kubernetes.io/name":"x","plain":"y"}},
             "spec":{"replicas":3,"ports":[{"port":80},{"port":443}],"loads":[{"load":0.5}],"empty":{},"names":["a","b"], "nothing":null},
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
                ".spec.ports[0:1].port | 80",
                ".spec.ports[1:].port | 443",
                ".spec.ports[::2].port | 80",
                ".spec.ports[0:2:0].port | ''",
                ".spec.ports[2:1].port | ''",
                ".spec.names[1, 0] | b a",
                ".spec.names[:1,1] | a b",
                ".spec['replicas','missing',\"names\"] | 3 [\"a\",\"b\"]",
                ".spec.ports[?(@.port)].port | 80 443",
                ".spec.ports[?(@.port > 80)].port | 443",
                ".spec.ports[?(@.port <= 80)].port | 80",
                ".spec.ports[?(@.port == 80.0)].port | ''",
                ".spec.ports[?(80 == @.port)].port | 80",
                ".spec.ports[?(@.port == odd)].port | ''",
                ".spec.ports[?(@.port < 99999999999999999999)].port | ''",
                ".spec.loads[?(@.load < 1.5e1)].load | 0.5",
                ".spec.loads[?(@.load < 1e999)].load | ''",
                ".spec.loads[?(@.load < Infinity)].load | ''",
                ".spec.loads[?(@.load == 0x1p-1)].load | ''",
                ".spec.ports[?(@['port'] < 443)].port | 80",
                ".spec..replicas | ''",
                ".status.conditions[?(@.type==\"Never\")].status | ''",
            })
    void aPathFindsWhatItNames(String path, String found) {
        assertThat(PrinterPath.of(path).find(OBJECT).stream()
                        .map(CellText::text)
                        .collect(Collectors.joining(" ")))
                .isEqualTo(found);
    }

    @ParameterizedTest
    @ValueSource(strings = {".NAME", ".x[?(@.NAME)].b", ".x[?(@.NAME == 'b')].b", ".x[?(@.NAME", ".x['NAME']"})
    void aLongNameFindsNothing(String path) {
        assertThat(PrinterPath.of(path.replace("NAME", "a".repeat(100_000))).find(OBJECT))
                .isEmpty();
    }
}
