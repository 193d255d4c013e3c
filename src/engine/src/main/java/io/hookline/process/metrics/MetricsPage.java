package io.hookline.process.metrics;

import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** The text that a scrape gets. */
public final class MetricsPage {

    private MetricsPage() {}

    /** The present values of all metrics of a registry, in Prometheus's text format 0.0.4. */
    public static String of(PrometheusRegistry registry) {
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        try {
            PrometheusTextFormatWriter.create().write(text, registry.scrape());
        } catch (IOException e) {
            throw new UncheckedIOException(e); // memory does not fail
        }
        return text.toString(StandardCharsets.UTF_8);
    }
}
