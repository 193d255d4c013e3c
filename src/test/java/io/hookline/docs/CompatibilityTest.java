package io.hookline.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The documents name tests that exist. */
class CompatibilityTest {

    private static final Path TESTS = Path.of("src/test/java");
    private static final Pattern NAMED = Pattern.compile("`([A-Z]\\w+(?:Test|IT|Contract))#(\\w+)`");

    private static List<Path> documents() throws IOException {
        try (Stream<Path> files = Files.walk(Path.of("src/docs"))) {
            return files.filter(file -> file.toString().endsWith(".md"))
                    .sorted()
                    .toList();
        }
    }

    /** Tests by their simple names. */
    private static Map<String, String> classes() throws IOException {
        try (Stream<Path> files = Files.walk(TESTS)) {
            return files.filter(file -> file.toString().endsWith(".java"))
                    .map(file -> TESTS.relativize(file)
                            .toString()
                            .replace(".java", "")
                            .replace('/', '.'))
                    .collect(Collectors.toMap(
                            name -> name.substring(name.lastIndexOf('.') + 1), name -> name, (a, _) -> a));
        }
    }

    @Test
    void everyTestThatIsNamedExists() throws IOException {
        Map<String, String> classes = classes();
        List<String> missing = new ArrayList<>();
        int named = 0;
        for (Path document : documents()) {
            Matcher matcher = NAMED.matcher(Files.readString(document));
            while (matcher.find()) {
                named++;
                if (!NamedTests.exists(classes.get(matcher.group(1)), matcher.group(2))) {
                    missing.add(document.getFileName() + ": " + matcher.group());
                }
            }
        }
        assertThat(missing).isEmpty();
        assertThat(named).isGreaterThan(100);
    }
}
