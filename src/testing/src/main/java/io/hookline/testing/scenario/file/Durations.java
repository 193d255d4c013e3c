package io.hookline.testing.scenario.file;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads and writes the durations of {@code expect.yaml}: {@code 250ms}, {@code 5s}, {@code 2m}. */
public final class Durations {

    private static final Pattern TEXT = Pattern.compile("([0-9]+(?:\\.[0-9]+)?)(ms|s|m)");

    private Durations() {}

    /**
     * Reads a duration.
     *
     * @throws IllegalArgumentException if the text is not a duration
     */
    static Duration parse(String text) {
        Matcher matcher = TEXT.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("expected a time such as 500ms, 5s or 2m, was '" + text + "'");
        }
        return Duration.ofMillis(Math.round(Double.parseDouble(matcher.group(1)) * millis(matcher.group(2))));
    }

    private static int millis(String unit) {
        return switch (unit) {
            case "ms" -> 1;
            case "s" -> 1000;
            default -> 60_000;
        };
    }

    /** Writes a duration: {@code 5s}, {@code 250ms}. */
    public static String text(Duration time) {
        return time.toMillisPart() == 0 ? time.toSeconds() + "s" : time.toMillis() + "ms";
    }
}
