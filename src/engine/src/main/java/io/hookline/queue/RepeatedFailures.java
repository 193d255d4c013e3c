package io.hookline.queue;

import java.io.Serial;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Decides which of many equal failures are reported: the first, then one at growing distances, which counts those before it.
 * Thread-safe. The memory is bounded: a failure that was dropped from it counts as new.
 *
 * @param <F> what is equal for equal failures
 */
public final class RepeatedFailures<F> {

    private static final Duration FIRST_DISTANCE = Duration.ofSeconds(5);
    private static final Duration LONGEST_DISTANCE = Duration.ofMinutes(10);

    private final InstantSource clock;
    private final Map<F, Series> known;

    /** What to report about a failure. */
    public sealed interface Report {}

    /** It is new: report it in full. */
    public record First() implements Report {}

    /**
     * It was reported before: report how often it happened since.
     *
     * @param times how often, including this time
     * @param within the time since the last report
     */
    public record Again(int times, Duration within) implements Report {}

    /** It was reported a short time ago: report nothing. */
    public record Silent() implements Report {}

    private static final class Series {
        private Instant reported;
        private Duration distance = FIRST_DISTANCE;
        private int times;

        Series(Instant reported) {
            this.reported = reported;
        }
    }

    /** @param max how many kinds of failures are remembered; the one that was unused for longest is dropped first */
    public RepeatedFailures(InstantSource clock, int max) {
        this.clock = clock;
        this.known = new LinkedHashMap<>(16, 0.75f, true) {
            @Serial
            private static final long serialVersionUID = 1;

            @Override
            protected boolean removeEldestEntry(Map.Entry<F, Series> eldest) {
                return size() > max;
            }
        };
    }

    /** Counts a failure. */
    public synchronized Report report(F failure) {
        Instant now = clock.instant();
        Series series = known.get(failure);
        if (series == null) {
            known.put(failure, new Series(now));
            return new First();
        }
        series.times++;
        Duration within = Duration.between(series.reported, now);
        if (within.compareTo(series.distance) < 0) {
            return new Silent();
        }
        Again again = new Again(series.times, within);
        Duration doubled = series.distance.multipliedBy(2);
        series.distance = doubled.compareTo(LONGEST_DISTANCE) < 0 ? doubled : LONGEST_DISTANCE;
        series.reported = now;
        series.times = 0;
        return again;
    }

    /** Forgets a failure that is repaired: the next one is new. */
    public synchronized void forget(F failure) {
        known.remove(failure);
    }
}
