package io.hookline.cli.crd;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.hookline.local.schema.StructuralSchemaRules;
import io.hookline.object.FieldPath;
import io.hookline.object.KubeObject;
import io.hookline.yaml.Yaml;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code hookline crd} prints for a record. */
class CrdCommandTest {

    @TempDir
    private Path folder;

    private CrdRun run;

    /** What is printed for the record with one field of each kind of type. */
    private static JsonNode garden = MissingNode.getInstance();

    @BeforeAll
    static void print(@TempDir Path sources) throws IOException {
        CrdRun run = new CrdRun(sources);
        assertThat(run.run(run.write("Garden.java", CrdRun.GARDEN)))
                .as(run.error())
                .isZero();
        garden = run.printed();
    }

    @BeforeEach
    void start() {
        run = new CrdRun(folder);
    }

    private static JsonNode spec(String field) {
        return schema(garden).at("/properties/spec/properties/" + field);
    }

    private static JsonNode schema(JsonNode crd) {
        return crd.at("/spec/versions/0/schema/openAPIV3Schema");
    }

    private static JsonNode json(String text) {
        return KubeObject.of(text).tree();
    }

    private static List<String> texts(JsonNode list) {
        List<String> texts = new ArrayList<>();
        list.forEach(text -> texts.add(text.asText()));
        return texts;
    }

    @Test
    void theNamesAreThoseOfTheAnnotations() {
        JsonNode crd = garden;

        assertThat(crd.at("/metadata/name").asText()).isEqualTo("gardens.crd.hookline.io");
        assertThat(crd.at("/spec/group").asText()).isEqualTo("crd.hookline.io");
        assertThat(crd.at("/spec/scope").asText()).isEqualTo("Namespaced");
        assertThat(crd.at("/spec/names"))
                .isEqualTo(json("{\"kind\":\"Garden\",\"listKind\":\"GardenList\",\"plural\":\"gardens\","
                        + "\"singular\":\"garden\",\"shortNames\":[\"gdn\"]}"));
        assertThat(crd.at("/spec/versions/0/name").asText()).isEqualTo("v1beta1");
        assertThat(crd.at("/spec/versions/0/subresources/status").isObject()).isTrue();
    }

    @Test
    void theSchemaIsStructural() {
        assertThat(StructuralSchemaRules.check(schema(garden), FieldPath.ROOT)).isEmpty();
    }

    @Test
    void primitivesWithoutDefaultAreRequiredExceptInTheStatus() {
        JsonNode schema = schema(garden);

        assertThat(texts(schema.path("required"))).containsExactly("spec");
        assertThat(texts(schema.at("/properties/spec/required"))).containsExactly("beds", "tool");
        assertThat(texts(schema.at("/properties/spec/properties/plants/items/required")))
                .containsExactly("height");
        assertThat(schema.at("/properties/status").has("required")).isFalse();
    }

    @Test
    void limitsAndDefaultsAreThoseOfTheAnnotation() {
        assertThat(spec("beds"))
                .isEqualTo(json("{\"description\":\"The number of beds.\",\"type\":\"integer\",\"format\":\"int32\","
                        + "\"minimum\":1,\"maximum\":9}"));
        assertThat(spec("open")).isEqualTo(json("{\"type\":\"boolean\",\"default\":true}"));
        assertThat(spec("owner"))
                .isEqualTo(json("{\"description\":\"Who digs; see Tool.\",\"type\":\"string\","
                        + "\"pattern\":\"^(?:[a-z]+)$\",\"maxLength\":20}"));
    }

    @Test
    void everyTypeHasItsSchema() {
        assertThat(spec("tool"))
                .isEqualTo(
                        json(
                                "{\"description\":\"What is used to dig.\",\"type\":\"string\",\"enum\":[\"SPADE\",\"FORK\"]}"));
        assertThat(spec("note")).isEqualTo(json("{\"type\":\"string\"}"));
        assertThat(spec("prices"))
                .isEqualTo(json(
                        "{\"type\":\"object\",\"additionalProperties\":{\"type\":\"integer\",\"format\":\"int32\"}}"));
        assertThat(spec("tags")).isEqualTo(json("{\"type\":\"array\",\"items\":{\"type\":\"string\"}}"));
        assertThat(spec("opens")).isEqualTo(json("{\"type\":\"string\",\"format\":\"date-time\"}"));
        assertThat(spec("port").path("x-kubernetes-int-or-string").booleanValue())
                .isTrue();
        assertThat(spec("water").path("x-kubernetes-int-or-string").booleanValue())
                .isTrue();
        assertThat(spec("anything")).isEqualTo(json("{\"x-kubernetes-preserve-unknown-fields\":true}"));
        assertThat(spec("share")).isEqualTo(json("{\"type\":\"number\",\"format\":\"double\"}"));
        assertThat(spec("total")).isEqualTo(json("{\"type\":\"integer\",\"format\":\"int64\"}"));
    }

