package io.hookline.webhook;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Optional;

/**
 * The header {@code Retry-After}: the time until the next call.
 *
 * @param kept the time to wait
 * @param isCut whether the header requests a longer time than is allowed
 */
record RetryAfter(Duration kept, boolean isCut) {

    /** A limit, because a proxy may request a day: until then an unchanged parent would not be synced. */
    private static final long MAX_SECONDS = Duration.ofMinutes(5).toSeconds();

    /** Parses seconds or a date, rounded up to seconds; empty if it is not valid or not in the future. */
    static Optional<RetryAfter> parse(String header, Instant now) {
        return date(header, now)
                .or(() -> seconds(header))
                .filter(after -> after > 0)
                .map(after -> new RetryAfter(Duration.ofSeconds(Math.min(after, MAX_SECONDS)), after > MAX_SECONDS));
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
