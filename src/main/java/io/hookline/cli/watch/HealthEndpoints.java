package io.hookline.cli.watch;

import io.javalin.config.RoutesConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.List;
import java.util.function.Supplier;

/**
 * What operators and machines ask a watcher.
 *
 * @param found what keeps it from working now
 */
record HealthEndpoints(Supplier<List<String>> found, PrometheusMeterRegistry registry) {

    void addTo(RoutesConfig routes) {
        routes.get("/healthz", ctx -> ctx.contentType("text/plain").result("ok"));
        routes.get("/readyz", ctx -> {
            List<String> troubles = found.get();
            ctx.status(troubles.isEmpty() ? 200 : 503)
                    .contentType("text/plain")
                    .result(troubles.isEmpty() ? "ok" : String.join("\n", troubles) + "\n");
        });
        routes.get(
                "/metrics",
                ctx -> ctx.contentType("text/plain; version=0.0.4; charset=utf-8")
                        .result(registry.scrape()));
    }
}