    @Test
    void classesOfTheModelHaveTheirFields() {
        assertThat(spec("resources")
                        .at("/properties/limits/additionalProperties/x-kubernetes-int-or-string")
                        .booleanValue())
                .isTrue();
        assertThat(spec("containers")
                        .at("/items/properties/ports/items/properties/containerPort/type")
                        .asText())
                .isEqualTo("integer");
        assertThat(spec("template")
                        .at("/properties/spec/properties/containers/type")
                        .asText())
                .isEqualTo("array");
        assertThat(spec("template").at("/properties/metadata/properties").fieldNames())
                .toIterable()
                .containsExactlyInAnyOrder("annotations", "labels", "name", "namespace");
    }

    @Test
    void aRecordThatContainsItselfIsAnyObjectThere() {
        assertThat(spec("plants").at("/items/properties/offspring/items"))
                .isEqualTo(json("{\"type\":\"object\",\"x-kubernetes-preserve-unknown-fields\":true}"));
    }

    @Test
    void conditionsAreAListByType() {
        JsonNode status = schema(garden).at("/properties/status/properties");

        assertThat(status.at("/conditions/x-kubernetes-list-map-keys")).hasToString("[\"type\"]");
        assertThat(status.at("/conditions/items/properties/lastTransitionTime/format")
                        .asText())
                .isEqualTo("date-time");
        assertThat(texts(status.at("/conditions/items/required"))).containsExactly("type", "status");
        assertThat(status.at("/observedGeneration/format").asText()).isEqualTo("int64");
    }

    @Test
    void descriptionsAreThoseOfTheJavadoc() {
        JsonNode schema = schema(garden);

        assertThat(schema.path("description").asText()).isEqualTo("Plants that grow in beds.");
        assertThat(schema.at("/properties/spec/description").asText()).isEqualTo("The desired state.");
        assertThat(schema.at("/properties/spec/properties/plants/items/description")
                        .asText())
                .isEqualTo("A plant.");
    }

    @Test
    void conditionsAndRecordsWithoutJavadocAreDescribedToo() {
        JsonNode status = schema(garden).at("/properties/status");

        assertThat(status.path("description").asText()).isEqualTo("The observed state, as the hook returned it.");
        assertThat(status.at("/properties/conditions/items/properties").properties())
                .hasSize(6)
                .allSatisfy(field -> assertThat(
                                field.getValue().properties().iterator().next().getKey())
                        .isEqualTo("description"));
    }

    @Test
    void columnsShowFieldsAndConditions() {
        assertThat(garden.at("/spec/versions/0/additionalPrinterColumns").toString())
                .isEqualTo("[{\"name\":\"Beds\",\"type\":\"integer\",\"jsonPath\":\".spec.beds\"},"
                        + "{\"name\":\"Ready\",\"type\":\"string\",\"jsonPath\":\".status.conditions[?(@.type==\\\"Ready\\\")].status\"},"
                        + "{\"name\":\"Age\",\"type\":\"date\",\"jsonPath\":\".metadata.creationTimestamp\"}]");
    }

