package io.hookline.cli.check.rule;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Mistakes in the answers of fixtures. */
class FixtureChecksTest {

    @TempDir
    private Path folder;

    private static final String SERVICE =
            "{\"apiVersion\": \"v1\", \"kind\": \"Service\", \"metadata\": {\"name\": \"shop\"}, \"spec\": {\"ports\":"
                    + " [{\"port\": 80}]}}";

    static Stream<Arguments> mistakes() {
        return Stream.of(
                GoodProject.edit(
                        "fixtures/first.answer.json",
                        "\"children\"",
                        "\"childen\"",
                        "error fixtures/first.answer.json:3: unknown field \"childen\"; did you mean \"children\"?"),
                GoodProject.edit(
                        "fixtures/first.answer.json",
                        "\"children\"",
                        "\"attachments\"",
                        "error fixtures/first.answer.json:3: unknown field \"attachments\"; did you mean \"children\"?"),
                GoodProject.edit(
                        "fixtures/first.answer.json",
                        "\"status\": {\"replicas\": 2}",
                        "\"comment\": {\"replicas\": 2}",
                        "warning fixtures/first.answer.json:2: unknown field \"comment\"; it is ignored"),
                GoodProject.edit(
                        "fixtures/first.answer.json",
                        SERVICE,
                        "{\"apiVersion\": \"v1\", \"kind\": \"Secret\", \"metadata\": {\"name\": \"shop\"}}",
                        "error fixtures/first.answer.json:5: children[1]: Secret shop is of a kind that"
                                + " CompositeController webapp does not declare: it would be created, but never updated or"
                                + " deleted; add it to spec.childResources (controller.yaml:1)"),
                GoodProject.edit(
                        "fixtures/first.answer.json",
                        "\"kind\": \"Service\"",
                        "\"kind\": \"Services\"",
                        "error fixtures/first.answer.json:5: children[1]: no CRD defines kind Services in v1; did you mean"
                                + " Service in v1?"),
                GoodProject.edit(
                        "fixtures/first.answer.json",
                        SERVICE,
                        "{\"apiVersion\": \"v1\", \"kind\": \"Service\", \"metadata\": {}}",
                        "error fixtures/first.answer.json:5: the watcher refuses the answer: children[1].metadata.name:"
                                + " expected a string, was missing or empty"),
                GoodProject.edit(
                        "fixtures/first.answer.json",
                        GoodProject.ANSWER,
                        "{\"status\": {}}\n",
                        "warning fixtures/first.answer.json:1: no field \"children\": the watcher deletes all children of"
                                + " the parent; answer \"children\": [] if that is meant"),
                GoodProject.edit("fixtures/first.answer.json", GoodProject.ANSWER, "{\"retryAfterSeconds\": 5}\n"),
                GoodProject.added("fixtures/second.request.json", GoodProject.REQUEST));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("mistakes")
    void aMistakeIsFoundWithItsLineAndWhatToDo(String edit, Map<String, String> files, List<String> expected)
            throws Exception {
        assertThat(GoodProject.findings(folder, files)).as(edit).containsExactlyElementsOf(expected);
    }
}
