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

    @Test
    void theTablesNameExactlyTheMetricsThatAreServed() throws IOException {
        try (EveryMetric all = new EveryMetric()) {
            Set<Row> served = all.scrape().families().values().stream()
                    .map(family -> new Row(
                            family.name(),
                            family.type(),
                            family.labels().stream().collect(Collectors.toCollection(TreeSet::new))))
                    .collect(Collectors.toSet());

            assertThat(documented()).hasSizeGreaterThan(40).containsExactlyInAnyOrderElementsOf(served);
        }
    }
}
