package io.hookline.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;

/**
 * A measured figure. It is printed and checked against its limit:
 *
 * <pre>{@code
 * Figure.of("hook calls for 500 patches of one parent", "calls").atMost(60).is(calls);
 * }</pre>
 *
 * <p>Numbers of requests, calls and bytes have the limits that are promised. How long something takes depends on the machine and what else
 * it does: the limit of a time only separates the right behaviour from the wrong one, or from a hang.
 */
public final class Figure {

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

    /** Prints the measured value and checks it. */
    public void is(double value) {
        String line = "figure  %s: %s %s (%s %s)"
                .formatted(name, number(value), unit, upper ? "at most" : "at least", number(limit));
        System.out.println(line);
        if (upper) {
            assertThat(value).as(line).isLessThanOrEqualTo(limit);
        } else {
            assertThat(value).as(line).isGreaterThanOrEqualTo(limit);
        }
    }

    private static String number(double value) {
        return value == Math.rint(value)
                ? String.valueOf((long) value)
                : String.format(Locale.ROOT, value < 10 ? "%.2f" : "%.1f", value);
    }
}
