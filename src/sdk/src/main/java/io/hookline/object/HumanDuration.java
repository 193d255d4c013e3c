package io.hookline.object;

import java.time.Duration;

/** Formats durations for people: {@code 358 ms}, {@code 1.2 s}, {@code 2 m 5 s}. */
public final class HumanDuration {

    private static final long SECOND = 1000;
    private static final long MINUTE = 60 * SECOND;
    private static final long HOUR = 60 * MINUTE;
    private static final long DAY = 24 * HOUR;

    private HumanDuration() {}

    /** Formats a duration with at most two units. Smaller units are cut off, as on a clock. */
    public static String text(Duration duration) {
        if (duration.isNegative()) {
            return "-" + text(duration.negated());
        }
        long millis = duration.toMillis();
        if (millis < SECOND) {
            return millis + " ms";
        }
        if (millis < MINUTE) {
            long tenths = millis % SECOND / 100;
            return millis / SECOND + (tenths == 0 ? "" : "." + tenths) + " s";
        }
        if (millis < HOUR) {
            return two(millis / MINUTE, "m", millis % MINUTE / SECOND, "s");
        }
        return millis < DAY
                ? two(millis / HOUR, "h", millis % HOUR / MINUTE, "m")
                : two(millis / DAY, "d", millis % DAY / HOUR, "h");
    }

    private static String two(long first, String unit, long second, String smaller) {
        return first + " " + unit + (second == 0 ? "" : " " + second + " " + smaller);
    }
}
