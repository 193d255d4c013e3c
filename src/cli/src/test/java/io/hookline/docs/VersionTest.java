package io.hookline.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.cli.terminal.Build;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The version is that of {@code pom.xml}: whatever else names one names the same. */
class VersionTest {

    private static final List<String> PLACES = List.of(
            "README.md", "Dockerfile", "manifests", "src/docs", "examples", ".github", "src/cli/src/main/resources");

    /** Image tags, the chart, and what a project depends on. Versions of other programs have another form. */
    private static final Pattern VERSION = Pattern.compile(
            "(?:\\bhookline(?:-hooks|-sdk|-sdk-test|-chart)?[:-]"
                    + "|\\bnewTag: |^ {2}tag: |image\\.version=\"|^(?:appV|v)ersion: |<hookline\\.version>|this is Hookline |hookline&#160;)"
                    + "(\\d+\\.\\d+\\.\\d+[-.\\w]*)",
            Pattern.MULTILINE);

    @Test
    void everyPlaceHasTheVersionOfTheProject() throws IOException {
        String version = new Build().version();
        List<String> others = new ArrayList<>();
        int found = 0;
        for (String place : PLACES) {
            for (Path file : files(Path.of(place))) {
                for (MatchResult match :
                        VERSION.matcher(Files.readString(file)).results().toList()) {
                    found++;
                    if (!match.group(1).equals(version)) {
                        others.add(file + ": " + match.group());
                    }
                }
            }
        }
        assertThat(others).isEmpty();
        assertThat(found).isGreaterThan(20);
    }

    /** A tag can be moved to another commit, and a release has the rights to publish. */
    @Test
    void workflowsNameActionsByCommitAndVersion() throws IOException {
        List<String> uses = new ArrayList<>();
        for (Path file : files(Path.of(".github/workflows"))) {
            Files.readAllLines(file).stream()
                    .map(String::strip)
                    .filter(line -> line.contains("uses:"))
                    .forEach(uses::add);
        }

        assertThat(uses)
                .hasSizeGreaterThan(10)
                .allMatch(line -> line.matches("- uses: [\\w-]+/[\\w-]+@[0-9a-f]{40} # v\\d+\\.\\d+\\.\\d+"));
        Set<String> actions = new TreeSet<>(
                uses.stream().map(line -> line.replaceAll("@.*", "")).toList());
        assertThat(new TreeSet<>(uses)).as("one version of each").hasSameSizeAs(actions);
    }

    private static List<Path> files(Path place) throws IOException {
        try (Stream<Path> files = Files.walk(place)) {
            return files.filter(file -> Files.isRegularFile(file)
                            && file.toString().matches(".*(\\.(md|yaml|yml|svg|txt|xml)|Dockerfile)"))
                    .toList();
        }
    }
}
