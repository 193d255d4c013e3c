package io.hookline.process;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * The time of day, but for when it is set back: then it goes on from where it was. Whatever waits for a time on it waits
 * for no longer than it meant to, whoever sets the machine's clock. It follows when the clock is set forward, as after a
 * machine has slept. Thread-safe.
 */
final class NonDecreasingClock implements InstantSource {

    private final InstantSource timeOfDay;
    private final LongSupplier nanos;
    private final Instant start;
    private final long startNanos;

    /** By how many nanoseconds the time of day was set forward since the start. */
    private final AtomicLong ahead = new AtomicLong();

    /**
     * From now on.
     *
     * @param nanos a count of nanoseconds that nobody sets
     */
    NonDecreasingClock(InstantSource timeOfDay, LongSupplier nanos) {
        this.timeOfDay = timeOfDay;
        this.nanos = nanos;
        this.start = timeOfDay.instant();
        this.startNanos = nanos.getAsLong();
    }

    /** That of this machine. */
    static NonDecreasingClock system() {
        return new NonDecreasingClock(InstantSource.system(), System::nanoTime);
    }

    @Override
    public Instant instant() {
        Instant counted = start.plusNanos(nanos.getAsLong() - startNanos);
        long lead = Duration.between(counted, timeOfDay.instant()).toNanos();
        return counted.plusNanos(ahead.accumulateAndGet(lead, Math::max));
    }
}
