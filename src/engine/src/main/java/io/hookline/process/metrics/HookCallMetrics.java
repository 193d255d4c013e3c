package io.hookline.process.metrics;

import io.hookline.hook.protocol.HookType;
import io.hookline.http.ConnectTrace;
import io.hookline.process.metrics.MetricFamilies.Buckets;
import io.hookline.process.metrics.MetricFamilies.Seconds;
import io.hookline.spec.ControllerSpec;
import io.hookline.webhook.CallObserver;
import io.hookline.webhook.HookCall;
import io.prometheus.metrics.core.datapoints.CounterDataPoint;
import io.prometheus.metrics.core.datapoints.DistributionDataPoint;
import io.prometheus.metrics.core.datapoints.GaugeDataPoint;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Gauge;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.core.metrics.StatefulMetric;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * Counts hook calls under Metacontroller's metric names. Unlike Metacontroller, it counts calls without a response too.
 */
final class HookCallMetrics implements CallObserver {

    private static final String METHOD = "post";

    private final Map<HookType, Families> families = new EnumMap<>(HookType.class);
    private final Map<HookCall, Meters> meters = new ConcurrentHashMap<>();

    /** The metrics of one type of hook. */
    private record Families(Gauge inFlight, Histogram duration, Counter requests, Histogram dns, Histogram tls) {

        static Families of(HookType type, MetricFamilies families) {
            String prefix = "metacontroller_" + type.text() + "_";
            String calls = type.text() + " hooks";
            return new Families(
                    families.gauge(prefix + "in_flight_requests", "Present calls of " + calls + ".", labels()),
                    families.histogram(
                            prefix + "request_duration_histogram_seconds",
                            "How long calls of " + calls + " took.",
                            Buckets.call(),
                            labels("method")),
                    families.counter(prefix + "requests_total", "Calls of " + calls + ".", labels("code", "method")),
                    families.histogram(
                            prefix + "dns_duration_histogram_seconds",
                            "When lookups for calls of " + calls + " started and ended, after the start of the call.",
                            Buckets.dns(),
                            labels("event")),
                    families.histogram(
                            prefix + "tls_duration_histogram_seconds",
                            "When TLS handshakes for calls of " + calls
                                    + " started and ended, after the start of the call.",
                            Buckets.tls(),
                            labels("event")));
        }

        Stream<StatefulMetric<?, ?>> all() {
            return Stream.of(inFlight, duration, requests, dns, tls);
        }
    }

    /** The meters of one hook, kept because a lookup by labels at each call costs more than the counting. */
    private record Meters(
            GaugeDataPoint inFlight,
            DistributionDataPoint duration,
            Map<String, CounterDataPoint> requests,
            Map<ConnectTrace.Event, DistributionDataPoint> connects) {}

    HookCallMetrics(MetricFamilies all) {
        for (HookType type : HookType.ofControllers()) {
            families.put(type, Families.of(type, all));
        }
    }

    private static String[] labels(String... more) {
        return Stream.concat(Stream.of("url", "controller_name", "controller_type"), Stream.of(more))
                .toArray(String[]::new);
    }

    private static String[] values(HookCall call, String... more) {
        return Stream.concat(
                        Stream.of(
                                call.url(),
                                call.controller(),
                                call.controllerType().kind()),
                        Stream.of(more))
                .toArray(String[]::new);
    }

    @Override
    public void started(HookCall call) {
        of(call).inFlight().inc();
    }

    @Override
    public void connecting(HookCall call, ConnectTrace.Event event, Duration sinceStart) {
        of(call).connects().computeIfAbsent(event, _ -> connects(call, event)).observe(Seconds.of(sinceStart));
    }

    private DistributionDataPoint connects(HookCall call, ConnectTrace.Event event) {
        Histogram histogram = switch (event) {
            case DNS_START, DNS_DONE -> family(call).dns();
            case TLS_HANDSHAKE_START, TLS_HANDSHAKE_DONE -> family(call).tls();
        };
        return histogram.labelValues(values(call, event.name().toLowerCase(Locale.ROOT)));
    }

    @Override
    public void ended(HookCall call, Ending ending, Duration took) {
        Meters known = of(call);
        known.inFlight().dec();
        known.duration().observe(Seconds.of(took));
        known.requests()
                .computeIfAbsent(code(ending), code -> family(call).requests().labelValues(values(call, code, METHOD)))
                .inc();
    }

    private Meters of(HookCall call) {
        Meters known = meters.get(call);
        return known == null ? meters.computeIfAbsent(call, this::register) : known;
    }

    private Meters register(HookCall call) {
        return new Meters(
                family(call).inFlight().labelValues(values(call)),
                family(call).duration().labelValues(values(call, METHOD)),
                new ConcurrentHashMap<>(),
                new ConcurrentHashMap<>());
    }

    private Families family(HookCall call) {
        return Objects.requireNonNull(families.get(call.hook()));
    }

    /** Removes the series of a controller that was stopped: no call of it is in flight. */
    void remove(ControllerSpec controller) {
        String name = controller.name();
        String kind = controller.source().kind();
        meters.keySet()
                .removeIf(call -> call.controller().equals(name)
                        && call.controllerType().kind().equals(kind));
        families.values().stream()
                .flatMap(Families::all)
                .forEach(each -> each.removeIf(
                        labels -> labels.get(1).equals(name) && labels.get(2).equals(kind)));
    }

    private static String code(Ending ending) {
        return switch (ending) {
            case Ending.Responded(int status) -> Integer.toString(status);
            case Ending.TimedOut() -> "timeout";
            case Ending.Failed() -> "error";
            case Ending.Abandoned() -> "abandoned";
        };
    }
}
