package io.hookline.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The description of the architecture names the packages and classes that exist. */
class ArchitectureDocumentTest {

    private static final Path DOCUMENT = Path.of("src/docs/architecture.md");
    private static final Path PRODUCT = Path.of("src/main/java/io/hookline");
    private static final Pattern ROW = Pattern.compile("(?m)^\\|[^|`]*\\| ?`([a-z.]+)` \\||^\\| `([a-z.]+)` \\|");
    private static final Pattern CLASS = Pattern.compile("`(?:[a-z]+\\.)*([A-Z]\\w+)(?:\\.\\w+)?`");

    @Test
    void itsTablesListEveryPackage() throws IOException {
        Set<String> listed = ROW.matcher(Files.readString(DOCUMENT))
                .results()
                .map(row -> row.group(1) == null ? row.group(2) : row.group(1))
                .collect(Collectors.toCollection(TreeSet::new));

        assertThat(listed).hasSizeGreaterThan(40).isEqualTo(packages());
    }

    private static Set<String> packages() throws IOException {
        try (Stream<Path> files = Files.walk(PRODUCT)) {
            return files.filter(file -> file.endsWith("package-info.java"))
                    .map(file -> PRODUCT.relativize(file.getParent()).toString().replace('/', '.'))
                    .collect(Collectors.toCollection(TreeSet::new));
        }
    }

    @Test
    void everyClassThatItNamesExists() throws IOException {
        Set<String> classes = classes();
        Set<String> named = CLASS.matcher(Files.readString(DOCUMENT))
                .results()
                .map(found -> found.group(1))
                .collect(Collectors.toCollection(TreeSet::new));

        assertThat(named)
                .hasSizeGreaterThan(50)
                .allSatisfy(name -> assertThat(classes).contains(name));
    }

    private static Set<String> classes() throws IOException {
        try (Stream<Path> files = Files.walk(Path.of("src"))) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".java"))
                    .map(name -> name.replace(".java", ""))
                    .collect(Collectors.toSet());
        }
    }
}
