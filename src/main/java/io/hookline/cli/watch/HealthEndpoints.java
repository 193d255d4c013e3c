package io.hookline.cli.watch;

import io.javalin.config.RoutesConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.List;
import java.util.function.Supplier;

/**
 * The health, readiness and metrics endpoints of a watcher.
 *
 * @param problems the reasons why the watcher is not ready
 * @param state what a watcher does that is ready
 */
record HealthEndpoints(Supplier<List<String>> problems, Supplier<String> state, PrometheusMeterRegistry registry) {

    /** The endpoints of a watcher that stands by for no other. */
    HealthEndpoints(Supplier<List<String>> problems, PrometheusMeterRegistry registry) {
        this(problems, () -> "ok", registry);
    }

    void addTo(RoutesConfig routes) {
        routes.get("/healthz", ctx -> ctx.contentType("text/plain").result("ok"));
        routes.get("/readyz", ctx -> {
            List<String> present = problems.get();
            ctx.status(present.isEmpty() ? 200 : 503)
                    .contentType("text/plain")
                    .result(present.isEmpty() ? state.get() : String.join("\n", present) + "\n");
        });
        routes.get(
                "/metrics",
                ctx -> ctx.contentType("text/plain; version=0.0.4; charset=utf-8")
                        .result(registry.scrape()));
    }
}
