package io.hookline.webhook;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Optional;

/** Reads the header that says when to come back. */
final class RetryAfter {

    /** Far beyond any sense, and still safe to count with. */
    private static final long MAX_SECONDS = Duration.ofDays(365).toSeconds();

    private RetryAfter() {}

    /** Whole seconds, or the time until a date, rounded up; empty unless it is usable and in the future. */
    static Optional<Duration> parse(String header, Instant now) {
        return date(header, now)
                .or(() -> seconds(header))
                .filter(after -> after > 0)
                .map(after -> Duration.ofSeconds(Math.min(after, MAX_SECONDS)));
    }

    private static Optional<Long> date(String header, Instant now) {
        try {
            String text = header.endsWith(" UTC") ? header.substring(0, header.length() - 3) + "GMT" : header;
            Instant then = ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME)
                    .toInstant();
            return Optional.of(
                    Duration.between(now, then).plusNanos(999_999_999).toSeconds());
        } catch (DateTimeException _) {
            return Optional.empty();
        }
    }

    private static Optional<Long> seconds(String header) {
        try {
            return Optional.of(Long.parseLong(header));
        } catch (NumberFormatException _) {
            return Optional.empty();
        }
    }
}
