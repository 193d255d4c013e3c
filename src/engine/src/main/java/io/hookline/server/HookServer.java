package io.hookline.server;

import io.hookline.hook.protocol.InProcessHooks.Response;
import io.hookline.web.CallerCheck;
import io.hookline.web.WebOptions;
import io.hookline.web.WebServer;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.Handler;
import io.javalin.http.HttpResponseException;
import java.net.URI;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Serves hooks over HTTP at {@code POST /<name>/sync}, {@code /finalize}, {@code /customize}, {@code /validate} and
 * {@code /mutate}.
 *
 * <p>{@code GET /} lists the hooks, {@code /healthz} and {@code /readyz} are for probes, {@code /metrics} is for
 * Prometheus. Errors are JSON objects {@code {"error": ..., "requestId": ...}}. The request id comes from the header
 * {@code X-Request-Id}, otherwise it is the trace id of {@code traceparent}, otherwise a new one.
 */
public final class HookServer implements AutoCloseable {

    private final ServedHooks hooks;
    private final Supplier<String> metrics;
    private final WebServer server;
    private volatile boolean draining;

    private HookServer(WebOptions options, ServedHooks hooks, CallRules rules, Supplier<String> metrics) {
        this.hooks = hooks;
        this.metrics = metrics;
        WebOptions ours = options.withMaxRequestSize(hooks.maxRequestSize()).withErrors(this::refused);
        CallRoute calls = new CallRoute(hooks, rules);
        this.server =
                WebServer.start(rules.logsRequests() ? ours.withObserver(new AccessLog()) : ours, calls, routes -> {
                    if (rules.refusesPages()) {
                        routes.before(this::refusePages);
                    }
                    addRoutes(routes);
                });
        calls.measure();
    }

    /**
     * Starts the server. The maximum size of a request is that of the hooks.
     *
     * @param metrics the text for Prometheus
     * @throws io.hookline.web.PortInUseException if the port is taken
     */
    public static HookServer start(WebOptions options, ServedHooks hooks, Supplier<String> metrics) {
        return start(options, hooks, CallRules.OPEN, metrics);
    }

    /**
     * Starts the server. The maximum size of a request is that of the hooks.
     *
     * @param rules which calls are accepted
     * @param metrics the text for Prometheus
     * @throws io.hookline.web.PortInUseException if the port is taken
     */
    public static HookServer start(WebOptions options, ServedHooks hooks, CallRules rules, Supplier<String> metrics) {
        return new HookServer(options, hooks, rules, metrics);
    }

    private void addRoutes(RoutesConfig routes) {
        routes.exception(HttpResponseException.class, (_, ctx) -> wrongMethod(ctx));
        routes.exception(Exception.class, (e, ctx) -> {
            String id = requestId(ctx);
            send(ctx, ErrorResponses.ofTheServer(e, ctx.path(), id), id);
        });
        routes.get("/", ctx -> hooks.list().write(ctx));
        routes.get("/hooks", ctx -> hooks.list().write(ctx));
        routes.get("/healthz", ctx -> ctx.contentType("text/plain").result("ok"));
        routes.get("/readyz", this::ready);
        routes.get(
                "/metrics",
                ctx -> ctx.contentType("text/plain; version=0.0.4; charset=utf-8")
                        .result(metrics.get()));
        Handler wrongMethod = this::wrongMethod;
        routes.get("/*", wrongMethod);
        routes.head("/*", this::head);
        routes.put("/*", wrongMethod);
        routes.patch("/*", wrongMethod);
        routes.delete("/*", wrongMethod);
    }

    private void refusePages(Context ctx) {
        CallerCheck.problem(ctx.req().getMethod(), name -> Optional.ofNullable(ctx.header(name)))
                .ifPresent(problem -> {
                    String id = requestId(ctx);
                    send(ctx, ErrorResponses.error(403, problem, id), id);
                    ctx.skipRemainingHandlers();
                });
    }

    private void ready(Context ctx) {
        if (draining) {
            ctx.status(503).contentType("text/plain").result("shutting down");
            return;
        }
        HookList list = hooks.list();
        ctx.status(list.isReady() ? 200 : 503).contentType("text/plain").result(list.readiness());
    }

    private void head(Context ctx) {
        if (OwnPaths.contains(ctx.path())) {
            ctx.status(200);
        } else {
            wrongMethod(ctx);
        }
    }

    /** Answers a request with a method that the path does not support. */
    private void wrongMethod(Context ctx) {
        String path = ctx.path();
        String method = String.valueOf(ctx.method());
        String id = requestId(ctx);
        if (OwnPaths.contains(path)) {
            send(ctx, OwnPaths.wrongMethod(path, method, id), id);
        } else if (hooks.route(path).isPresent()) {
            Map<String, String> allowed = Map.of("Allow", "POST");
            send(ctx, ErrorResponses.error(405, allowed, "hooks are called with POST, not " + method, id), id);
        } else {
            send(ctx, ErrorResponses.error(404, hooks.notServed(path), id), id);
        }
    }

    private byte[] refused(int status, String problem, Function<String, Optional<String>> headers) {
        return ErrorResponses.error(status, problem, RequestIds.of(headers, hooks))
                .body()
                .bytes();
    }

    private String requestId(Context ctx) {
        return RequestIds.of(name -> Optional.ofNullable(ctx.header(name)), hooks);
    }

    private static void send(Context ctx, Response response, String id) {
        RequestIds.added(response.headers(), id).forEach(ctx::header);
        ctx.status(response.status())
                .contentType("application/json")
                .result(response.body().raw());
    }

    /** The URL of the server. */
    public URI uri() {
        return server.uri();
    }

    /** The port of the server. */
    public int port() {
        return server.port();
    }

    /**
     * Announces the stop: readiness fails, and each response closes its connection. Calls are answered as before until
     * {@link #close}.
     */
    public void drain() {
        draining = true;
        server.drain();
    }

    /** Waits for calls in flight, at most for the time in its options, and stops. */
    @Override
    public void close() {
        server.close();
    }
}
