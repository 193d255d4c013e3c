package io.hookline.process.metrics;

import io.hookline.kube.ApiRequestObserver;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.model.registry.PrometheusRegistry;

/** Counts requests to an API server, with the name of client-go. */
public final class RequestMetrics implements ApiRequestObserver {

    private final Counter requests;

    /** Adds the metric to a registry, once for a process. */
    public RequestMetrics(PrometheusRegistry registry) {
        requests = new MetricFamilies(registry)
                .counter("rest_client_requests_total", "Requests to the API server.", "code", "method", "host");
    }

    @Override
    public void ended(String method, String host, String code) {
        requests.labelValues(code, method, host).inc();
    }
}
