package io.hookline.sdk;

import static org.assertj.core.api.Assertions.assertThat;

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
        assertThat(Files.readAllLines(HOOK.resolve("HelloHook.java"))).hasSizeBetween(5, 25);
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

        assertThat(lines).filteredOn(line -> !line.isBlank()).hasSizeBetween(5, 25);
    }
}
