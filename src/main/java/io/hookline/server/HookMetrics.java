package io.hookline.server;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Metrics of the calls of served hooks. Thread-safe. */
final class HookMetrics {

    private static final String CALLS = "hookline.hook.calls";

    private final MeterRegistry registry;
    private final AtomicInteger inFlight = new AtomicInteger();

    /** Finding a meter by its labels costs more than the rest of the measurement. */
    private final Map<Calls, Counter> counters = new ConcurrentHashMap<>();

    private final Map<Calls, Timer> timers = new ConcurrentHashMap<>();

    /** @param code 0 for all calls */
    private record Calls(String hook, String type, int code) {}

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
        counters.computeIfAbsent(new Calls(hook, type, code), this::counter).increment();
        timers.computeIfAbsent(new Calls(hook, type, 0), this::timer).record(nanos, TimeUnit.NANOSECONDS);
    }

    private Counter counter(Calls calls) {
        return Counter.builder(CALLS)
                .description("Calls of served hooks by status code; 504 are those over their timeout")
                .tags("hook", calls.hook(), "type", calls.type(), "code", Integer.toString(calls.code()))
                .register(registry);
    }

    private Timer timer(Calls calls) {
        return Timer.builder("hookline.hook.duration")
                .description("Time from a whole request to its answer")
                .tags("hook", calls.hook(), "type", calls.type())
                .register(registry);
    }

    long calls(String hook) {
        return registry.find(CALLS).tag("hook", hook).counters().stream()
                .mapToLong(counter -> (long) counter.count())
                .sum();
    }
}
