package io.hookline.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Every page is found from the README, and every link leads to a file and a heading that exist. */
class ContentsTest {

    private static final Path README = Path.of("README.md");
    private static final Path DOCS = Path.of("src/docs");
    private static final Path HOOKS = DOCS.resolve("hooks.md");
    private static final Pattern CODE = Pattern.compile("^```.*?^```$", Pattern.DOTALL | Pattern.MULTILINE);
    private static final Pattern HEADING = Pattern.compile("^#+ (.*)$", Pattern.MULTILINE);
    private static final Pattern LINK = Pattern.compile("]\\(([^)#:\\s]*)(?:#([^)\\s]+))?\\)");

    private static List<Path> pages(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(".md"))
                    .sorted()
                    .toList();
        }
    }

    @Test
    void theReadmeLeadsToEveryPage() throws IOException {
        String readme = Files.readString(README);
        assertThat(pages(DOCS))
                .isNotEmpty()
                .allSatisfy(page -> assertThat(readme).contains("(" + page + ")"));
    }

    @Test
    void theEntranceToHooksLeadsToEveryPageAboutThem() throws IOException {
        String entrance = Files.readString(HOOKS);
        assertThat(pages(DOCS.resolve("hooks")))
                .hasSizeGreaterThan(10)
                .allSatisfy(page -> assertThat(entrance).contains("(" + DOCS.relativize(page) + ")"));
        assertThat(entrance.lines().count()).isLessThanOrEqualTo(40);
    }

    @Test
    void everyLinkLeadsToAFileAndAHeadingThatExist() throws IOException {
        List<String> broken = new ArrayList<>();
        int links = 0;
        for (Path document : documents()) {
            for (MatchResult link : LINK.matcher(prose(document)).results().toList()) {
                links++;
                Path target = link.group(1).isEmpty() ? document : document.resolveSibling(link.group(1));
                if (!Files.exists(target) || !hasHeading(target, link.group(2))) {
                    broken.add(document + ": " + link.group());
                }
            }
        }
        assertThat(broken).isEmpty();
        assertThat(links).isGreaterThan(500);
    }

    private static List<Path> documents() throws IOException {
        List<Path> documents = new ArrayList<>(List.of(README));
        for (Path folder : List.of(DOCS, Path.of("examples"), Path.of(".github"))) {
            try (Stream<Path> files = Files.walk(folder)) {
                files.filter(file -> file.toString().endsWith(".md")).forEach(documents::add);
            }
        }
        return documents;
    }

    private static String prose(Path document) throws IOException {
        return CODE.matcher(Files.readString(document)).replaceAll("");
    }

    private static boolean hasHeading(Path target, String anchor) throws IOException {
        return anchor == null
                || !target.toString().endsWith(".md")
                || headings(target).contains(anchor);
    }

    /** The anchors that GitHub makes of the headings. */
    private static Set<String> headings(Path document) throws IOException {
        return HEADING.matcher(prose(document))
                .results()
                .map(heading -> heading.group(1)
                        .toLowerCase(Locale.ROOT)
                        .replaceAll("[^\\w\\- ]", "")
                        .replace(' ', '-'))
                .collect(Collectors.toSet());
    }
}
