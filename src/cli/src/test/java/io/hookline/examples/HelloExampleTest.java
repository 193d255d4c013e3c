package io.hookline.examples;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.docs.Figure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The size of the smallest hook. */
class HelloExampleTest {

    private static final Path HOOK = Path.of("hooks/hello");

    @Test
    void theSmallestHookHasAtMostTwentyFiveLines() throws IOException {
        List<String> lines = Files.readAllLines(HOOK.resolve("HelloHook.java"));

        assertThat(lines).hasSizeGreaterThan(5);
        Figure.of("lines of the hook of the example hello", "lines").atMost(25).is(lines.size());
    }

    /** With the record of its parent; without empty lines. */
    @Test
    void allJavaOfTheSmallestHookHasAtMostTwentyFiveLinesOfText() throws IOException {
        List<String> lines = new ArrayList<>();
        try (Stream<Path> files = Files.list(HOOK)) {
            for (Path source :
                    files.filter(file -> file.toString().endsWith(".java")).toList()) {
                lines.addAll(Files.readAllLines(source));
            }
        }

        lines.removeIf(String::isBlank);
        assertThat(lines).hasSizeGreaterThan(5);
        Figure.of("lines of text in all Java of the example hello", "lines")
                .atMost(25)
                .is(lines.size());
    }
}
