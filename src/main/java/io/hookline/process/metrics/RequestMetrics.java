package io.hookline.process.metrics;

import io.hookline.kube.RequestObserver;
import io.micrometer.core.instrument.MeterRegistry;
import io.prometheus.metrics.core.metrics.Counter;

/** Counts requests to an API server, with the name of client-go. */
public final class RequestMetrics implements RequestObserver {

    private final Counter requests;

    /** Adds the metric to a registry, once for a process. */
    public RequestMetrics(MeterRegistry registry) {
        MetricFamilies families = new MetricFamilies(MetricFamilies.of(registry));
        requests =
                families.counter("rest_client_requests_total", "Requests to the API server.", "code", "method", "host");
    }

    @Override
    public void ended(String method, String host, String code) {
        requests.labelValues(code, method, host).inc();
    }
}
