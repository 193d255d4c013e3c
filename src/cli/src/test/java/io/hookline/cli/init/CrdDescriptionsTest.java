package io.hookline.cli.init;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.yaml.Yaml;
import io.hookline.yaml.YamlDocument;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code kubectl explain} explains every field of the CRDs of examples and of new projects. */
class CrdDescriptionsTest {

    private static final String CRD = "CustomResourceDefinition";

    @TempDir
    private Path root;

    @Test
    void everyFieldOfEveryExampleHasADescriptionThatExplainsIt() throws IOException {
        List<String> kinds = new ArrayList<>();
        List<String> mistakes = new ArrayList<>();
        for (JsonNode crd : crdsOfExamples()) {
            kinds.add(crd.at("/spec/names/kind").asText());
            mistakes.addAll(FieldDescriptions.mistakes(crd));
        }
        assertThat(kinds).hasSizeGreaterThan(40);
        assertThat(mistakes).isEmpty();
    }

    @Test
    void everyFieldOfAControllerHasADescriptionThatExplainsIt() throws IOException {
        List<String> mistakes = new ArrayList<>();
        for (String kind : List.of("compositecontrollers", "decoratorcontrollers", "controllerrevisions")) {
            String crd = Files.readString(Path.of("manifests/crds", kind + ".yaml"));
            mistakes.addAll(
                    FieldDescriptions.mistakes(Yaml.documents(crd).getFirst().tree()));
        }
        assertThat(mistakes).isEmpty();
    }

    /** In files of their own, or created in a step that is not refused. */
    private static List<JsonNode> crdsOfExamples() throws IOException {
        List<JsonNode> crds = new ArrayList<>();
        try (Stream<Path> files = Files.walk(Path.of("examples"))) {
            for (Path file :
                    files.filter(path -> path.toString().endsWith(".yaml")).toList()) {
                for (YamlDocument document : Yaml.documents(Files.readString(file))) {
                    addCrds(document.tree(), crds);
                }
            }
        }
        return crds;
    }

    private static void addCrds(JsonNode document, List<JsonNode> crds) {
        if (document.path("kind").asText().equals(CRD)) {
            crds.add(document);
        }
        for (JsonNode step : document.path("steps")) {
            if (step.at("/create/kind").asText().equals(CRD) && !step.has("refused")) {
                crds.add(step.path("create"));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"java", "python"})
    void everyFieldOfANewProjectHasADescriptionThatExplainsIt(String language) throws IOException {
        InitRun run = new InitRun();
        assertThat(run.init(root.resolve("web"), "--hook", language, "--children", InitRun.ALL_KINDS))
                .as(run.err())
                .isZero();

        JsonNode crd = Yaml.documents(Files.readString(root.resolve("web/controller/crd.yaml")))
                .getFirst()
                .tree();

        assertThat(crd.at("/spec/versions/0/schema/openAPIV3Schema/properties/spec/properties"))
                .hasSize(4);
        assertThat(FieldDescriptions.mistakes(crd)).isEmpty();
    }

    @Test
    void everyFieldOfTheTutorialHasADescriptionThatExplainsIt() throws IOException {
        String page = Files.readString(Path.of("src/docs/tutorial.md"));
        Matcher crd = Pattern.compile("`crd.yaml`:?\n\n```yaml\n(.*?)```", Pattern.DOTALL)
                .matcher(page);

        assertThat(crd.find()).isTrue();
        assertThat(FieldDescriptions.mistakes(
                        Yaml.documents(crd.group(1)).getFirst().tree()))
                .isEmpty();
    }

    @Test
    void aFieldThatIsNotExplainedIsFound() {
        String crd = """
                spec:
                  names: {kind: Pump}
                  versions:
                  - name: v1
                    schema:
                      openAPIV3Schema:
                        description: A pump that moves water.
                        properties:
                          metadata: {properties: {name: {description: Short enough for the name of a Pod.}}}
                          none: {type: string}
                          short: {description: How many.}
                          phrase: {description: the pressure in the pipe}
                          waterPressure: {description: The name of the water pressure.}
                          speed: {default: 3, description: Rounds of the motor in a second.}
                          good: {default: 3, description: Rounds of the motor in a second. Defaults to 3.}
                          pipes: {description: Pipes behind the pump., items: {type: string}}
                          doors: {description: Doors of the pump house., additionalProperties: {type: string}}
                """;

        assertThat(FieldDescriptions.mistakes(Yaml.documents(crd).getFirst().tree()))
                .containsExactly(
                        "Pump/v1.none has no description",
                        "Pump/v1.short has a description shorter than 20 characters: How many.",
                        "Pump/v1.phrase is not described by a sentence: the pressure in the pipe",
                        "Pump/v1.waterPressure has a description that only repeats its name: The name of the water pressure.",
                        "Pump/v1.speed does not describe its default 3: Rounds of the motor in a second.",
                        "Pump/v1.pipes[] has no description",
                        "Pump/v1.doors{} has no description");
    }
}
