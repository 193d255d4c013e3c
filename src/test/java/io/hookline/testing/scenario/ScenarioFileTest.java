package io.hookline.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.object.Json;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class StepReaderTest {

    @ParameterizedTest
    @MethodSource
    void everyKindOfStepIsRead(String yaml, String says) {
        assertThat(StepText.of(read(yaml))).isEqualTo(says);
    }

    static Stream<Arguments> everyKindOfStepIsRead() {
        return table("steps.json", "says");
    }

    @ParameterizedTest
    @MethodSource
    void everyMistakeIsNamedWithItsPlace(String yaml, String error) {
        assertThatThrownBy(() -> read(yaml))
                .isInstanceOf(ExampleException.class)
                .hasMessageStartingWith(error);
    }

    static Stream<Arguments> everyMistakeIsNamedWithItsPlace() {
        return table("step-errors.json", "error");
    }

    @Test
    void aStepTakesWhatItDoesNotSayFromTheFile() {
        ExpectFile file = parse("""
                within: 20s
                namespace: shop
                install: [crd.yaml]
                steps:
                  - gone: Pod/a
                  - name: another one
                    gone: Pod/b
                    within: 1s
                    namespace: other
                """);

        assertThat(file.install()).containsExactly("crd.yaml");
        assertThat(file.namespace()).isEqualTo("shop");
        assertThat(file.steps())
                .extracting(Step::number, Step::title, step -> step.within().toSeconds(), Step::namespace, Step::place)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple(1, "gone \"Pod/a\"", 20L, "", "expect.yaml:5"),
                        org.assertj.core.groups.Tuple.tuple(2, "another one", 1L, "other", "expect.yaml:6"));
    }

    @Test
    void aStepThatNeedsTheGarbageCollectorMayTakeAMinuteUnlessItSaysOtherwise() {
        ExpectFile file = parse("""
                within: 20s
                steps:
                  - {gone: Pod/a, needs: garbage-collector}
                  - {gone: Pod/b, needs: garbage-collector, within: 1s}
                """);

        assertThat(file.steps())
                .extracting(step -> step.within().toSeconds(), Step::needs)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple(60L, List.of("garbage-collector")),
                        org.assertj.core.groups.Tuple.tuple(1L, List.of("garbage-collector")));
    }

    @Test
    void aFileWithoutStepsIsRefused() {
        assertThatThrownBy(() -> parse("install: [crd.yaml]")).hasMessage("expect.yaml:1: steps: is missing");
        assertThatThrownBy(() -> parse("steps: []"))
                .hasMessage("expect.yaml:1: steps: expected a list of steps, was a list");
        assertThatThrownBy(() -> parse("steps: [{gone: Pod/a}]\nstep: 1"))
                .hasMessage(
                        "expect.yaml:2: step: is not known here; expect.yaml has alone, install, namespace, steps, within");
        assertThatThrownBy(() -> parse("")).hasMessage("expect.yaml: expected one YAML document, found 0");
    }

    @Test
    void whatIsNoYamlIsNamedWithItsLine() {
        assertThatThrownBy(() -> parse("steps:\n  - gone: [")).hasMessageStartingWith("expect.yaml:2: not YAML: ");
    }

    private static Step read(String yaml) {
        return parse("steps:\n- " + yaml.replace("\n", "\n  ") + "\n").steps().getFirst();
    }

    private static ExpectFile parse(String text) {
        return ExpectFile.parse("expect.yaml", text, file -> {
            if (!file.equals("extra.yaml")) {
                throw new ExampleException(file + ": no such file");
            }
            return List.copyOf(
                    ExampleManifest.parse(file, "{apiVersion: v1, kind: ConfigMap, metadata: {name: extra}}"));
        });
    }

    private static Stream<Arguments> table(String name, String want) {
        try (InputStream in =
                Objects.requireNonNull(StepReaderTest.class.getResourceAsStream("/fixtures/examples/" + name))) {
            JsonNode rows = Json.parse(in.readAllBytes());
            return StreamSupport.stream(rows.spliterator(), false)
                    .map(row -> Arguments.of(
                            row.path("yaml").asText(), row.path(want).asText()));
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
