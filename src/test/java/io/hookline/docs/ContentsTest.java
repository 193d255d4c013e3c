package io.hookline.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The README leads to every page. */
class ContentsTest {

    private static final Path README = Path.of("README.md");
    private static final Path DOCS = Path.of("src/docs");

    @Test
    void theReadmeLeadsToEveryPage() throws IOException {
        String readme = Files.readString(README);
        try (Stream<Path> pages = Files.list(DOCS)) {
            assertThat(pages.filter(page -> page.toString().endsWith(".md")))
                    .isNotEmpty()
                    .allSatisfy(page -> assertThat(readme).contains("(" + page + ")"));
        }
    }
}
