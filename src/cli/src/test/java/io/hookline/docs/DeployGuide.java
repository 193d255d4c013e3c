package io.hookline.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The blocks of {@code deploy.md}, in their order. */
final class DeployGuide {

    private static final Path DOCUMENT = Path.of("src/docs/deploy.md");
    private static final Pattern PART = Pattern.compile(
            "(?m)^## (?<title>.*)$|(?:^`(?<file>[^`\n]+)`:\n\n)?```(?<language>\\w+)\n(?<text>(?s:.*?))```");

    private DeployGuide() {}

    /** One part of the page. */
    sealed interface Part {
        /** A heading. */
        record Section(String title) implements Part {}

        /** A file that the user writes. */
        record Written(String name, String text) implements Part {}

        /** Commands, one in each line. */
        record Commands(List<String> lines) implements Part {}

        /** What the commands before it print. */
        record Output(String text) implements Part {}
    }

    static List<Part> parts() throws IOException {
        return parts(DOCUMENT);
    }

    /** The blocks of another page with the same form. */
    static List<Part> parts(Path document) throws IOException {
        List<Part> parts = new ArrayList<>();
        Matcher matcher = PART.matcher(Files.readString(document));
        while (matcher.find()) {
            String text = matcher.group("text");
            if (matcher.group("title") != null) {
                parts.add(new Part.Section(matcher.group("title")));
            } else if (matcher.group("file") != null) {
                parts.add(new Part.Written(matcher.group("file"), text));
            } else if (matcher.group("language").equals("sh")) {
                parts.add(new Part.Commands(text.lines().toList()));
            } else {
                parts.add(new Part.Output(text));
            }
        }
        return parts;
    }

    /** Whether a command needs a container runtime. */
    static boolean needsContainers(String command) {
        return command.startsWith("docker ") || command.startsWith("kubectl logs ");
    }

    /** All commands. */
    static List<String> commands() throws IOException {
        return parts().stream()
                .flatMap(part -> part instanceof Part.Commands(List<String> lines) ? lines.stream() : Stream.empty())
                .toList();
    }

    /** The text of a file that the page shows. */
    static String file(String name) throws IOException {
        return parts().stream()
                .flatMap(part -> part instanceof Part.Written(String written, String text) && written.equals(name)
                        ? Stream.of(text)
                        : Stream.empty())
                .findFirst()
                .orElseThrow();
    }
}
