package io.hookline.process.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The tables of {@code metrics.md} and a scrape agree. */
class MetricsPageDocTest {

    private static final Pattern ROW = Pattern.compile("\\| `(\\w+)` \\| (\\w+) \\| ([`\\w ]*)\\| .*\\|");

    /** A row of the tables. */
    private record Row(String name, String type, Set<String> labels) {

        Stream<Row> ofEachHook() {
            return name.contains("_H_")
                    ? Stream.of("sync", "finalize", "customize")
                            .map(hook -> new Row(name.replace("_H_", "_" + hook + "_"), type, labels))
                    : Stream.of(this);
        }
    }

    private static Set<Row> documented() throws IOException {
        try (Stream<String> lines = Files.lines(Path.of("src/docs/metrics.md"))) {
            return lines.map(ROW::matcher)
                    .filter(Matcher::matches)
                    .map(row -> new Row(row.group(1), row.group(2), words(row.group(3))))
                    .flatMap(Row::ofEachHook)
                    .collect(Collectors.toSet());
        }
    }

    private static Set<String> words(String cell) {
        return Arrays.stream(cell.replace("`", "").strip().split(" ", -1))
                .filter(word -> !word.isEmpty())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static Set<Row> served() {
        try (EveryMetric all = new EveryMetric()) {
            return all.scrape().families().values().stream()
                    .map(family -> new Row(family.name(), family.type(), new TreeSet<>(family.labels())))
                    .collect(Collectors.toSet());
        }
    }

    /** Those of the JVM are a library's, which has more than these rows. */
    @Test
    void everyMetricThatIsServedHasItsRow() throws IOException {
        assertThat(documented())
                .containsAll(served().stream()
                        .filter(row -> !row.name().startsWith("jvm_"))
                        .toList());
    }

    /** The metrics of an election and of conditions need a Lease and controllers. */
    @Test
    void everyRowNamesAMetricOfThisProgram() throws IOException {
        Set<Row> others = documented();
        others.removeAll(served());

        String sources = sourcesOfTheProcess();
        assertThat(others)
                .extracting(Row::name)
                .hasSize(9)
                .allSatisfy(name -> assertThat(sources).contains('"' + name + '"'));
    }

    private static String sourcesOfTheProcess() throws IOException {
        StringBuilder all = new StringBuilder();
        try (Stream<Path> files = Files.walk(Path.of("src/engine/src/main/java/io/hookline/process"))) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                all.append(Files.readString(file));
            }
        }
        return all.toString();
    }
}
