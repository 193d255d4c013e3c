package io.hookline.process;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * The time of day, except that it never moves back. If the machine's clock is set back, this clock continues from its last
 * time, so that no timer waits longer than intended. If the machine's clock is set forward, as after a suspend, this clock
 * follows. Thread-safe.
 */
final class NonDecreasingClock implements InstantSource {

    private final InstantSource timeOfDay;
    private final LongSupplier nanos;
    private final Instant start;
    private final long startNanos;

    /** By how many nanoseconds the time of day was set forward since the start. */
    private final AtomicLong ahead = new AtomicLong();

    /**
     * Starts a clock.
     *
     * @param nanos a count of nanoseconds that only increases
     */
    NonDecreasingClock(InstantSource timeOfDay, LongSupplier nanos) {
        this.timeOfDay = timeOfDay;
        this.nanos = nanos;
        this.start = timeOfDay.instant();
        this.startNanos = nanos.getAsLong();
    }

    /** Starts a clock on the time of this machine. */
    static NonDecreasingClock system() {
        return new NonDecreasingClock(InstantSource.system(), System::nanoTime);
    }

    @Override
    public Instant instant() {
        Instant counted = start.plusNanos(nanos.getAsLong() - startNanos);
        long difference = Duration.between(counted, timeOfDay.instant()).toNanos();
        return counted.plusNanos(ahead.accumulateAndGet(difference, Math::max));
    }
}
