package io.hookline.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The learning path and the classes of operators in {@code examples/README.md}: each example is in one step and in one class. */
class LearningPathTest {

    private static final Path EXAMPLES = Path.of("examples");
    private static final Pattern LEVEL = Pattern.compile("(?ms)^### (\\w+)$(.*?)(?=^##)");
    private static final Pattern STEP =
            Pattern.compile("(?m)^\\| (?<number>\\d+) \\| (?<examples>[^|]+) \\| (?<adds>[^|]+) \\|$");
    private static final Pattern CLASSES = Pattern.compile("(?ms)^## Classes of operators$(.*?)(?=^##)");
    private static final Pattern CLASS =
            Pattern.compile("(?m)^\\| (?<name>(?!class|-)[^|]+) \\| (?<about>[^|]+) \\| (?<examples>[^|]+) \\|$");
    private static final Pattern LINK = Pattern.compile("\\[([^]]+)]\\(\\1/README\\.md\\)");

    private final String page = Files.readString(EXAMPLES.resolve("README.md"));

    LearningPathTest() throws IOException {}

    private static List<String> folders() throws IOException {
        try (Stream<Path> files = Files.list(EXAMPLES)) {
            return files.filter(Files::isDirectory)
                    .map(folder -> folder.getFileName().toString())
                    .toList();
        }
    }

    private Stream<MatchResult> levels() {
        return LEVEL.matcher(page).results();
    }

    private List<MatchResult> steps() {
        return levels().flatMap(level -> STEP.matcher(level.group(2)).results()).toList();
    }

    private static Stream<String> examples(MatchResult row) {
        return LINK.matcher(row.group("examples")).results().map(link -> link.group(1));
    }

    @Test
    void thePathLeadsFromBasicsToAdvanced() {
        assertThat(levels().map(level -> level.group(1))).containsExactly("Basics", "Intermediate", "Advanced");
        assertThat(levels())
                .allSatisfy(level ->
                        assertThat(STEP.matcher(level.group(2)).results()).hasSizeGreaterThan(5));
    }

    @Test
    void theStepsAreCountedAndEachHasAnExampleAndNamesWhatItAdds() {
        List<MatchResult> steps = steps();

        assertThat(steps.stream().map(step -> Integer.parseInt(step.group("number"))))
                .containsExactlyElementsOf(
                        IntStream.rangeClosed(1, steps.size()).boxed().toList());
        assertThat(steps).allSatisfy(step -> {
            assertThat(examples(step)).as(step.group()).isNotEmpty();
            assertThat(step.group("adds")).as(step.group()).hasSizeGreaterThan(20);
        });
        assertThat(steps.stream().map(step -> step.group("adds"))).doesNotHaveDuplicates();
        assertThat(page).contains("(#learning-path): " + steps.size() + " steps");
    }

    @Test
    void everyExampleIsInExactlyOneStep() throws IOException {
        assertThat(steps().stream().flatMap(LearningPathTest::examples)).containsExactlyInAnyOrderElementsOf(folders());
    }

    @Test
    void eachOfTheFourClassesOfOperatorsHasExamplesAndEveryExampleIsInOneClass() throws IOException {
        String section = CLASSES.matcher(page)
                .results()
                .findFirst()
                .map(found -> found.group(1))
                .orElseThrow();
        Map<String, List<String>> classes = CLASS.matcher(section)
                .results()
                .collect(Collectors.toMap(
                        row -> row.group("name"), row -> examples(row).toList()));

        assertThat(classes)
                .containsOnlyKeys(
                        "configure your own software",
                        "the Kubernetes API as your API",
                        "external systems",
                        "create resources");
        assertThat(classes.values()).allSatisfy(examples -> assertThat(examples).isNotEmpty());
        assertThat(classes.values().stream().flatMap(List::stream)).containsExactlyInAnyOrderElementsOf(folders());
    }
}
