package io.hookline.cli.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.web.Address;
import io.hookline.web.WebOptions;
import io.hookline.web.WebServer;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Gauge;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import org.junit.jupiter.api.Test;

/** The exact bytes of the metrics page. */
class MetricsPageTest {

    private final PrometheusRegistry registry = new PrometheusRegistry();

    private HttpResponse<String> page(String... headers) throws Exception {
        HealthEndpoints probes = new HealthEndpoints(() -> HealthEndpoints.Health.STARTING, registry);
        try (WebServer server = WebServer.start(WebOptions.at(new Address("127.0.0.1", 0)), probes::addTo);
                HttpClient client = HttpClient.newHttpClient()) {
            HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(server.uri() + "/metrics"));
            return client.send(
                    (headers.length == 0 ? request : request.headers(headers)).build(), BodyHandlers.ofString());
        }
    }

    @Test
    void thePageIsInThePlainTextFormatOfPrometheus() throws Exception {
        Counter.builder()
                .name("hookline_calls_total")
                .help("Calls, \"all\"\n of them")
                .labelNames("path")
                .withoutExemplars()
                .register(registry)
                .labelValues("a\\b\"c")
                .inc(3);
        Gauge.builder()
                .name("hookline_depth")
                .help("Depth")
                .withoutExemplars()
                .register(registry)
                .set(2.5);
        Gauge.builder()
                .name("hookline_none")
                .help("Without a value")
                .labelNames("label")
                .withoutExemplars()
                .register(registry);
        Histogram histogram = Histogram.builder()
                .classicOnly()
                .classicUpperBounds(0.005, 0.1)
                .name("hookline_time_seconds")
                .help("Times")
                .withoutExemplars()
                .register(registry);
        histogram.observe(0.004);
        histogram.observe(0.25);

        HttpResponse<String> page = page();

        assertThat(page.headers().firstValue("Content-Type")).hasValue("text/plain; version=0.0.4; charset=utf-8");
        assertThat(page.body()).isEqualTo("""
                # HELP hookline_calls_total Calls, "all"\\n of them
                # TYPE hookline_calls_total counter
                hookline_calls_total{path="a\\\\b\\"c"} 3.0
                # HELP hookline_depth Depth
                # TYPE hookline_depth gauge
                hookline_depth 2.5
                # HELP hookline_time_seconds Times
                # TYPE hookline_time_seconds histogram
                hookline_time_seconds_bucket{le="0.005"} 1
                hookline_time_seconds_bucket{le="0.1"} 1
                hookline_time_seconds_bucket{le="+Inf"} 2
                hookline_time_seconds_count 2
                hookline_time_seconds_sum 0.254
                """);
    }

    @Test
    void thePageStaysPlainTextWhateverElseTheReaderWouldTake() throws Exception {
        Counter.builder()
                .name("hookline_calls_total")
                .help("Calls")
                .withoutExemplars()
                .register(registry)
                .inc();

        HttpResponse<String> page = page(
                "Accept",
                "application/vnd.google.protobuf;proto=io.prometheus.client.MetricFamily;encoding=delimited,"
                        + "application/openmetrics-text;version=1.0.0;q=0.8,text/plain;version=0.0.4;q=0.5");

        assertThat(page.headers().firstValue("Content-Type")).hasValue("text/plain; version=0.0.4; charset=utf-8");
        assertThat(page.body()).startsWith("# HELP hookline_calls_total");
    }
}
