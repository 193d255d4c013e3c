package io.hookline.server;

import io.hookline.hook.HookCatalog.Response;
import io.hookline.web.RequestBody;
import io.hookline.web.RequestException;
import io.hookline.web.WebOptions;
import io.hookline.web.WebServer;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.Handler;
import java.net.URI;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/**
 * Served hooks over HTTP: {@code POST /<name>/sync}, {@code /finalize}, {@code /customize}; besides, {@code GET /} lists
 * them, {@code /healthz} and {@code /readyz} are for probes, {@code /metrics} for Prometheus.
 *
 * <p>Errors are small JSON objects {@code {"error": ..., "requestId": ...}}. The request id is that of the header
 * {@code X-Request-Id}, else the trace id of {@code traceparent}, else a new one.
 */
public final class HookServer implements AutoCloseable {

    private static final Pattern REQUEST_ID = Pattern.compile("[A-Za-z0-9._-]{1,64}");
    private static final Pattern TRACE_PARENT = Pattern.compile("[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}");
    private static final String ID_HEADER = "X-Request-Id";

    private final ServedHooks hooks;
    private final Supplier<String> metrics;
    private final WebServer server;

    private HookServer(WebOptions options, ServedHooks hooks, Supplier<String> metrics) {
        this.hooks = hooks;
        this.metrics = metrics;
        this.server = WebServer.start(options.withMaxRequestSize(hooks.maxRequestSize()), this::addRoutes);
    }

    /**
     * Starts listening; the limit for requests is that of the hooks.
     *
     * @param metrics the text for Prometheus
     * @throws io.hookline.web.PortInUseException if the port is taken
     */
    public static HookServer start(WebOptions options, ServedHooks hooks, Supplier<String> metrics) {
        return new HookServer(options, hooks, metrics);
    }

    private void addRoutes(RoutesConfig routes) {
        routes.exception(
                RequestException.class, (e, ctx) -> send(ctx, Replies.error(e.status(), e.problem(), requestId(ctx))));
        routes.get("/", ctx -> HookList.write(ctx, hooks.all()));
        routes.get("/healthz", ctx -> ctx.contentType("text/plain").result("ok"));
        routes.get("/readyz", this::ready);
        routes.get(
                "/metrics",
                ctx -> ctx.contentType("text/plain; version=0.0.4; charset=utf-8")
                        .result(metrics.get()));
        routes.post("/*", ctx -> send(ctx, hooks.serve(ctx.path(), RequestBody.read(ctx), requestId(ctx))));
        Handler wrongMethod = this::wrongMethod;
        routes.get("/*", wrongMethod);
        routes.put("/*", wrongMethod);
        routes.patch("/*", wrongMethod);
        routes.delete("/*", wrongMethod);
    }

    private void ready(Context ctx) {
        boolean ready = hooks.isReady();
        ctx.status(ready ? 200 : 503).contentType("text/plain").result(ready ? "ok" : HookList.problems(hooks.all()));
    }

    private void wrongMethod(Context ctx) throws InterruptedException {
        if (hooks.knows(ctx.path())) {
            ctx.header("Allow", "POST");
            send(ctx, Replies.error(405, "hooks are called with POST, not " + ctx.method(), requestId(ctx)));
        } else {
            send(ctx, hooks.serve(ctx.path(), new byte[0], requestId(ctx)));
        }
    }

    /** The same for all responses to one request. */
    private String requestId(Context ctx) {
        String known = ctx.attribute(ID_HEADER);
        if (known != null) {
            return known;
        }
        String id = givenId(ctx);
        ctx.attribute(ID_HEADER, id);
        return id;
    }

    private String givenId(Context ctx) {
        String header = ctx.header(ID_HEADER);
        if (header != null && REQUEST_ID.matcher(header).matches()) {
            return header;
        }
        String trace = ctx.header("traceparent");
        var parent = TRACE_PARENT.matcher(trace == null ? "" : trace);
        return parent.matches() ? parent.group(1) : hooks.newRequestId();
    }

    private void send(Context ctx, Response response) {
        response.headers().forEach(ctx::header);
        ctx.header(ID_HEADER, requestId(ctx));
        ctx.status(response.status())
                .contentType("application/json")
                .result(response.body().open());
    }

    /** Where it listens. */
    public URI uri() {
        return server.uri();
    }

    /** The port it listens on. */
    public int port() {
        return server.port();
    }

    /** Lets calls in flight end, within the bound of its options. */
    @Override
    public void close() {
        server.close();
    }
}
