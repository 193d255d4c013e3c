package io.hookline.hook.protocol;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;

/**
 * How the time of a call reaches a hook: in an environment variable, or in a header of HTTP. Only tests and
 * {@code hookline dev} send it. A hook that gets none uses the system clock.
 */
public final class HookTime {

    /** The environment variable of executables. */
    public static final String VARIABLE = "HOOKLINE_NOW";

    /** The header of calls over HTTP. */
    public static final String HEADER = "Hookline-Now";

    private HookTime() {}

    /** RFC 3339 in UTC and whole seconds, as Kubernetes writes times: {@code 2026-01-01T00:00:00Z}. */
    public static String text(Instant now) {
        return now.truncatedTo(ChronoUnit.SECONDS).toString();
    }

    /**
     * Reads a time in RFC 3339.
     *
     * @throws IllegalArgumentException if it is not valid
     */
    public static Instant parse(String text) {
        try {
            return OffsetDateTime.parse(text).toInstant();
        } catch (DateTimeException e) {
            throw new IllegalArgumentException("expected a time such as 2026-01-01T00:00:00Z, was \"" + text + "\"", e);
        }
    }
}
