package io.hookline.object;

import java.time.Duration;
import java.util.Locale;

/** Formats durations for people: {@code 358 ms}, {@code 1.2 s}, {@code 2 m 5 s}. */
public final class HumanDuration {

    private static final long SECOND = 1000;
    private static final long MINUTE = 60 * SECOND;
    private static final long HOUR = 60 * MINUTE;
    private static final long DAY = 24 * HOUR;

    private HumanDuration() {}

    /** Formats a duration with the units that matter: at most two, and no zero after the first. */
    public static String text(Duration duration) {
        if (duration.isNegative()) {
            return "-" + text(duration.negated());
        }
        long millis = duration.toSeconds() * SECOND + rounded(duration.toNanosPart(), 1_000_000);
        if (millis < SECOND) {
            return (duration.isZero() ? 0 : Math.max(1, millis)) + " ms"; // work that was done took some time
        }
        if (rounded(millis, 100) < MINUTE / 100) {
            return seconds(rounded(millis, 100));
        }
        long whole = rounded(millis, SECOND) * SECOND;
        if (whole < HOUR) {
            return two(whole / MINUTE, "m", whole % MINUTE / SECOND, "s");
        }
        return whole < DAY
                ? two(whole / HOUR, "h", whole % HOUR / MINUTE, "m")
                : two(whole / DAY, "d", whole % DAY / HOUR, "h");
    }

    private static String seconds(long tenths) {
        return tenths % 10 == 0 ? tenths / 10 + " s" : String.format(Locale.ROOT, "%d.%d s", tenths / 10, tenths % 10);
    }

    private static String two(long first, String unit, long second, String smaller) {
        return first + " " + unit + (second == 0 ? "" : " " + second + " " + smaller);
    }

    private static long rounded(long value, long unit) {
        return (value + unit / 2) / unit;
    }
}
