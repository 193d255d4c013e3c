package io.hookline.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.server.folder.HookSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The lists and numbers of examples and hooks in the documents are those of the folders. */
class ExampleCatalogueTest {

    private static final Path CATALOGUE = Path.of("examples/README.md");
    private static final Pattern ROW = Pattern.compile("(?m)^\\| \\[([^]]+)]\\(\\1/README\\.md\\) \\| \\S.* \\|.*\\|$");
    private static final Pattern HOOKS = Pattern.compile("hooks +(\\S+), (\\S+), \\.\\.\\., (\\S+) \\((\\d+)\\)");

    private static List<String> names() throws IOException {
        try (Stream<Path> files = Files.list(Path.of("examples"))) {
            return files.filter(Files::isDirectory)
                    .map(folder -> folder.getFileName().toString())
                    .toList();
        }
    }

    @Test
    void theCatalogueListsEachExampleOnce() throws IOException {
        List<String> rows = ROW.matcher(Files.readString(CATALOGUE))
                .results()
                .map(row -> row.group(1))
                .toList();

        assertThat(rows).containsExactlyInAnyOrderElementsOf(names());
    }

    @Test
    void theLinesOfTheCatalogueLeadToItsSections() throws IOException {
        String catalogue = Files.readString(CATALOGUE);
        List<String> sections = Pattern.compile("(?m)^## (.*)$")
                .matcher(catalogue)
                .results()
                .map(found -> found.group(1)
                        .toLowerCase(Locale.ROOT)
                        .replace(' ', '-')
                        .replace(".", ""))
                .toList();
        List<String> links = Pattern.compile("]\\(#([^)]+)\\)")
                .matcher(catalogue)
                .results()
                .map(found -> found.group(1))
                .toList();

        assertThat(links).hasSizeGreaterThan(5).isSubsetOf(sections);
    }

    @Test
    void theLogInTheReadmeHasTheNumberOfHooks() throws IOException {
        List<String> hooks = HookSource.in(Path.of("hooks")).stream()
                .map(HookSource::name)
                .sorted()
                .toList();

        MatchResult shown = HOOKS.matcher(Files.readString(Path.of("README.md")))
                .results()
                .findFirst()
                .orElseThrow();

        assertThat(List.of(shown.group(1), shown.group(2), shown.group(3)))
                .containsExactly(hooks.getFirst(), hooks.get(1), hooks.getLast());
        assertThat(shown.group(4)).isEqualTo(Integer.toString(hooks.size()));
    }
}
