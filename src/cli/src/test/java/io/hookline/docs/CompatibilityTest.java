package io.hookline.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Documents for contributors, and the contract with users of Metacontroller, name tests that exist. Other documents name none. */
class CompatibilityTest {

    private static final List<Path> TESTS = List.of(Path.of("src/sdk/src/test/java"), Path.of("src/cli/src/test/java"));
    private static final Path DOCS = Path.of("src/docs");
    private static final Pattern NAMED = Pattern.compile("`([A-Z]\\w+(?:Test|IT|Contract))(?:#(\\w+))?`");
    private static final Pattern CODE = Pattern.compile("^```.*?^```$", Pattern.DOTALL | Pattern.MULTILINE);
    private static final Set<Path> FOR_CONTRIBUTORS =
            Set.of(Path.of("compatibility.md"), Path.of("architecture.md"), Path.of("adr"), Path.of("internals"));

    private static List<Path> documents() throws IOException {
        try (Stream<Path> files = Files.walk(DOCS)) {
            return files.filter(file -> file.toString().endsWith(".md"))
                    .sorted()
                    .toList();
        }
    }

    /** Tests by their simple names. */
    private static Map<String, String> classes() throws IOException {
        Map<String, String> all = new HashMap<>();
        for (Path tests : TESTS) {
            try (Stream<Path> files = Files.walk(tests)) {
                files.filter(file -> file.toString().endsWith(".java"))
                        .map(file -> tests.relativize(file)
                                .toString()
                                .replace(".java", "")
                                .replace('/', '.'))
                        .forEach(name -> all.putIfAbsent(name.substring(name.lastIndexOf('.') + 1), name));
            }
        }
        return all;
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
                String type = classes.get(matcher.group(1));
                if (matcher.group(2) == null ? type == null : !NamedTests.exists(type, matcher.group(2))) {
                    missing.add(document.getFileName() + ": " + matcher.group());
                }
            }
        }
        assertThat(missing).isEmpty();
        assertThat(named).isGreaterThan(100);
    }

    /** A page may show a test as a file of the reader's project. */
    @Test
    void pagesForUsersNameNoTests() throws IOException {
        Map<String, String> classes = classes();
        List<String> named = new ArrayList<>();
        for (Path document : documents()) {
            if (!FOR_CONTRIBUTORS.contains(DOCS.relativize(document).getName(0))) {
                String prose = CODE.matcher(Files.readString(document)).replaceAll("");
                Pattern.compile("\\b[A-Z]\\w+(?:Test|IT|Contract)\\b(?!\\.java)")
                        .matcher(prose)
                        .results()
                        .filter(name -> classes.containsKey(name.group()))
                        .forEach(name -> named.add(document + ": " + name.group()));
            }
        }
        assertThat(named).isEmpty();
    }
}
