package io.hookline;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Comments, help, log messages, errors and documents use the words of the field: the API server returns, a hook is called, an
 * object is deleted. The words below stand for sentences that had to be read twice.
 */
class PlainWordsTest {

    /** Words in one of which each such word may occur. */
    private static final int ONE_IN = 2000;

    private static final Pattern WORST = Pattern.compile(
            "\\b(?:anew|afresh|whoever|whosoever|somebody|nobody|he who|tells?|told|telling|say|says|said|asks?|asked|asking"
                    + "|gone|goes|(?:is|are) none|of no use|pass(?:es|ed)? over|(?:left|leaves?) alone|tak(?:es?|en|ing) off|took off"
                    + "|troubles?|troubled|mend(?:s|ed|ing)?|hears? of|wish(?:es)?)\\b",
            Pattern.CASE_INSENSITIVE);

    private static final Pattern JAVA_TEXT =
            Pattern.compile("/\\*.*?\\*/|//[^\\n]*|\"\"\".*?\"\"\"|\"(?:[^\"\\\\\\n]|\\\\.)*\"", Pattern.DOTALL);
    private static final Pattern SCRIPT_COMMENT = Pattern.compile("(?m)(?:^|\\s)#[^\\n]*");
    /** Comments, names of steps, and descriptions, which may continue on lines without a key. */
    private static final Pattern YAML_TEXT = Pattern.compile("(?m)(?:^|\\s)#[^\\n]*|\\bname:[^\\n]*"
            + "|\\bdescription:[^\\n]*(?:\\n ++(?![\\w$.-]+:(?:\\s|$)|- )[^\\n]++){0,9}");

    /** Names of code and quotations of it; the answer 410 of an API server. */
    private static final Pattern CODE =
            Pattern.compile("```.*?```|`[^`\\n]*`|\\{@(?:code|link|linkplain)[^}]*}|410 Gone", Pattern.DOTALL);

    private static final Pattern WORD = Pattern.compile("[A-Za-z']+");

    private record Text(Path file, String text) {

        static Text of(Path file) {
            String all = Code.read(file);
            String name = file.getFileName().toString();
            String text = name.endsWith(".java")
                    ? matches(JAVA_TEXT, all)
                    : name.endsWith(".md") ? all : matches(name.endsWith(".yaml") ? YAML_TEXT : SCRIPT_COMMENT, all);
            return new Text(file, CODE.matcher(text).replaceAll(" "));
        }

        private static String matches(Pattern pattern, String all) {
            return String.join(
                    "\n", pattern.matcher(all).results().map(MatchResult::group).toList());
        }

        long words() {
            return WORD.matcher(text).results().count();
        }

        List<String> worst() {
            return WORST.matcher(text)
                    .results()
                    .map(found -> file + ": ..."
                            + text.substring(Math.max(0, found.start() - 30), Math.min(text.length(), found.end() + 20))
                                    .replaceAll("\\s+", " ")
                            + "...")
                    .toList();
        }
    }

    private static List<Text> texts(String... folders) throws IOException {
        List<Text> texts = new ArrayList<>();
        for (String folder : folders) {
            try (Stream<Path> files = Files.walk(Path.of(folder))) {
                files.filter(Files::isRegularFile)
                        .filter(file -> file.toString().matches(".*\\.(?:java|md|yaml|py|sh)"))
                        .map(Text::of)
                        .forEach(texts::add);
            }
        }
        return texts;
    }

    private static void areRare(List<Text> texts) {
        long words = texts.stream().mapToLong(Text::words).sum();
        List<String> worst =
                texts.stream().flatMap(text -> text.worst().stream()).toList();
        assertThat(words).as("it looks at something").isGreaterThan(5_000);
        assertThat(worst).hasSizeLessThanOrEqualTo((int) (words / ONE_IN));
    }

    @Test
    void codeSpeaksInTheWordsOfTheField() throws IOException {
        areRare(texts("src/main/java"));
    }

    @Test
    void documentsSpeakInTheWordsOfTheField() throws IOException {
        areRare(texts("README.md", "src/docs", ".github"));
    }

    @Test
    void examplesSpeakInTheWordsOfTheField() throws IOException {
        areRare(texts("examples", "hooks", "manifests"));
    }
}
