package io.hookline.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The page of the concepts: each figure is printed by the test that its row names, with the limit of the row, and the range that was seen keeps
 * the limit. No figure of a test is missing.
 */
class ConceptsPageTest {

    private static final Path TESTS = Path.of("src/test/java");
    private static final Path MAIN = Path.of("src/main/java");
    private static final Pattern IN_A_TEST = Pattern.compile(
            "Figure\\.of\\(\\s*\"([^\"]+)\",\\s*\"([^\"]+)\"\\)\\s*\\.(atMost|atLeast)\\(([\\d._]+)\\)");
    private static final Pattern ROW = Pattern.compile(
            "(?m)^\\| (?<about>[^|]+) \\| (?<code>[^|]+) \\| `(?<test>\\w+)#(?<method>\\w+)` \\| (?<figure>[^|]+) \\| (?<seen>[^|]+)"
                    + " \\| (?<limit>at (?:most|least) [^|]+) \\|$");
    private static final Pattern RANGE = Pattern.compile("([\\d.]+)(?: to ([\\d.]+))? ?(.*)");
    private static final Pattern EXAMPLE = Pattern.compile("(?m)^figure  ([^:]+): (\\d+) .*$");
    private static final Pattern TYPE = Pattern.compile("`(\\w+)`");

    private final String page = Files.readString(Path.of("src/docs/concepts.md"));
    private final List<MatchResult> rows = ROW.matcher(page).results().toList();
    private final Map<String, Printed> printed = printed();

    ConceptsPageTest() throws IOException {}

    /** A figure in the source of a test. */
    private record Printed(Path file, String unit, boolean upper, double limit) {
        Figure figure(String name) {
            var figure = Figure.of(name, unit);
            return upper ? figure.atMost(limit) : figure.atLeast(limit);
        }
    }

    private static Map<String, Printed> printed() throws IOException {
        Map<String, Printed> found = new LinkedHashMap<>();
        try (Stream<Path> files = Files.walk(TESTS)) {
            files.filter(file -> file.toString().endsWith(".java")
                            && !file.endsWith("Figure.java")
                            && !file.endsWith("ConceptsPageTest.java"))
                    .forEach(file -> IN_A_TEST
                            .matcher(read(file))
                            .results()
                            .forEach(figure -> assertThat(found.put(
                                            figure.group(1),
                                            new Printed(
                                                    file,
                                                    figure.group(2),
                                                    figure.group(3).equals("atMost"),
                                                    Double.parseDouble(
                                                            figure.group(4).replace("_", "")))))
                                    .as("tests that print " + figure.group(1))
                                    .isNull()));
        }
        return found;
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void eachFigureOfATestHasOneRowAndEachRowHasAFigureOfItsTest() {
        assertThat(rows.stream().map(row -> row.group("figure")))
                .isNotEmpty()
                .containsExactlyInAnyOrderElementsOf(printed.keySet());
        assertThat(rows).allSatisfy(row -> {
            Printed figure = printed.get(row.group("figure"));
            assertThat(figure.file()).as(row.group()).hasFileName(row.group("test") + ".java");
            assertThat(NamedTests.exists(className(figure.file()), row.group("method")))
                    .as(row.group())
                    .isTrue();
        });
    }

    private static String className(Path file) {
        String path = TESTS.relativize(file).toString();
        return path.substring(0, path.length() - ".java".length()).replace('/', '.');
    }

    @Test
    void eachLimitIsThatOfTheTestAndTheRangeThatWasSeenKeepsIt() {
        assertThat(rows).allSatisfy(row -> {
            Printed figure = printed.get(row.group("figure"));
            assertThat(row.group("limit"))
                    .as(row.group())
                    .isEqualTo(figure.figure(row.group("figure")).limit());
            MatchResult range = range(row);
            double low = Double.parseDouble(range.group(1));
            double high = range.group(2) == null ? low : Double.parseDouble(range.group(2));
            assertThat(low).as(row.group()).isLessThanOrEqualTo(high);
            assertThat(figure.upper() ? high <= figure.limit() : low >= figure.limit())
                    .as(row.group())
                    .isTrue();
            assertThat(range.group(3)).as(row.group()).isEqualTo(Figure.unit(high, figure.unit()));
        });
    }

    @Test
    void theExampleIsWhatATestPrints() {
        MatchResult example = EXAMPLE.matcher(page).results().findFirst().orElseThrow();
        String name = example.group(1);

        assertThat(example.group())
                .isEqualTo(Objects.requireNonNull(printed.get(name))
                        .figure(name)
                        .line(Double.parseDouble(example.group(2))));
    }

    @Test
    void aUnitOfOneIsSingular() {
        assertThat(Figure.of("hook calls", "calls").atMost(1).line(0))
                .isEqualTo("figure  hook calls: 0 calls (at most 1 call)");
        assertThat(Figure.unit(1, "children")).isEqualTo("child");
        assertThat(Figure.unit(1, "ms")).isEqualTo("ms");
    }

    /** A reader comes to a row by a search, without the row before it. */
    @Test
    void eachRowIsUnderstoodWithoutTheRowBefore() {
        assertThat(rows)
                .extracting(row -> row.group("about"))
                .allSatisfy(about -> assertThat(about)
                        .matches("(?s)[\\p{Lu}\\d].*")
                        .doesNotMatch("(?i)(?:as before|and|the same)\\b.*"));
        assertThat(rows)
                .extracting(row -> row.group("code"))
                .allSatisfy(code -> assertThat(code).matches("`\\w+`(?:, `\\w+`)*"));
    }

    @Test
    void aRowOfATestThatTakesLongNamesTheProfile() {
        assertThat(rows).allSatisfy(row -> {
            Path file = Objects.requireNonNull(printed.get(row.group("figure"))).file();
            boolean slow = Pattern.compile("@Tag\\(\"soak\"\\)\\s+void " + row.group("method") + "\\(")
                    .matcher(read(file))
                    .find();
            assertThat(row.group("about").endsWith("(profile soak)"))
                    .as(row.group())
                    .isEqualTo(slow);
        });
    }

    private static MatchResult range(MatchResult row) {
        var range = RANGE.matcher(row.group("seen"));
        assertThat(range.matches()).as(row.group()).isTrue();
        return range.toMatchResult();
    }

    @Test
    void eachRowNamesTypesOfTheCode() throws IOException {
        List<String> unknown = new ArrayList<>();
        try (Stream<Path> files = Files.walk(MAIN)) {
            List<String> types = files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".java"))
                    .map(name -> name.substring(0, name.length() - ".java".length()))
                    .toList();
            rows.forEach(row -> {
                List<String> named = TYPE.matcher(row.group("code"))
                        .results()
                        .map(type -> type.group(1))
                        .toList();
                assertThat(named).as(row.group()).isNotEmpty();
                named.stream().filter(type -> !types.contains(type)).forEach(unknown::add);
            });
        }

        assertThat(unknown).isEmpty();
    }

    /** A row whose form is not that of the others would not be compared. */
    @Test
    void everyRowOfTheTablesIsRead() {
        long lines = page.lines()
                .filter(line -> line.startsWith("| ") && line.contains("#") && line.contains("at "))
                .count();

        assertThat(rows).hasSize((int) lines);
    }
}
