package io.hookline.server;

import io.prometheus.metrics.core.datapoints.CounterDataPoint;
import io.prometheus.metrics.core.datapoints.DistributionDataPoint;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Gauge;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.core.metrics.Summary;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.ConcurrentHashMap;

/** Metrics of the calls of served hooks. Thread-safe. */
final class HookMetrics {

    private static final double NANOS = 1e9;

    private final Counter calls;
    private final Summary durations;
    private final Gauge inFlight;
    private final Counter shed;
    private volatile OptionalInt limit = OptionalInt.empty();

    /** Finding a series by its labels costs more than the rest of the measurement. */
    private final Map<Calls, CounterDataPoint> counters = new ConcurrentHashMap<>();

    private final Map<Calls, DistributionDataPoint> timers = new ConcurrentHashMap<>();

    /** @param code 0 for all calls */
    private record Calls(String hook, String type, int code) {}

    /** Adds the metrics to a registry, which must not have those of other served hooks. */
    HookMetrics(PrometheusRegistry registry, HookRegistry hooks) {
        calls = Counter.builder()
                .name("hookline_hook_calls_total")
                .help("Calls of served hooks by status code; 504 are those over their timeout.")
                .labelNames("hook", "type", "code")
                .withoutExemplars()
                .register(registry);
        durations = Summary.builder()
                .name("hookline_hook_duration_seconds")
                .help("Time from a whole request to its answer.")
                .labelNames("hook", "type")
                .withoutExemplars()
                .register(registry);
        inFlight = Gauge.builder()
                .name("hookline_hook_in_flight")
                .help("Calls of served hooks that run now.")
                .withoutExemplars()
                .register(registry);
        shed = Counter.builder()
                .name("hookline_hook_calls_shed_total")
                .help("Calls refused with 429, because --max-requests-inflight others were running or waiting.")
                .withoutExemplars()
                .register(registry);
        GaugeWithCallback.builder()
                .name("hookline_hook_in_flight_limit")
                .help("Maximum number of calls that run or wait (--max-requests-inflight).")
                .callback(value -> limit.ifPresent(value::call))
                .register(registry);
        GaugeWithCallback.builder()
                .name("hookline_hook_hanging")
                .help("Calls of Java hooks that run on after their timeout, in all versions of all hooks.")
                .callback(value -> value.call(hooks.hanging()))
                .register(registry);
    }

    /** Shows from now on how many calls may run or wait. */
    void limit(int max) {
        limit = OptionalInt.of(max);
    }

    /** Counts a call that is refused because of the limit. */
    void shed() {
        shed.inc();
    }

    void started() {
        inFlight.inc();
    }

    void ended(String hook, String type, int code, long nanos) {
        inFlight.dec();
        counters.computeIfAbsent(
                        new Calls(hook, type, code), _ -> calls.labelValues(hook, type, Integer.toString(code)))
                .inc();
        timers.computeIfAbsent(new Calls(hook, type, 0), _ -> durations.labelValues(hook, type))
                .observe(nanos / NANOS);
    }

    long calls(String hook) {
        return counters.entrySet().stream()
                .filter(each -> each.getKey().hook().equals(hook))
                .mapToLong(each -> each.getValue().getLongValue())
                .sum();
    }
}
