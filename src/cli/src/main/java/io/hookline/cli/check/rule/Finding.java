package io.hookline.cli.check.rule;

import io.hookline.object.FieldPath;
import io.hookline.testing.scenario.file.Manifest;
import java.util.Comparator;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A mistake in a project.
 *
 * @param file as the user names it
 * @param line counted from 1; 0 if the whole file or folder is meant
 * @param message what is wrong and what to do, without file and line
 */
public record Finding(Severity severity, String file, int line, String message) implements Comparable<Finding> {

    private static final Pattern PLACE = Pattern.compile("(.*?):(\\d+)");
    private static final Pattern PLACED_MESSAGE =
            Pattern.compile("(?s)([^:\\s]*?|[^:\n]*?\\.(?:java|json|ya?ml)):(\\d+): (.*)");

    private static final Comparator<Finding> ORDER = Comparator.comparing(Finding::file)
            .thenComparingInt(Finding::line)
            .thenComparing(Finding::severity)
            .thenComparing(Finding::message);

    /** How bad a mistake is. */
    public enum Severity {
        /** Something in the project cannot work. */
        ERROR,
        /** The project works, but probably not as its author wants. */
        WARNING;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** An error at a place such as {@code crd.yaml:3}. */
    public static Finding error(String place, String message) {
        return at(Severity.ERROR, place, message);
    }

    /** A warning at a place such as {@code crd.yaml:3}. */
    public static Finding warning(String place, String message) {
        return at(Severity.WARNING, place, message);
    }

    static Finding error(Manifest manifest, FieldPath field, String message) {
        return error(manifest.at(field), message);
    }

    /** An error whose message begins with its place: {@code crd.yaml:3: not YAML}. */
    public static Finding placed(String otherwise, String message) {
        Matcher placed = PLACED_MESSAGE.matcher(message);
        return placed.matches()
                ? new Finding(Severity.ERROR, placed.group(1), Integer.parseInt(placed.group(2)), placed.group(3))
                : error(otherwise, message);
    }

    private static Finding at(Severity severity, String place, String message) {
        Matcher matcher = PLACE.matcher(place);
        return matcher.matches()
                ? new Finding(severity, matcher.group(1), Integer.parseInt(matcher.group(2)), message)
                : new Finding(severity, place, 0, message);
    }

    public boolean isError() {
        return severity == Severity.ERROR;
    }

    /** {@code crd.yaml:3}. */
    public String place() {
        return line == 0 ? file : file + ":" + line;
    }

    @Override
    public int compareTo(Finding other) {
        return ORDER.compare(this, other);
    }

    /** {@code crd.yaml:3: what is wrong}. */
    @Override
    public String toString() {
        return place() + ": " + message;
    }
}
