package io.hookline.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.cli.check.TestHookCommand;
import io.hookline.cli.rbac.RbacCommand;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** The page that compares frameworks: our code and commands are those of the example. */
class ComparisonPageTest {

    private static final Path HOOK = Path.of("hooks/memcached");
    private static final Pattern BLOCK = Pattern.compile("```(\\w+)\n(.*?)```", Pattern.DOTALL);

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
}
