package io.hookline.cli.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.web.Address;
import io.hookline.web.WebOptions;
import io.hookline.web.WebServer;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Timer;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The exact bytes of the metrics page, which libraries of three projects produce together. */
class MetricsPageTest {

    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);

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
        Counter.builder("hookline.calls")
                .description("Calls, \"all\"\n of them")
                .tag("path", "a\\b\"c")
                .register(registry)
                .increment(3);
        Gauge.builder("hookline.depth", () -> 2.5).register(registry);
        Timer timer = Timer.builder("hookline.time")
                .serviceLevelObjectives(Duration.ofMillis(5), Duration.ofMillis(100))
                .register(registry);
        timer.record(Duration.ofMillis(4));
        timer.record(Duration.ofMillis(250));

        HttpResponse<String> page = page();

        assertThat(page.headers().firstValue("Content-Type")).hasValue("text/plain; version=0.0.4; charset=utf-8");
        assertThat(page.body()).isEqualTo("""
                # HELP hookline_calls_total Calls, "all"\\n of them
                # TYPE hookline_calls_total counter
                hookline_calls_total{path="a\\\\b\\"c"} 3.0
                # HELP hookline_depth \s
                # TYPE hookline_depth gauge
                hookline_depth 2.5
                # HELP hookline_time_seconds \s
                # TYPE hookline_time_seconds histogram
                hookline_time_seconds_bucket{le="0.005"} 1
                hookline_time_seconds_bucket{le="0.1"} 1
                hookline_time_seconds_bucket{le="+Inf"} 2
                hookline_time_seconds_count 2
                hookline_time_seconds_sum 0.254
                # HELP hookline_time_seconds_max \s
                # TYPE hookline_time_seconds_max gauge
                hookline_time_seconds_max 0.25
                """);
    }

    @Test
    void thePageStaysPlainTextWhateverElseTheReaderWouldTake() throws Exception {
        Counter.builder("hookline.calls").register(registry).increment();

        HttpResponse<String> page = page(
                "Accept",
                "application/vnd.google.protobuf;proto=io.prometheus.client.MetricFamily;encoding=delimited,"
                        + "application/openmetrics-text;version=1.0.0;q=0.8,text/plain;version=0.0.4;q=0.5");

        assertThat(page.headers().firstValue("Content-Type")).hasValue("text/plain; version=0.0.4; charset=utf-8");
        assertThat(page.body()).startsWith("# HELP hookline_calls_total");
    }
}
