package io.hookline.spec;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The CRDs in {@code manifests/crds} have all fields of upstream's schemas, with no stricter rules. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CrdRowsTest {

    private final Map<String, JsonNode> crds = new HashMap<>();

    CrdRowsTest() throws IOException {
        for (String plural : List.of("compositecontrollers", "decoratorcontrollers", "controllerrevisions")) {
            crds.put(
                    plural,
                    new YAMLMapper()
                            .readTree(
                                    Path.of("manifests/crds", plural + ".yaml").toFile()));
        }
    }

    private JsonNode crd(String plural) {
        return Objects.requireNonNull(crds.get(plural));
    }

    private JsonNode schema(String plural) {
        return crd(plural).at("/spec/versions/0/schema/openAPIV3Schema");
    }

    @ParameterizedTest(name = "{0} {1}")
    @CsvFileSource(resources = "/fixtures/crds/rows.csv", numLinesToSkip = 1)
    void everyFieldIsAsUpstreamHasIt(
            String plural, String path, String type, String required, String byDefault, String values) {
        JsonNode parent = schema(plural);
        JsonNode field = parent;
        String name = "";
        for (String step : path.replace("[]", ".[]").split("\\.")) {
            JsonNode next = step.equals("[]")
                    ? field.path("items")
                    : field.path("properties").path(step);
            if (!step.equals("[]")) {
                parent = field;
                name = step;
            }
            field = next;
        }
        assertThat(field.isMissingNode()).as("missing").isFalse();
        assertThat(typeOf(field)).isEqualTo(type);
        assertThat(texts(parent.path("required")).contains(name)).as("required").isEqualTo(required != null);
        assertThat(field.path("default").asText(null)).isEqualTo(byDefault);
        assertThat(String.join(" ", texts(field.path("enum")))).isEqualTo(values == null ? "" : values);
    }

    private static String typeOf(JsonNode field) {
        if (field.has("additionalProperties")) {
            return "map of " + field.at("/additionalProperties/type").asText();
        }
        String type = field.path("type").asText();
        return field.has("format") ? type + "/" + field.path("format").asText() : type;
    }

    private static List<String> texts(JsonNode list) {
        List<String> texts = new ArrayList<>();
        list.forEach(text -> texts.add(text.asText()));
        return texts;
    }

    @ParameterizedTest
    @CsvSource({
        "compositecontrollers, CompositeController, compositecontroller, Cluster, cc cctl",
        "decoratorcontrollers, DecoratorController, decoratorcontroller, Cluster, dec decorators",
        "controllerrevisions, ControllerRevision, controllerrevision, Namespaced, ''",
    })
    void namesAreThoseOfUpstream(String plural, String kind, String singular, String scope, String shortNames) {
        JsonNode crd = crd(plural);
        JsonNode names = crd.at("/spec/names");

        assertThat(crd.at("/metadata/name").asText()).isEqualTo(plural + ".metacontroller.k8s.io");
        assertThat(crd.at("/metadata/annotations/api-approved.kubernetes.io").asText())
                .isEqualTo("unapproved, request not yet submitted");
        assertThat(crd.at("/spec/group").asText()).isEqualTo("metacontroller.k8s.io");
        assertThat(crd.at("/spec/scope").asText()).isEqualTo(scope);
        assertThat(names.path("kind").asText()).isEqualTo(kind);
        assertThat(names.path("listKind").asText()).isEqualTo(kind + "List");
        assertThat(names.path("singular").asText()).isEqualTo(singular);
        assertThat(String.join(" ", texts(names.path("shortNames")))).isEqualTo(shortNames);
    }

    @ParameterizedTest
    @ValueSource(strings = {"compositecontrollers", "decoratorcontrollers", "controllerrevisions"})
    void oneVersionIsServedAndStoredWithStatusAndWithoutConversion(String plural) {
        JsonNode crd = crd(plural);
        JsonNode version = crd.at("/spec/versions/0");

        assertThat(crd.at("/spec/versions")).hasSize(1);
        assertThat(version.path("name").asText()).isEqualTo("v1alpha1");
        assertThat(version.path("served").asBoolean()).isTrue();
        assertThat(version.path("storage").asBoolean()).isTrue();
        assertThat(version.at("/subresources/status").isObject()).isTrue();
        assertThat(crd.at("/spec/conversion").isMissingNode()).isTrue();
        assertThat(crd.findValues("x-kubernetes-validations")).isEmpty();
        assertThat(crd.at("/spec/preserveUnknownFields").asBoolean()).isFalse();
    }

    @Test
    void aPatchOfAParentMayBeAnything() {
        assertThat(schema("controllerrevisions")
                        .at("/properties/parentPatch/x-kubernetes-preserve-unknown-fields")
                        .asBoolean())
                .isTrue();
    }
}
