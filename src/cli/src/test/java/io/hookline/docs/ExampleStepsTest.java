package io.hookline.docs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The scenario of each example shows for each kind of child in its controllers: who owns it, that it is restored after a change and
 * after its deletion, and that it is deleted when the controller does not want it any more.
 */
class ExampleStepsTest {

    private static final Path EXAMPLES = Path.of("examples");
    private static final YAMLMapper YAML = new YAMLMapper();

    /** What an example does not show on purpose, such as {@code shop pods changed}, with the reason. */
    private static final Map<String, String> EXCEPTIONS = Map.of();

    /** What the scenario must show of a child. */
    private enum Shown {
        OWNER,
        CHANGED,
        DELETED,
        REMOVED
    }

    private record Step(String operation, String kind, JsonNode options) {

        /** Whether this step deletes a child, of which a later one checks that it was created again. */
        boolean deletes(String resource) {
            return operation.equals("delete") && isOf(resource);
        }

        boolean expects(String resource) {
            boolean some = operation.equals("expect")
                    || (operation.equals("count")
                            && !options.path("is").asText().equals("0"));
            return some && isOf(resource);
        }

        /** The operations of one step; a list names several objects. */
        static Stream<Step> of(JsonNode step) {
            return Stream.of("expect", "break", "delete", "gone", "count")
                    .filter(step::has)
                    .map(operation ->
                            new Step(operation, step.get(operation).asText().replaceAll("[./].*", ""), step));
        }

        boolean isOf(String resource) {
            String name = kind.toLowerCase(Locale.ROOT);
            return List.of(name, name + "s", name + "es", name.replaceAll("y$", "ies"))
                    .contains(resource);
        }

        boolean shows(Shown shown) {
            return switch (shown) {
                case OWNER -> operation.equals("expect") && options.has("owner");
                case CHANGED -> operation.equals("break") && options.has("merge");
                case DELETED ->
                    operation.equals("break") && options.path("delete").asBoolean();
                case REMOVED ->
                    operation.equals("gone")
                            || (operation.equals("count")
                                    && options.path("is").asText().equals("0"));
            };
        }
    }

    private static List<String> examples() throws IOException {
        try (Stream<Path> folders = Files.list(EXAMPLES)) {
            return folders.filter(folder -> Files.exists(folder.resolve("expect.yaml")))
                    .map(folder -> folder.getFileName().toString())
                    .sorted()
                    .toList();
        }
    }

    private static List<JsonNode> documents(String example, String file) throws IOException {
        return YAML.readerFor(JsonNode.class)
                .<JsonNode>readValues(EXAMPLES.resolve(example).resolve(file).toFile())
                .readAll();
    }

    /** The resources of all children and attachments; whether at least one controller updates them. */
    private static Map<String, Boolean> children(String example) throws IOException {
        Map<String, Boolean> children = new TreeMap<>();
        if (!Files.exists(EXAMPLES.resolve(example).resolve("controller.yaml"))) {
            return children; // only data, or the controllers of other examples
        }
        for (JsonNode controller : documents(example, "controller.yaml")) {
            for (String list : List.of("childResources", "attachments")) {
                controller.path("spec").path(list).forEach(child -> {
                    String method = child.path("updateStrategy").path("method").asText("OnDelete");
                    children.merge(child.get("resource").asText(), !method.equals("OnDelete"), Boolean::logicalOr);
                });
            }
        }
        return children;
    }

    private static List<Step> steps(String example) throws IOException {
        List<Step> steps = new ArrayList<>();
        documents(example, "expect.yaml")
                .getFirst()
                .path("steps")
                .forEach(step -> Step.of(step).forEach(steps::add));
        assertThat(steps).isNotEmpty();
        return steps;
    }

    private static boolean isCreatedAgain(List<Step> steps, String resource) {
        return steps.stream().dropWhile(step -> !step.deletes(resource)).anyMatch(step -> step.expects(resource));
    }

    /** What the scenario does not show. With OnDelete, a changed child is not restored. */
    private static List<String> missing(String example) throws IOException {
        List<Step> steps = steps(example);
        List<String> missing = new ArrayList<>();
        children(example).forEach((resource, updated) -> {
            Predicate<Shown> isShown =
                    shown -> steps.stream().anyMatch(step -> step.isOf(resource) && step.shows(shown))
                            || (shown == Shown.DELETED && isCreatedAgain(steps, resource));
            Stream.of(Shown.values())
                    .filter(shown -> updated || shown != Shown.CHANGED)
                    .filter(isShown.negate())
                    .forEach(shown -> missing.add(
                            example + " " + resource + " " + shown.name().toLowerCase(Locale.ROOT)));
        });
        return missing;
    }

    @ParameterizedTest
    @MethodSource("examples")
    void eachKindOfChildIsOwnedRestoredAndDeletedInAStep(String example) throws IOException {
        assertThat(missing(example)).isSubsetOf(EXCEPTIONS.keySet());
    }

    @ParameterizedTest
    @MethodSource("examples")
    void aUserDeletesSomething(String example) throws IOException {
        assertThat(steps(example)).anyMatch(step -> step.operation().equals("delete"));
    }

    @Test
    void noExceptionIsOutOfDate() throws IOException {
        TreeSet<String> missing = new TreeSet<>();
        for (String example : examples()) {
            missing.addAll(missing(example));
        }

        assertThat(missing).containsAll(EXCEPTIONS.keySet());
        assertThat(EXCEPTIONS.values())
                .allSatisfy(reason -> assertThat(Objects.requireNonNull(reason)).isNotBlank());
    }
}
