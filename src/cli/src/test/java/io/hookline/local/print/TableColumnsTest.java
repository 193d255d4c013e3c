package io.hookline.local.print;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.local.resource.CrdVersion;
import io.hookline.object.Json;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class TableColumnsTest {

    private static final Instant NOW = Instant.parse("2026-01-01T00:01:30Z");

    private final Map<String, List<TableColumn>> columns = new HashMap<>();

    TableColumnsTest() {
        columns.putAll(BuiltInColumns.byGroupResource());
    }

    @TestFactory
    Stream<DynamicTest> builtInKindsShowWhatKubectlShows() throws IOException {
        try (InputStream in = getClass().getResourceAsStream("/fixtures/tables/cells.json")) {
            List<DynamicTest> tests = new ArrayList<>();
            for (JsonNode example : Json.parse(Objects.requireNonNull(in).readAllBytes())) {
                tests.add(DynamicTest.dynamicTest(example.path("case").asText(), () -> check(example)));
            }
            return tests.stream();
        }
    }

    private void check(JsonNode example) {
        Map<String, String> actual = new TreeMap<>();
        Map<String, String> expected = new TreeMap<>();
        for (TableColumn column : columns.get(example.path("resource").asText())) {
            JsonNode want = example.path("cells").path(column.name());
            if (!want.isMissingNode()) {
                actual.put(
                        column.name(),
                        column.cell().of(example.path("object"), NOW).toString());
            }
        }
        example.path("cells")
                .properties()
                .forEach(c -> expected.put(c.getKey(), c.getValue().toString()));
        assertThat(actual).isEqualTo(expected);
    }

    @Test
    void aCustomResourceShowsItsPrinterColumns() {
        CrdVersion crd = version("""
                {"name":"v1","additionalPrinterColumns":[
                  {"name":"Size","type":"integer","jsonPath":".spec.size"},
                  {"name":"Ready","type":"string","jsonPath":".status.conditions[?(@.type==\\"Ready\\")].status"},
                  {"name":"On","type":"boolean","jsonPath":".spec.on","priority":1},
                  {"name":"Since","type":"date","jsonPath":".status.since"},
                  {"name":"Map","type":"string","jsonPath":".spec.map"},
                  {"name":"Wrong","type":"integer","jsonPath":".spec.map"},
                  {"name":"None","type":"string","jsonPath":".spec.none"}]}
                """);
        JsonNode object = json("""
                {"metadata":{"name":"w"},"spec":{"size":3,"on":true,"map":{"a":1}},
                 "status":{"since":"2026-01-01T00:01:00Z","conditions":[{"type":"Ready","status":"False"}]}}
                """);

        assertThat(CrdColumns.of(crd))
                .extracting(column -> column.name() + "/" + column.priority() + "="
                        + column.cell().of(object, NOW))
                .containsExactly(
                        "Name/0=\"w\"",
                        "Size/0=3",
                        "Ready/0=\"False\"",
                        "On/1=true",
                        "Since/0=\"30s\"",
                        "Map/0=\"{\\\"a\\\":1}\"",
                        "Wrong/0=null",
                        "None/0=null");
    }

    @Test
    void aPrinterColumnWithoutDescriptionIsDescribedByItsPath() {
        CrdVersion crd = version("""
                {"name":"v1","additionalPrinterColumns":[{"name":"A","type":"string","jsonPath":".spec.a"},
                {"name":"B","type":"string","jsonPath":".spec.b","description":"own"}]}""");

        assertThat(CrdColumns.of(crd).stream().skip(1))
                .extracting(TableColumn::description)
                .containsExactly("Custom resource definition column (in JSONPath format): .spec.a", "own");
    }

    @Test
    void aCustomResourceWithoutPrinterColumnsShowsItsAge() {
        JsonNode object = json("{\"metadata\":{\"name\":\"w\",\"creationTimestamp\":\"2026-01-01T00:00:00Z\"}}");

        assertThat(CrdColumns.of(version("{\"name\":\"v1\"}")))
                .extracting(column -> column.name() + "=" + column.cell().of(object, NOW))
                .containsExactly("Name=\"w\"", "Age=\"90s\"");
    }

    private static CrdVersion version(String text) {
        return new CrdVersion(Json.NODES.objectNode(), json(text));
    }

    private static JsonNode json(String text) {
        return Json.parse(text.getBytes(StandardCharsets.UTF_8));
    }
}
