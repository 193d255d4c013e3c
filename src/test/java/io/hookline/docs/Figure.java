package io.hookline.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Locale;

/**
 * A measured figure of a concept. It is printed, checked against its limit, and collected in {@code target/figures.tsv}. The page
 * {@code src/docs/concepts.md} names it, with the range that was seen and the same limit; {@link ConceptsPageTest} compares them, so name,
 * unit and limit are literals:
 *
 * <pre>{@code
 * Figure.of("hook calls for 500 patches of one parent", "calls").atMost(60).is(calls);
 * }</pre>
 */
public final class Figure {

    private static final Path COLLECTED = Path.of("target", "figures.tsv");

    private final String name;
    private final String unit;
    private final double limit;
    private final boolean upper;

    private Figure(String name, String unit, double limit, boolean upper) {
        this.name = name;
        this.unit = unit;
        this.limit = limit;
        this.upper = upper;
    }

    /** A figure without a limit yet; the unit stands behind the number, such as {@code ms}. */
    public static Unlimited of(String name, String unit) {
        return new Unlimited(name, unit);
    }

    /** The name and unit of a figure. */
    public record Unlimited(String name, String unit) {
        /** The figure must not be larger. */
        public Figure atMost(double limit) {
            return new Figure(name, unit, limit, true);
        }

        /** The figure must not be smaller. */
        public Figure atLeast(double limit) {
            return new Figure(name, unit, limit, false);
        }
    }

    /** Prints and collects the measured value, then checks it. */
    public void is(double value) {
        String line = line(value);
        System.out.println(line);
        collect(value);
        if (upper) {
            assertThat(value).as(line).isLessThanOrEqualTo(limit);
        } else {
            assertThat(value).as(line).isGreaterThanOrEqualTo(limit);
        }
    }

    /** What {@link #is} prints. */
    String line(double value) {
        return "figure  %s: %s (%s)".formatted(name, text(value), limit());
    }

    private String text(double value) {
        return number(value) + " " + unit(value, unit);
    }

    String limit() {
        return (upper ? "at most " : "at least ") + text(limit);
    }

    /** The unit behind this number: 1 call, 2 calls. Symbols such as ms have one form. */
    static String unit(double value, String unit) {
        if (value != 1 || !unit.matches("[a-z ]{3,}")) {
            return unit;
        }
        return switch (unit) {
            case "children" -> "child";
            case "watches" -> "watch";
            case "histories" -> "history";
            default -> unit.substring(0, unit.length() - 1);
        };
    }

    private static String number(double value) {
        return value == Math.rint(value)
                ? String.valueOf((long) value)
                : String.format(Locale.ROOT, value < 10 ? "%.2f" : "%.1f", value);
    }

    private void collect(double value) {
        try {
            Files.createDirectories(COLLECTED.getParent());
            Files.writeString(
                    COLLECTED,
                    name + "\t" + number(value) + "\t" + unit + "\n",
                    StandardOpenOption.CREATE,
                    StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
