package io.hookline.spec;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parses Go's durations, which controllers and flags use: {@code 500ms}, {@code 1m30s}, {@code -1.5h}, {@code 0}. */
public final class GoDuration {

    private static final Pattern PART = Pattern.compile("(\\d+\\.?\\d*|\\.\\d+)([^\\d.]*)");

    private static final Map<String, Long> NANOS = Map.of(
            "ns", 1L,
            "us", 1_000L,
            "µs", 1_000L, // micro sign
            "μs", 1_000L, // Greek mu
            "ms", 1_000_000L,
            "s", 1_000_000_000L,
            "m", 60_000_000_000L,
            "h", 3_600_000_000_000L);

    private GoDuration() {}

    /**
     * Parses a duration.
     *
     * @throws IllegalArgumentException with the same message as Go
     */
    public static Duration parse(String text) {
        boolean signed = text.startsWith("-") || text.startsWith("+");
        String rest = signed ? text.substring(1) : text;
        if (rest.equals("0")) {
            return Duration.ZERO;
        }
        Matcher part = PART.matcher(rest);
        BigDecimal nanos = BigDecimal.ZERO;
        int end = 0;
        while (end < rest.length() && part.find(end) && part.start() == end) {
            nanos = nanos.add(new BigDecimal(part.group(1)).multiply(unit(part.group(2), text)));
            end = part.end();
        }
        if (end == 0 || end < rest.length() || nanos.compareTo(BigDecimal.valueOf(Long.MAX_VALUE)) > 0) {
            throw new IllegalArgumentException("time: invalid duration \"" + text + "\"");
        }
        return Duration.ofNanos(text.startsWith("-") ? -nanos.longValue() : nanos.longValue());
    }

    /** A duration of whole milliseconds as users write it: {@code 500ms}, {@code 15s}, {@code 30m}, {@code 1m30s}. */
    public static String text(Duration duration) {
        if (duration.toMillisPart() != 0 || duration.isZero()) {
            return duration.isZero() ? "0s" : duration.toMillis() + "ms";
        }
        String minutes = duration.toMinutes() == 0 ? "" : duration.toMinutes() + "m";
        return minutes + (duration.toSecondsPart() == 0 ? "" : duration.toSecondsPart() + "s");
    }

    private static BigDecimal unit(String unit, String text) {
        if (unit.isEmpty()) {
            throw new IllegalArgumentException("time: missing unit in duration \"" + text + "\"");
        }
        Long nanos = NANOS.get(unit);
        if (nanos == null) {
            throw new IllegalArgumentException("time: unknown unit \"" + unit + "\" in duration \"" + text + "\"");
        }
        return BigDecimal.valueOf(nanos);
    }
}
