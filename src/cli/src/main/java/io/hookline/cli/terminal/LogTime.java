package io.hookline.cli.terminal;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/** How JSON lines show the time, as JSON. The names are those of {@code --zap-time-encoding}. */
public enum LogTime {
    /** Seconds since 1970. */
    EPOCH {
        @Override
        String json(Instant time) {
            return decimal(time).toPlainString();
        }
    },
    /** Milliseconds since 1970. */
    MILLIS {
        @Override
        String json(Instant time) {
            return decimal(time).movePointRight(3).stripTrailingZeros().toPlainString();
        }
    },
    /** Nanoseconds since 1970. */
    NANO {
        @Override
        String json(Instant time) {
            return decimal(time).movePointRight(9).toBigInteger().toString();
        }
    },
    /** {@code 2026-01-31T12:00:01.000Z}. */
    ISO8601 {
        @Override
        String json(Instant time) {
            return '"' + MILLISECONDS.format(time) + '"';
        }
    },
    /** {@code 2026-01-31T12:00:01.5Z}, up to milliseconds. */
    RFC3339 {
        @Override
        String json(Instant time) {
            return "\"" + Instant.ofEpochMilli(time.toEpochMilli()) + '"';
        }
    },
    /** {@code 2026-01-31T12:00:01.000000001Z}, as exact as the clock. */
    RFC3339NANO {
        @Override
        String json(Instant time) {
            return "\"" + time + '"';
        }
    };

    private static final DateTimeFormatter MILLISECONDS =
            DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSX").withZone(ZoneOffset.UTC);

    abstract String json(Instant time);

    private static BigDecimal decimal(Instant time) {
        return BigDecimal.valueOf(time.getEpochSecond()).add(BigDecimal.valueOf(time.getNano(), 9));
    }
}
