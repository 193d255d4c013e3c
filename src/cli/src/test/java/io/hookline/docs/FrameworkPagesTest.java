package io.hookline.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.testing.embedded.EmbeddedHookline;
import io.hookline.testing.scenario.Scenario;
import io.hookline.testing.scenario.ScenarioResult;
import io.hookline.testing.scenario.ScenarioRunner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * The hooks on the pages for people who come from another framework do what the examples of that framework do. The names of their files stand
 * above each block of code; their manifests and scenarios are in the resources of the tests, by the name of the hook.
 */
@Execution(ExecutionMode.CONCURRENT)
class FrameworkPagesTest {

    private static final Path KOPF = Path.of("src/docs/from-kopf.md");
    private static final Path JAVA = Path.of("src/docs/from-java-operator-sdk.md");
    private static final Path SCENARIOS = Path.of("src/cli/src/test/resources/frameworks");
    private static final Pattern BLOCK =
            Pattern.compile("^`([^`\n]+)`\n\n```\\w+\n(.*?)^```$", Pattern.DOTALL | Pattern.MULTILINE);
    private static final Pattern NAMELESS =
            Pattern.compile("(?<!`\n\n)^```(python|java|yaml|json)\n", Pattern.MULTILINE);

    @TempDir
    private Path hooks;

    private static Stream<MatchResult> blocks(Path page) throws IOException {
        return BLOCK.matcher(Files.readString(page)).results();
    }

    private static String hookOf(MatchResult block) {
        return Path.of(block.group(1)).getName(0).toString();
    }

    /** Runs the scenario with hooks of a page. */
    private void assertThatItWorks(Path page, String scenario, String... more) throws Exception {
        Set<String> wanted = new TreeSet<>(Set.of(more));
        wanted.add(scenario);
        for (MatchResult block : blocks(page).toList()) {
            if (wanted.contains(hookOf(block))) {
                Path file = hooks.resolve(block.group(1));
                Files.createDirectories(file.getParent());
                Files.writeString(file, block.group(2));
            }
        }
        try (EmbeddedHookline hookline = EmbeddedHookline.start(Optional.of(hooks), wanted::contains)) {
            ScenarioResult result =
                    ScenarioRunner.run(Scenario.read(SCENARIOS.resolve(scenario)), hookline.environment());

            assertThat(result).isInstanceOf(ScenarioResult.Passed.class);
        }
    }

    @Test
    void everyHookIsTested() throws IOException {
        Set<String> shown = new TreeSet<>();
        for (Path page : new Path[] {KOPF, JAVA}) {
            blocks(page).forEach(block -> shown.add(hookOf(block)));
            assertThat(NAMELESS.matcher(Files.readString(page)).find())
                    .as(page.toString())
                    .isFalse();
        }

        assertThat(shown)
                .containsExactly(
                        "attempts",
                        "broken",
                        "children",
                        "handlers",
                        "items",
                        "steady",
                        "tomcat",
                        "tomcat-app",
                        "volume-claim",
                        "web-page");
    }

    @Test
    void everyExampleOfTheirsHasARow() throws IOException {
        assertThat(rows(KOPF))
                .extracting(row -> row.replaceFirst(" .*", ""))
                .containsExactlyElementsOf(Stream.concat(
                                IntStream.rangeClosed(1, 17).mapToObj("%02d"::formatted),
                                Stream.of("EphemeralVolumeClaim,"))
                        .toList());
        assertThat(rows(JAVA))
                .extracting(row -> row.replaceFirst("[ ,:].*", ""))
                .containsExactly(
                        "WebPage", "MySQLSchema", "Tomcat", "leader", "deletion", "ConfigMapCopy", "operations");
    }

    /** The first cells of the table with three columns. */
    private static List<String> rows(Path page) throws IOException {
        return Pattern.compile("^\\| ([^|]+) \\| [^|]+ \\| [^|]+ \\|$", Pattern.MULTILINE)
                .matcher(Files.readString(page))
                .results()
                .map(row -> row.group(1))
                .skip(1)
                .toList();
    }

    @Test
    void aPodIsAChildWithTheLabelsOfItsParent() throws Exception {
        assertThatItWorks(KOPF, "children");
    }

    @Test
    void attemptsAreCountedAndAPermanentFailureIsNotRepeated() throws Exception {
        assertThatItWorks(KOPF, "attempts");
    }

    @Test
    void oldAndNewValuesAreComparedAndADeletionIsHandled() throws Exception {
        assertThatItWorks(KOPF, "handlers");
    }

    @Test
    void anItemThatFailsDoesNotHoldUpTheOthers() throws Exception {
        assertThatItWorks(KOPF, "items");
    }

    @Test
    void aControllerThatFailsDoesNotStopAnotherOfTheSameKind() throws Exception {
        assertThatItWorks(KOPF, "steady", "broken");
    }

    @Test
    void aClaimExpiresWhenNobodyUsesIt() throws Exception {
        assertThatItWorks(KOPF, "volume-claim");
    }

    @Test
    void aWebPageKeepsItsLastGoodChildren() throws Exception {
        assertThatItWorks(JAVA, "web-page");
    }

    @Test
    void aWebappWaitsForItsTomcatAndIsListedThere() throws Exception {
        assertThatItWorks(JAVA, "tomcat", "tomcat-app");
    }
}
