package io.hookline.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The README leads to every page, and pages that count the steps of the ladder agree with it. */
class ContentsTest {

    private static final Path README = Path.of("README.md");
    private static final Path DOCS = Path.of("src/docs");
    private static final Pattern STEP = Pattern.compile("(?m)^## \\d+\\. ");
    private static final Pattern COUNT = Pattern.compile("ladder\\.md\\)[^\\n]* in (\\w+) steps");
    private static final List<String> NUMBERS =
            List.of("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten");

    @Test
    void theReadmeLeadsToEveryPage() throws IOException {
        String readme = Files.readString(README);
        try (Stream<Path> pages = Files.list(DOCS)) {
            assertThat(pages.filter(page -> page.toString().endsWith(".md")))
                    .isNotEmpty()
                    .allSatisfy(page -> assertThat(readme).contains("(" + page + ")"));
        }
    }

    @Test
    void theStepsOfTheLadderAreCountedInTheSameWayEverywhere() throws IOException {
        long steps = STEP.matcher(Files.readString(DOCS.resolve("ladder.md")))
                .results()
                .count();
        try (Stream<Path> pages = Stream.concat(Stream.of(README), Files.list(DOCS.resolve("start")))) {
            assertThat(pages)
                    .hasSizeGreaterThan(4)
                    .allSatisfy(page -> assertThat(
                                    COUNT.matcher(Files.readString(page)).results())
                            .extracting(count -> count.group(1))
                            .containsExactly(NUMBERS.get((int) steps)));
        }
    }

    /** The page sets the path in the terminal in which {@code hookline dev} runs; the other one does not inherit it. */
    @Test
    void theSecondTerminalOfAStartPageFindsHookline() throws IOException {
        try (Stream<Path> pages = Files.list(DOCS.resolve("start"))) {
            assertThat(pages)
                    .hasSize(4)
                    .allSatisfy(page -> assertThat(Files.readString(page))
                            .containsSubsequence(
                                    "hookline dev\n",
                                    "Open another one, add Hookline to its path",
                                    "\nhookline test-hook "));
        }
    }
}
