package io.hookline.server;

import io.hookline.hook.codec.AnswerCodec;
import io.hookline.hook.protocol.AnswerEvent;
import io.hookline.hook.protocol.HookTime;
import io.hookline.hook.protocol.InProcessHooks.Response;
import io.hookline.web.PeerCertificate;
import io.hookline.web.RequestBody;
import io.hookline.web.RequestException;
import io.hookline.web.WebOptions;
import io.hookline.web.WebServer;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.Handler;
import io.javalin.http.HttpResponseException;
import java.net.URI;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serves hooks over HTTP at {@code POST /<name>/sync}, {@code /finalize} and {@code /customize}.
 *
 * <p>{@code GET /} lists the hooks, {@code /healthz} and {@code /readyz} are for probes, {@code /metrics} is for
 * Prometheus. Errors are JSON objects {@code {"error": ..., "requestId": ...}}. The request id comes from the header
 * {@code X-Request-Id}, otherwise it is the trace id of {@code traceparent}, otherwise a new one.
 */
public final class HookServer implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(HookServer.class);
    private static final Pattern REQUEST_ID = Pattern.compile("[A-Za-z0-9._-]{1,64}");
    private static final Pattern TRACE_PARENT = Pattern.compile("[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}");
    private static final String ID_HEADER = "X-Request-Id";
    private static final Set<String> OWN_PATHS = Set.of("/", "/healthz", "/readyz", "/metrics");

    private final ServedHooks hooks;
    private final CallRules rules;
    private final CallsInFlight inFlight;
    private final CallerLog callers;
    private final Supplier<String> metrics;
    private final WebServer server;
    private volatile boolean draining;

    private HookServer(WebOptions options, ServedHooks hooks, CallRules rules, Supplier<String> metrics) {
        this.hooks = hooks;
        this.rules = rules;
        this.inFlight = new CallsInFlight(rules.maxInFlight(), hooks.registry());
        this.callers = new CallerLog(InstantSource.system());
        this.metrics = metrics;
        WebOptions ours = options.withMaxRequestSize(hooks.maxRequestSize()).withErrors(this::refused);
        this.server =
                WebServer.start(rules.logsRequests() ? ours.withObserver(new AccessLog()) : ours, this::addRoutes);
        inFlight.measure(hooks.registry());
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
        routes.exception(RequestException.class, (e, ctx) -> send(ctx, ErrorResponses.refused(e, requestId(ctx))));
        routes.exception(HttpResponseException.class, (_, ctx) -> wrongMethod(ctx));
        routes.exception(Exception.class, this::failed);
        routes.get("/", ctx -> hooks.list().write(ctx));
        routes.get("/healthz", ctx -> ctx.contentType("text/plain").result("ok"));
        routes.get("/readyz", this::ready);
        routes.get(
                "/metrics",
                ctx -> ctx.contentType("text/plain; version=0.0.4; charset=utf-8")
                        .result(metrics.get()));
        routes.post("/*", this::call);
        Handler wrongMethod = this::wrongMethod;
        routes.get("/*", wrongMethod);
        routes.head("/*", this::head);
        routes.put("/*", wrongMethod);
        routes.patch("/*", wrongMethod);
        routes.delete("/*", wrongMethod);
    }

    private void call(Context ctx) throws InterruptedException {
        if (OWN_PATHS.contains(ctx.path())) {
            wrongMethod(ctx);
        } else if (isKnown(ctx)) {
            callUnlessBusy(ctx);
        }
    }

    /** Whether the caller has the credentials that the server demands. Otherwise the call is refused. */
    private boolean isKnown(Context ctx) {
        if (rules.tokens()
                .filter(known -> !known.accept(ctx.header("Authorization")))
                .isPresent()) {
            ctx.header("WWW-Authenticate", "Bearer");
            refuse(ctx, 401, "the call has no valid bearer token: check authorization of the webhook");
            return false;
        }
        Optional<String> problem = rules.certificates().flatMap(known -> known.problem(PeerCertificate.of(ctx)));
        problem.ifPresent(text -> refuse(ctx, 403, text));
        return problem.isEmpty();
    }

    private void refuse(Context ctx, int status, String problem) {
        callers.refused(ctx.req().getRemoteAddr(), ctx.path(), requestId(ctx), problem);
        sendError(ctx, status, problem);
    }

    /** Before the body is read: calls beyond the limit cost no memory. */
    private void callUnlessBusy(Context ctx) throws InterruptedException {
        if (!inFlight.enters()) {
            ctx.header("Retry-After", "1");
            sendError(ctx, 429, "the server is busy with " + inFlight.max() + " calls (--max-requests-inflight)");
            return;
        }
        boolean started = false;
        try {
            started = startCall(ctx);
        } finally {
            if (!started) {
                inFlight.left();
            }
        }
    }

    /**
     * Calls a hook at the time that the caller names, if these hooks accept one.
     *
     * @return false if the call was refused; otherwise it is in flight until the hook has answered
     */
    private boolean startCall(Context ctx) throws InterruptedException {
        Optional<Instant> now;
        try {
            now = hooks.acceptsTime()
                    ? Optional.ofNullable(ctx.header(HookTime.HEADER)).map(HookTime::parse)
                    : Optional.empty();
        } catch (IllegalArgumentException e) {
            sendError(ctx, 400, "header " + HookTime.HEADER + ": " + e.getMessage());
            return false;
        }
        CompletableFuture<Response> answer = hooks.start(ctx.path(), RequestBody.read(ctx), now, requestId(ctx));
        CompletableFuture<Response> last =
                answer.whenComplete((_, _) -> inFlight.left()).thenCompose(CallResponses::offTheHook);
        ctx.future(() -> last.thenAccept(response -> send(ctx, readsEvents(ctx) ? response : withoutEvents(response))));
        return true;
    }

    private static boolean readsEvents(Context ctx) {
        String fields = ctx.header(AnswerEvent.ACCEPT_HEADER);
        return fields != null
                && Arrays.stream(fields.split(",")).map(String::strip).anyMatch(AnswerEvent.FIELD::equals);
    }

    /** Metacontroller in strict mode refuses an answer with a field that it does not know. */
    private static Response withoutEvents(Response response) {
        return response.status() == 200
                ? new Response(200, response.headers(), AnswerCodec.withoutEvents(response.body()))
                : response;
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
        if (OWN_PATHS.contains(ctx.path())) {
            ctx.status(200);
        } else {
            wrongMethod(ctx);
        }
    }

    /** Answers a request with a method that the path does not support. */
    private void wrongMethod(Context ctx) {
        String path = ctx.path();
        if (OWN_PATHS.contains(path)) {
            ctx.header("Allow", "GET, HEAD");
            sendError(ctx, 405, path + " is read with GET, not " + ctx.method());
        } else if (hooks.knows(path)) {
            ctx.header("Allow", "POST");
            sendError(ctx, 405, "hooks are called with POST, not " + ctx.method());
        } else {
            sendError(ctx, 404, hooks.notServed(path));
        }
    }

    private void failed(Exception e, Context ctx) {
        LOG.atError()
                .setCause(e)
                .addKeyValue("path", ctx.path())
                .addKeyValue("requestId", requestId(ctx))
                .log("hook server failed to answer a request");
        sendError(ctx, 500, "the hook server failed: " + e);
    }

    private void sendError(Context ctx, int status, String message) {
        send(ctx, ErrorResponses.error(status, message, requestId(ctx)));
    }

    private byte[] refused(int status, String problem, Function<String, Optional<String>> headers) {
        return ErrorResponses.error(status, problem, givenId(headers)).body().bytes();
    }

    /** The id of a request: the same in its log lines and its response. */
    private String requestId(Context ctx) {
        String known = ctx.attribute(ID_HEADER);
        if (known != null) {
            return known;
        }
        String id = givenId(name -> Optional.ofNullable(ctx.header(name)));
        ctx.attribute(ID_HEADER, id);
        return id;
    }

    private String givenId(Function<String, Optional<String>> headers) {
        Optional<String> id =
                headers.apply(ID_HEADER).filter(text -> REQUEST_ID.matcher(text).matches());
        return id.or(() -> headers.apply("traceparent")
                        .map(TRACE_PARENT::matcher)
                        .filter(Matcher::matches)
                        .map(parent -> parent.group(1)))
                .orElseGet(hooks::newRequestId);
    }

    private void send(Context ctx, Response response) {
        response.headers().forEach(ctx::header);
        ctx.header(ID_HEADER, requestId(ctx));
        byte[] body = response.body().raw();
        ctx.status(response.status()).contentType("application/json");
        ctx.res().setContentLengthLong(body.length);
        ctx.result(body);
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
