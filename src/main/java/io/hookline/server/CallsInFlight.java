package io.hookline.server;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.concurrent.atomic.AtomicInteger;

/** Limits the calls that run or wait. Thread-safe. */
final class CallsInFlight {

    private final int max;
    private final AtomicInteger present = new AtomicInteger();
    private final Counter shed;

    CallsInFlight(int max, MeterRegistry registry) {
        this.max = max;
        this.shed = Counter.builder("hookline.hook.calls.shed")
                .description("Calls refused with 429, because --max-requests-inflight others were running or waiting")
                .register(registry);
    }

    /** Registers the limit; once the server has its port, since a server without one is started again with another. */
    void measure(MeterRegistry registry) {
        Gauge.builder("hookline.hook.in.flight.limit", () -> max)
                .description("Maximum number of calls that run or wait (--max-requests-inflight)")
                .register(registry);
    }

    /** Whether a call that is complete now would be refused. It is counted as refused then. */
    boolean refuses() {
        if (present.get() < max) {
            return false;
        }
        shed.increment();
        return true;
    }

    /** Counts a call. If it returns true, {@link #left} must follow. */
    boolean enters() {
        if (present.incrementAndGet() <= max) {
            return true;
        }
        present.decrementAndGet();
        shed.increment();
        return false;
    }

    void left() {
        present.decrementAndGet();
    }

    int max() {
        return max;
    }
}
