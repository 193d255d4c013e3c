package io.hookline.server.call;

import java.util.Locale;

/** Formats durations for messages: {@code 200 ms}, {@code 3.2 s}, {@code 10 s}. */
public final class DurationText {

    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final long MILLIS_PER_SECOND = 1000;

    private DurationText() {}

    public static String text(long nanos) {
        long millis = Math.max(0, nanos) / NANOS_PER_MILLI;
        if (millis < MILLIS_PER_SECOND) {
            return millis + " ms";
        }
        long tenths = millis / 100;
        return tenths % 10 == 0 ? tenths / 10 + " s" : String.format(Locale.ROOT, "%d.%d s", tenths / 10, tenths % 10);
    }
}
