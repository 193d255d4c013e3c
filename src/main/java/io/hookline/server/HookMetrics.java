package io.hookline.server;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Metrics of the calls of served hooks. Thread-safe. */
final class HookMetrics {

    private static final String CALLS = "hookline.hook.calls";

    private final MeterRegistry registry;
    private final AtomicInteger inFlight = new AtomicInteger();

    HookMetrics(MeterRegistry registry, HookRegistry hooks) {
        this.registry = registry;
        Gauge.builder("hookline.hook.hanging", hooks, HookRegistry::hanging)
                .description("Calls of Java hooks that run on after their timeout, in all versions of all hooks")
                .register(registry);
        registry.gauge("hookline.hook.in.flight", inFlight);
    }

    MeterRegistry registry() {
        return registry;
    }

    void started() {
        inFlight.incrementAndGet();
    }

    void ended(String hook, String type, int code, long nanos) {
        inFlight.decrementAndGet();
        Counter.builder(CALLS)
                .description("Calls of served hooks by status code; 504 are those over their timeout")
                .tags("hook", hook, "type", type, "code", Integer.toString(code))
                .register(registry)
                .increment();
        Timer.builder("hookline.hook.duration")
                .description("Time from a whole request to its answer")
                .tags("hook", hook, "type", type)
                .register(registry)
                .record(nanos, TimeUnit.NANOSECONDS);
    }

    long calls(String hook) {
        return registry.find(CALLS).tag("hook", hook).counters().stream()
                .mapToLong(counter -> (long) counter.count())
                .sum();
    }
}
