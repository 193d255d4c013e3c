package io.hookline.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.cli.fixture.TestHookCommand;
import io.hookline.cli.rbac.RbacCommand;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** The page that compares frameworks: our code, numbers and commands are those of the example, and what it states about others has a source. */
class ComparisonPageTest {

    private static final Path EXAMPLE = Path.of("examples/memcached");
    private static final Path HOOK = Path.of("hooks/memcached");
    private static final Pattern BLOCK = Pattern.compile("```(\\w+)\n(.*?)```", Pattern.DOTALL);
    private static final Pattern COUNTED = Pattern.compile("(?m)^\\| `([^`]+)` \\| [^|]+ \\| (\\d+) \\|$");
    private static final Pattern SOURCE = Pattern.compile("\\[[^\\]]+]\\[([\\w-]+)]");
    private static final Pattern DEFINITION = Pattern.compile("(?m)^\\[([\\w-]+)]: (\\S+)$");

    /** The prefix of the sources of each framework, and where they must be. */
    private static final Map<String, String> PREFIXES = Map.of(
            "operator-sdk",
            "osdk",
            "kubebuilder",
            "kb",
            "KOPF",
            "kopf",
            "java-operator-sdk",
            "josdk",
            "Metacontroller",
            "mc");

    private static final Map<String, String> DOCUMENTATION = Map.of(
            "osdk", "https://github.com/operator-framework/operator-sdk/blob/[0-9a-f]{12}/website/content/.+",
            "kb", "https://github.com/kubernetes-sigs/kubebuilder/blob/[0-9a-f]{12}/docs/book/.+",
            "kopf", "https://github.com/nolar/kopf/blob/[0-9a-f]{12}/docs/.+",
            "josdk", "https://github.com/operator-framework/java-operator-sdk/blob/[0-9a-f]{12}/docs/.+",
            "mc", "https://github.com/metacontroller/metacontroller/blob/[0-9a-f]{12}/docs/.+");

    private final String page = Files.readString(Path.of("src/docs/comparison.md"));

    ComparisonPageTest() throws IOException {}

    private List<String> blocks(String language) {
        return BLOCK.matcher(page)
                .results()
                .filter(block -> block.group(1).equals(language))
                .map(block -> block.group(2))
                .toList();
    }

    @Test
    void theNumbersOfLinesAreThoseOfTheExample() throws IOException {
        Map<String, Integer> shown = new TreeMap<>();
        COUNTED.matcher(page).results().forEach(row -> shown.put(row.group(1), Integer.valueOf(row.group(2))));
        Map<String, Integer> counted = new TreeMap<>();
        for (Path folder : List.of(EXAMPLE, HOOK)) {
            try (Stream<Path> files = Files.list(folder)) {
                for (Path file :
                        files.filter(ComparisonPageTest::isWrittenByTheAuthor).toList()) {
                    counted.put(file.toString(), Files.readAllLines(file).size());
                }
            }
        }
        assertThat(shown).isEqualTo(counted);
    }

    /** Not the sample, the tests, or the description. */
    private static boolean isWrittenByTheAuthor(Path file) {
        return Set.of("crd.yaml", "controller.yaml").contains(file.getFileName().toString())
                || file.toString().endsWith(".java");
    }

    @Test
    void theHookThatIsShownIsThatOfTheExample() throws IOException {
        String hook = Files.readString(HOOK.resolve("MemcachedHook.java"));
        assertThat(blocks("java"))
                .isNotEmpty()
                .allSatisfy(code -> assertThat(hook).contains(code));
    }

    @Test
    void theCommandsPrintWhatIsShown() {
        List<String> commands = blocks("sh");
        List<String> printed = blocks("text");
        assertThat(commands).hasSameSizeAs(printed).hasSize(2);
        assertThat(run(commands.get(0))).isEqualTo(printed.get(0));
        assertThat(run(commands.get(1))).contains(printed.get(1));
    }

    private static String run(String command) {
        List<String> words = Arrays.asList(command.strip().split(" "));
        assertThat(words.getFirst()).isEqualTo("hookline");
        Object runs = switch (words.get(1)) {
            case "test-hook" -> new TestHookCommand();
            case "rbac" -> new RbacCommand();
            default -> throw new AssertionError("no test runs " + command);
        };
        StringWriter out = new StringWriter();
        int exit = new CommandLine(runs)
                .setOut(new PrintWriter(out))
                .execute(words.subList(2, words.size()).toArray(String[]::new));
        assertThat(exit).as(out.toString()).isZero();
        return out.toString();
    }

    @Test
    void everyStatementAboutAnotherFrameworkNamesItsDocumentation() {
        Map<String, Integer> statements = new LinkedHashMap<>();
        for (String row : page.lines().filter(line -> line.startsWith("| ")).toList()) {
            String prefix = PREFIXES.get(row.substring(2, row.indexOf(" |")));
            if (prefix != null) {
                statements.merge(prefix, 1, Integer::sum);
                assertThat(sources(row)).as(row).isNotEmpty().allMatch(source -> source.startsWith(prefix + "-"));
            }
        }
        assertThat(statements.values())
                .as("each point has a row for each framework")
                .containsOnly(10, 11);
        assertThat(statements).hasSameSizeAs(PREFIXES);
    }

    @Test
    void everySourceIsADocumentOfTheProjectInOneVersion() {
        Map<String, String> defined = DEFINITION
                .matcher(page)
                .results()
                .collect(Collectors.toMap(found -> found.group(1), found -> found.group(2)));
        assertThat(defined.keySet()).isEqualTo(sources(page));
        assertThat(defined)
                .allSatisfy((name, address) -> assertThat(address)
                        .matches(Objects.requireNonNull(DOCUMENTATION.get(name.substring(0, name.indexOf('-'))))));
    }

    private static Set<String> sources(String text) {
        return SOURCE.matcher(text)
                .results()
                .map((MatchResult found) -> found.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
