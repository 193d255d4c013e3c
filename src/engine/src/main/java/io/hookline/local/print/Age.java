package io.hookline.local.print;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;

/** Formats durations as kubectl does: {@code 5s}, {@code 3m10s}, {@code 2d4h}. */
final class Age {

    private Age() {}

    /**
     * The time from an RFC 3339 timestamp to now; {@code <unknown>} for an empty text, {@code <invalid>} for any other
     * text.
     */
    static String since(String time, Instant now) {
        if (time.isEmpty()) {
            return "<unknown>";
        }
        try {
            return of(Duration.between(OffsetDateTime.parse(time).toInstant(), now));
        } catch (DateTimeException _) {
            return "<invalid>";
        }
    }

    /** Formats a duration. */
    static String of(Duration duration) {
        long seconds = duration.toSeconds() + (duration.isNegative() && duration.toNanosPart() != 0 ? 1 : 0);
        long minutes = seconds / 60;
        long hours = minutes / 60;
        long days = hours / 24;
        if (seconds < 0) {
            return seconds < -1 ? "<invalid>" : "0s"; // clocks differ by a second
        }
        if (seconds < 120) {
            return seconds + "s";
        }
        if (minutes < 10) {
            return pair(minutes, "m", seconds % 60, "s");
        }
        if (hours < 3) {
            return minutes + "m";
        }
        if (hours < 8) {
            return pair(hours, "h", minutes % 60, "m");
        }
        if (hours < 48) {
            return hours + "h";
        }
        if (days < 8) {
            return pair(days, "d", hours % 24, "h");
        }
        if (days < 365 * 2) {
            return days + "d";
        }
        return days < 365 * 8 ? pair(days / 365, "y", days % 365, "d") : days / 365 + "y";
    }

    private static String pair(long large, String unit, long small, String smallUnit) {
        return large + unit + (small == 0 ? "" : small + smallUnit);
    }
}