    @Test
    void aNestedStatusRecordIsTheStatus() throws IOException {
        Path source = run.write("Pond.java", """
                import io.fabric8.kubernetes.api.model.ObjectMeta;
                record Pond(ObjectMeta metadata, Depth spec) {
                    record Status(boolean full) {}
                }
                """);
        run.write("Depth.java", "record Depth(String text) {}"); // another source of the hook

        assertThat(run.run(
                        source,
                        "--group=e.com",
                        "--plural=lakes",
                        "--kind=Lake",
                        "--short-name=lk,lak",
                        "--cluster-scoped"))
                .as(run.error())
                .isZero();
        JsonNode crd = run.printed();
        assertThat(crd.at("/metadata/name").asText()).isEqualTo("lakes.e.com");
        assertThat(crd.at("/spec/names/kind").asText()).isEqualTo("Lake");
        assertThat(texts(crd.at("/spec/names/shortNames"))).containsExactly("lk", "lak");
        assertThat(crd.at("/spec/scope").asText()).isEqualTo("Cluster");
        assertThat(schema(crd).has("required")).isFalse();
        assertThat(schema(crd).at("/properties/status/properties/full/type").asText())
                .isEqualTo("boolean");
        assertThat(schema(crd).at("/properties/spec/properties/text/type").asText())
                .isEqualTo("string");
    }

    @Test
    void theSourcesOfAMavenProjectAreFound() throws IOException {
        run.write("pom.xml", "<project/>");
        run.write(
                "src/main/java/com/example/model/Depth.java",
                "package com.example.model; public record Depth(int m) {}");
        Path source = run.write(
                "src/main/java/com/example/Pond.java",
                "package com.example; record Pond(com.example.model.Depth spec) {}");

        assertThat(run.run(source, "--group=e.com")).as(run.error()).isZero();
        assertThat(schema(run.printed()).at("/properties/spec/required/0").asText())
                .isEqualTo("m");
        assertThat(schema(run.printed())
                        .at("/properties/status/x-kubernetes-preserve-unknown-fields")
                        .asBoolean())
                .isTrue();
    }

    @Test
    void aCrdThatIsWrittenAgainKeepsItsNames() throws IOException {
        Path source = run.write("Pond.java", "record Pond(Spec spec) { record Spec(String text) {} }");
        Path crd = folder.resolve("crd.yaml");

        assertThat(run.run(source, "--group=e.com", "--plural=ponda", "--api-version=v3", "-o", crd.toString()))
                .isZero();
        run.write("Pond.java", "record Pond(Spec spec) { record Spec(String text, Integer depth) {} }");
        assertThat(run.run(source, "-o", crd.toString())).as(run.error()).isZero();

        JsonNode written = Yaml.first(Files.readAllBytes(crd)).tree();
        assertThat(written.at("/metadata/name").asText()).isEqualTo("ponda.e.com");
        assertThat(written.at("/spec/versions/0/name").asText()).isEqualTo("v3");
        assertThat(schema(written).at("/properties/spec/properties").size()).isEqualTo(2);
    }

    @Test
    void mistakesAreNamed() throws IOException {
        assertFails(
                "record Pond(String text) {}",
                "the group is not known; add --group example.com, or annotate Pond with @Group");
        assertFails("class Pond {}", "Pond is not a record", "--group=e.com");
        assertFails("record Pond(Strin text) {}", "Pond.java:1: cannot find symbol", "--group=e.com");
        assertFails(
                "record Pond(java.util.Map<Integer, String> spec) {}",
                "spec: the keys of a map in JSON are texts, so a map of Integer has no schema; use Map<String, ...>",
                "--group=e.com");
        assertFails(
                "record Pond(Spec spec) { record Spec(@io.hookline.hook.CrdField(minimum = 1) String text) {} }",
                "spec.text: @CrdField(minimum) does not fit the type string",
                "--group=e.com");
        assertFails(
                "record Pond(Spec spec) { record Spec(@io.hookline.hook.CrdField(defaultValue = \"one\") int i) {} }",
                "spec.i: defaultValue \"one\" is not JSON of type integer",
                "--group=e.com");
        assertFails(
                "record Pond(Spec spec) { record Spec(@com.fasterxml.jackson.annotation.JsonUnwrapped Size size) {}"
                        + " record Size(int x) {} }",
                "spec.size: @JsonUnwrapped has no schema; declare the fields of Size instead",
                "--group=e.com");
        assertThat(new CrdRun(folder).run(folder.resolve("None.java"))).isEqualTo(1);
    }

    private void assertFails(String source, String message, String... options) throws IOException {
        CrdRun failing = new CrdRun(folder);
        assertThat(failing.run(failing.write("Pond.java", source), options)).isNotZero();
        assertThat(failing.error()).contains(message);
    }
}
