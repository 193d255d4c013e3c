package io.hookline.testing.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.object.Json;
import io.hookline.testing.scenario.file.Manifest;
import io.hookline.testing.scenario.file.ScenarioException;
import io.hookline.testing.scenario.step.Step;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ScenarioFileTest {

    @ParameterizedTest
    @MethodSource
    void everyKindOfStepIsRead(String yaml, String description) {
        assertThat(read(yaml).operation().describe(read(yaml).within())).isEqualTo(description);
    }

    static Stream<Arguments> everyKindOfStepIsRead() {
        return table("steps.json", "says");
    }

    @Test
    void everyOperationIsAmongThoseThatAreRead() {
        Set<Class<?>> read = everyKindOfStepIsRead()
                .map(row -> read((String) row.get()[0]).operation().getClass())
                .collect(Collectors.toSet());

        assertThat(read).isEqualTo(operations(Step.class).collect(Collectors.toSet()));
    }

    private static Stream<Class<?>> operations(Class<?> step) {
        return step.isSealed()
                ? Stream.of(step.getPermittedSubclasses()).flatMap(ScenarioFileTest::operations)
                : Stream.of(step);
    }

    @ParameterizedTest
    @MethodSource
    void everyMistakeIsNamedWithItsPlace(String yaml, String error) {
        assertThatThrownBy(() -> read(yaml))
                .isInstanceOf(ScenarioException.class)
                .hasMessageStartingWith(error);
    }

    static Stream<Arguments> everyMistakeIsNamedWithItsPlace() {
        return table("step-errors.json", "error");
    }

    @Test
    void aStepUsesTheDefaultsOfTheFile() {
        ScenarioFile file = parse("""
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
                .extracting(
                        ScenarioStep::number,
                        ScenarioStep::title,
                        step -> step.within().toSeconds(),
                        ScenarioStep::namespace,
                        ScenarioStep::place)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple(1, "gone \"Pod/a\"", 20L, "", "expect.yaml:5"),
                        org.assertj.core.groups.Tuple.tuple(2, "another one", 1L, "other", "expect.yaml:6"));
    }

    @Test
    void aStepThatNeedsTheGarbageCollectorHasADefaultLimitOfOneMinute() {
        ScenarioFile file = parse("""
                within: 20s
                steps:
                  - {gone: Pod/a, needs: garbage-collector}
                  - {gone: Pod/b, needs: garbage-collector, within: 1s}
                """);

        assertThat(file.steps())
                .extracting(step -> step.within().toSeconds(), ScenarioStep::needs)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple(60L, List.of("garbage-collector")),
                        org.assertj.core.groups.Tuple.tuple(1L, List.of("garbage-collector")));
    }

    @Test
    void aFileWithoutStepsIsRefused() {
        assertThatThrownBy(() -> parse("install: [crd.yaml]")).hasMessage("expect.yaml:1: steps: is missing");
        assertThatThrownBy(() -> parse("steps: []")).hasMessage("expect.yaml:1: steps: must have at least one step");
        assertThatThrownBy(() -> parse("steps: {gone: Pod/a}"))
                .hasMessage("expect.yaml:1: steps: expected a list of steps, was an object");
        assertThatThrownBy(() -> parse("steps: [{gone: Pod/a}]\nstep: 1"))
                .hasMessage("expect.yaml:2: step: unknown field; did you mean steps?");
        assertThatThrownBy(() -> parse("steps: [{gone: Pod/a}]\nkind: 1"))
                .hasMessage(
                        "expect.yaml:2: kind: unknown field; expect.yaml has alone, install, namespace, steps, with, within");
        assertThatThrownBy(() -> parse("")).hasMessage("expect.yaml: expected one YAML document, found 0");
    }

    @Test
    void invalidYamlIsReportedWithItsLine() {
        assertThatThrownBy(() -> parse("steps:\n  - gone: [")).hasMessageStartingWith("expect.yaml:2: not YAML: ");
    }

    private static ScenarioStep read(String yaml) {
        return parse("steps:\n- " + yaml.replace("\n", "\n  ") + "\n").steps().getFirst();
    }

    private static ScenarioFile parse(String text) {
        return ScenarioFile.parse("expect.yaml", text, file -> {
            if (!file.equals("extra.yaml")) {
                throw new ScenarioException(file + ": no such file");
            }
            return List.copyOf(Manifest.parse(file, "{apiVersion: v1, kind: ConfigMap, metadata: {name: extra}}"));
        });
    }

    private static Stream<Arguments> table(String name, String want) {
        try (InputStream in =
                Objects.requireNonNull(ScenarioFileTest.class.getResourceAsStream("/fixtures/scenarios/" + name))) {
            JsonNode rows = Json.parse(in.readAllBytes());
            return StreamSupport.stream(rows.spliterator(), false)
                    .map(row -> Arguments.of(
                            row.path("yaml").asText(), row.path(want).asText()));
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
