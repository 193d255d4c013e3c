package io.hookline.process;

import io.hookline.webhook.CallObserver;
import io.hookline.webhook.HookCall;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

/** Counts hook calls under Metacontroller's metric names. Unlike Metacontroller, it counts calls without a response too. */
final class HookCallMetrics implements CallObserver {

    /** The histogram buckets of Metacontroller. */
    private static final Duration[] BUCKETS = Stream.of(5, 10, 25, 50, 100, 250, 500, 1000, 2500, 5000, 10000)
            .map(Duration::ofMillis)
            .toArray(Duration[]::new);

    private final MeterRegistry registry;
    private final Map<HookCall, Meters> meters = new ConcurrentHashMap<>();

    /** The meters of one hook, kept because a lookup by labels at each call costs more than the counting. */
    private record Meters(AtomicLong inFlight, Timer duration, Map<String, Counter> requests) {}

    HookCallMetrics(MeterRegistry registry) {
        this.registry = registry;
    }

    @Override
    public void started(HookCall call) {
        of(call).inFlight().incrementAndGet();
    }

    @Override
    public void ended(HookCall call, Outcome outcome, Duration took) {
        Meters known = of(call);
        known.inFlight().decrementAndGet();
        known.duration().record(took);
        known.requests()
                .computeIfAbsent(
                        code(outcome),
                        code -> registry.counter(
                                name(call, "_requests"), labels(call).and("code", code, "method", "post")))
                .increment();
    }

    private Meters of(HookCall call) {
        Meters known = meters.get(call);
        return known == null ? meters.computeIfAbsent(call, this::register) : known;
    }

    private Meters register(HookCall call) {
        AtomicLong inFlight = new AtomicLong();
        registry.gauge(name(call, "_in_flight_requests"), labels(call), inFlight);
        Timer duration = Timer.builder(name(call, "_request_duration_histogram"))
                .serviceLevelObjectives(BUCKETS)
                .tags(labels(call).and("method", "post"))
                .register(registry);
        return new Meters(inFlight, duration, new ConcurrentHashMap<>());
    }

    private static String name(HookCall call, String what) {
        return "metacontroller_" + call.hook().text() + what;
    }

    private static String code(Outcome outcome) {
        return switch (outcome) {
            case Outcome.Answered(int status) -> Integer.toString(status);
            case Outcome.TimedOut() -> "timeout";
            case Outcome.Failed() -> "error";
            case Outcome.Abandoned() -> "abandoned";
        };
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
