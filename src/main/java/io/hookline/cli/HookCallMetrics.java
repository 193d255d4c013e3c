package io.hookline.cli;

import io.hookline.webhook.CallObserver;
import io.hookline.webhook.HookCall;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

/** Hook calls under Metacontroller's metric names; unlike there, calls without an answer count too. */
final class HookCallMetrics implements CallObserver {

    /** Metacontroller's. */
    private static final Duration[] BUCKETS = Stream.of(5, 10, 25, 50, 100, 250, 500, 1000, 2500, 5000, 10000)
            .map(Duration::ofMillis)
            .toArray(Duration[]::new);

    private final MeterRegistry registry;
    private final Map<HookCall, AtomicLong> inFlight = new ConcurrentHashMap<>();

    HookCallMetrics(MeterRegistry registry) {
        this.registry = registry;
    }

    @Override
    public void started(HookCall call) {
        inFlight(call).incrementAndGet();
    }

    @Override
    public void ended(HookCall call, Outcome outcome, Duration took) {
        inFlight(call).decrementAndGet();
        String prefix = "metacontroller_" + call.hook().text();
        registry.counter(prefix + "_requests", labels(call).and("code", code(outcome), "method", "post"))
                .increment();
        Timer.builder(prefix + "_request_duration_histogram")
                .serviceLevelObjectives(BUCKETS)
                .tags(labels(call).and("method", "post"))
                .register(registry)
                .record(took);
    }

    private static String code(Outcome outcome) {
        return switch (outcome) {
            case Outcome.Answered(int status) -> Integer.toString(status);
            case Outcome.TimedOut() -> "timeout";
            case Outcome.Failed() -> "error";
            case Outcome.Abandoned() -> "abandoned";
        };
    }

    private AtomicLong inFlight(HookCall call) {
        return inFlight.computeIfAbsent(call, _ -> {
            AtomicLong value = new AtomicLong();
            registry.gauge("metacontroller_" + call.hook().text() + "_in_flight_requests", labels(call), value);
            return value;
        });
    }

    private static Tags labels(HookCall call) {
        return Tags.of(
                "url",
                call.url(),
                "controller_name",
                call.controller(),
                "controller_type",
                call.controllerType().kind());
    }
}
