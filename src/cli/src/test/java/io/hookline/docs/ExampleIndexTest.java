package io.hookline.docs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.hookline.object.Json;
import io.hookline.yaml.Yaml;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;

/**
 * {@code examples/index.json} of the tests leads from each named thing of the talks, repositories and frameworks that the examples follow (a row,
 * such as L16 for the kubelet) to the checks that show it: {@code examples/NAME#name of a step} or {@code package.Class#test}.
 *
 * <p>{@code examples/points.json} has the points of each row that must have a check. A new point is added there first.
 */
class ExampleIndexTest {

    private static final Path EXAMPLES = Path.of("examples");
    private static final Path ROWS = Path.of("src/cli/src/test/resources/examples/points.json");
    private static final String STEP = "examples/";

    private final List<JsonNode> rows = rows(Path.of("src/cli/src/test/resources/examples/index.json"));

    private static List<JsonNode> rows(Path file) {
        try {
            return list(Json.parse(Files.readAllBytes(file)).path("rows"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<JsonNode> list(JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false).toList();
    }

    private static List<String> texts(JsonNode array) {
        return list(array).stream().map(JsonNode::asText).toList();
    }

    private static Stream<String> ids(String letter, int count) {
        return IntStream.rangeClosed(1, count).mapToObj("%s%%02d".formatted(letter)::formatted);
    }

    @Test
    void everyRowIsListedOnceInOrder() {
        List<String> all = Stream.of(ids("L", 33), ids("G", 17), ids("I", 28), ids("Q", 9))
                .flatMap(each -> each)
                .toList();

        assertThat(rows).extracting(row -> row.path("id").asText()).containsExactlyElementsOf(all);
        assertThat(rows)
                .allSatisfy(row -> assertThat(row.path("about").asText()).isNotBlank());
        assertThat(rows(ROWS)).extracting(row -> row.path("id").asText()).containsExactlyElementsOf(all);
    }

    @Test
    void everyCheckExists() throws IOException {
        Set<String> checks = new TreeSet<>();
        rows.forEach(row -> checks.addAll(texts(row.path("checks"))));
        List<String> missing = new ArrayList<>();
        for (String check : checks) {
            if (!exists(check)) {
                missing.add(check);
            }
        }

        assertThat(missing).isEmpty();
        assertThat(checks).hasSizeGreaterThan(100);
    }

    private static boolean exists(String check) throws IOException {
        int hash = check.indexOf('#');
        String place = check.substring(0, hash);
        String name = check.substring(hash + 1);
        return place.startsWith(STEP) ? steps(Path.of(place)).contains(name) : NamedTests.exists(place, name);
    }

    private static List<String> steps(Path example) throws IOException {
        Path file = example.resolve("expect.yaml");
        if (Files.notExists(file)) {
            return List.of();
        }
        return list(Yaml.first(Files.readAllBytes(file)).tree().path("steps")).stream()
                .map(step -> step.path("name").asText())
                .toList();
    }

    @Test
    void eachPointOfARowHasAnExistingCheckOfThatRow() {
        List<String> open = new ArrayList<>();
        int points = 0;
        for (JsonNode expected : rows(ROWS)) {
            JsonNode row = row(expected.path("id").asText());
            for (String point : texts(expected.path("points"))) {
                points++;
                List<String> checks = texts(row.path("points").path(point));
                if (checks.isEmpty() || !texts(row.path("checks")).containsAll(checks)) {
                    open.add(expected.path("id").asText() + ": " + point);
                }
            }
        }

        assertThat(open)
                .as("points without a check, or with one that is not among the checks of the row")
                .isEmpty();
        assertThat(points).isGreaterThan(10);
    }

    private JsonNode row(String id) {
        return rows.stream()
                .filter(row -> row.path("id").asText().equals(id))
                .findFirst()
                .orElse(MissingNode.getInstance());
    }

    @Test
    void noPointIsKnownToTheIndexOnly() {
        for (JsonNode expected : rows(ROWS)) {
            String id = expected.path("id").asText();

            assertThat(row(id).path("points").fieldNames())
                    .toIterable()
                    .as(id)
                    .containsExactlyElementsOf(texts(expected.path("points")));
        }
    }

    @Test
    void everyExampleHasAReadmeALinkFromTheListOfExamplesAndARowOfTheIndex() throws IOException {
        String list = Files.readString(EXAMPLES.resolve("README.md"));
        List<String> checks =
                rows.stream().flatMap(row -> texts(row.path("checks")).stream()).toList();
        try (Stream<Path> folders = Files.list(EXAMPLES)) {
            List<String> names = folders.filter(folder -> Files.exists(folder.resolve("expect.yaml")))
                    .map(folder -> folder.getFileName().toString())
                    .sorted()
                    .toList();

            assertThat(names).hasSizeGreaterThan(20).allSatisfy(name -> {
                assertThat(EXAMPLES.resolve(name).resolve("README.md")).exists();
                assertThat(list).contains("(" + name + "/README.md)");
                assertThat(checks)
                        .as("%s is in the index", name)
                        .anyMatch(check -> check.startsWith(STEP + name + "#"));
            });
        }
    }

    @Test
    void everyExampleIsOneStepOfTheLearningPathAndInOneClassOfOperators() throws IOException {
        String page = Files.readString(EXAMPLES.resolve("README.md"));
        List<String> path = examplesLinkedIn(page, "## Learning path");
        List<String> classes = examplesLinkedIn(page, "## Classes of operators");
        try (Stream<Path> folders = Files.list(EXAMPLES)) {
            List<String> all = folders.filter(Files::isDirectory)
                    .map(folder -> folder.getFileName().toString())
                    .toList();

            assertThat(path).containsExactlyInAnyOrderElementsOf(all);
            assertThat(classes).containsExactlyInAnyOrderElementsOf(all);
        }
    }

    /** The folders that a section links to. */
    private static List<String> examplesLinkedIn(String page, String heading) {
        String from = page.substring(page.indexOf("\n" + heading + "\n") + heading.length());
        String section = from.substring(0, from.indexOf("\n## "));
        return Pattern.compile("]\\(([^)/#]+)/README\\.md\\)")
                .matcher(section)
                .results()
                .map(link -> link.group(1))
                .toList();
    }
}
