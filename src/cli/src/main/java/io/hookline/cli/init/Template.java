package io.hookline.cli.init;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Reads and fills the templates of this package. <code>{{key}}</code> is replaced by a value; further lines of the
 * value get the indent of its first line. A line with nothing but an empty value is dropped.
 */
final class Template {

    private static final Pattern PLACEHOLDER = Pattern.compile("\\{\\{([$\\w]+)}}");
    private static final Pattern ALONE = Pattern.compile("\\s*" + PLACEHOLDER.pattern() + "\\s*");
    private static final Pattern INDENT = Pattern.compile("^\\s*");

    private Template() {}

    /** The text of a template that must exist. */
    static String read(String name) {
        return find(name).orElseThrow(() -> new IllegalStateException("no template " + name));
    }

    /** The text of a template. */
    static Optional<String> find(String name) {
        return resource("/io/hookline/cli/init/" + name);
    }

    /** The text of a resource of the jar. */
    static Optional<String> resource(String path) {
        try (InputStream in = Template.class.getResourceAsStream(path)) {
            return in == null ? Optional.empty() : Optional.of(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Fills a template.
     *
     * @throws IllegalStateException if it names a value that is not there
     */
    static String fill(String name, Map<String, String> values) {
        return read(name)
                .lines()
                .filter(line -> !isEmpty(line, values))
                .map(line -> filled(line, values))
                .collect(Collectors.joining("\n", "", "\n"));
    }

    private static boolean isEmpty(String line, Map<String, String> values) {
        Matcher alone = ALONE.matcher(line);
        return alone.matches() && "".equals(values.get(alone.group(1)));
    }

    private static String filled(String line, Map<String, String> values) {
        Matcher indent = INDENT.matcher(line);
        String prefix = indent.find() ? indent.group() : "";
        return PLACEHOLDER.matcher(line).replaceAll(found -> {
            String value = values.get(found.group(1));
            if (value == null) {
                throw new IllegalStateException("no value for " + found.group() + " in: " + line);
            }
            return Matcher.quoteReplacement(indented(value.stripTrailing(), prefix));
        });
    }

    private static String indented(String value, String prefix) {
        return value.lines()
                .map(line -> line.isEmpty() ? line : prefix + line)
                .collect(Collectors.joining("\n"))
                .substring(value.isEmpty() || value.startsWith("\n") ? 0 : prefix.length());
    }
}
