package io.hookline.server;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.hook.protocol.HookException;
import io.hookline.hook.protocol.HookProgram;
import io.hookline.hook.protocol.HookReply;
import io.hookline.hook.protocol.HookType;
import io.hookline.hook.protocol.InProcessHooks;
import io.hookline.hook.protocol.JsonText;
import io.hookline.hook.protocol.SourceVersion;
import io.hookline.server.call.AsyncProgram;
import io.hookline.server.call.HookSettings;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Answers calls of the hooks in a {@link HookRegistry}. Thread-safe.
 *
 * <p>Bytes, limits, status codes and metrics are the same for calls over HTTP and calls in this process.
 */
public final class ServedHooks implements InProcessHooks {

    private static final HookType[] TYPES = HookType.values();

    private final HookRegistry hooks;
    private final HookSettings settings;
    private final HookMetrics metrics;
    private final RandomGenerator random;
    private final Optional<InstantSource> hookClock;
    private final FailedCallLog log;

    /**
     * Serves the hooks of a registry, which may still change.
     *
     * @param random creates the ids of requests that have none; must be thread-safe
     * @param clock for the distances at which repeated failures are counted
     */
    public ServedHooks(
            HookRegistry hooks,
            HookSettings settings,
            PrometheusRegistry registry,
            RandomGenerator random,
            InstantSource clock) {
        this(hooks, settings, registry, random, clock, Optional.empty());
    }

    /**
     * Serves the hooks of a registry with a clock, for development and tests.
     *
     * @param random creates the ids of requests that have none; must be thread-safe
     * @param clock for the distances at which repeated failures are counted
     * @param hookClock the time of calls without one. Without this clock the hooks use their own, whatever time a caller names
     */
    public ServedHooks(
            HookRegistry hooks,
            HookSettings settings,
            PrometheusRegistry registry,
            RandomGenerator random,
            InstantSource clock,
            Optional<InstantSource> hookClock) {
        this.hooks = hooks;
        this.settings = settings;
        this.metrics = new HookMetrics(registry, hooks);
        this.random = random;
        this.hookClock = hookClock;
        this.log = new FailedCallLog(clock);
    }

    /** Answers a call of this process. The caller logs a failure, with the details in the response. */
    @Override
    public Response serve(String path, byte[] body) throws InterruptedException {
        return serve(path, body, Optional.empty());
    }

    @Override
    public Response serve(String path, byte[] body, Optional<Instant> now) throws InterruptedException {
        return serve(path, body, new Call(now, newRequestId(), Optional.empty()));
    }

    /** Answers a call of another process, and logs a failure. */
    Response serve(String path, byte[] body, Optional<Instant> now, String requestId) throws InterruptedException {
        return serve(path, body, new Call(now, requestId, Optional.of(log)));
    }

    /**
     * Answers a call of another process, and logs a failure. The response is completed in the thread of the hook. Nothing waits for it
     * here.
     */
    CompletableFuture<Response> start(String path, byte[] body, Optional<Instant> now, String requestId) {
        Call call = new Call(now, requestId, Optional.of(log));
        Optional<Route> route = route(path);
        if (route.isPresent() && route.get().program() instanceof AsyncProgram program) {
            return start(route.get(), program, body, call);
        }
        CompletableFuture<Response> response = new CompletableFuture<>();
        Thread.ofVirtual().name("call").start(() -> complete(response, () -> serve(path, body, call)));
        return response;
    }

    private static void complete(CompletableFuture<Response> response, Callable<Response> call) {
        Response answered;
        try {
            answered = call.call();
        } catch (Throwable e) { // the caller gets it, whatever it is
            response.completeExceptionally(e);
            return;
        }
        response.complete(answered);
    }

    /** @param log where a failure is logged, unless the caller does that */
    private record Call(Optional<Instant> now, String requestId, Optional<FailedCallLog> log) {}

    private Response serve(String path, byte[] body, Call call) throws InterruptedException {
        hookOf(path).ifPresent(name -> hooks.demand(name, settings.timeout()));
        Optional<Route> route = route(path);
        if (route.isEmpty()) {
            return ErrorResponses.error(404, notServed(path), call.requestId());
        }
        long start = System.nanoTime();
        metrics.started();
        int code = 500;
        try {
            Response answered = answer(route.get(), body, call);
            Response response = route.get().type().isAdmission() ? AdmissionReviews.explained(answered) : answered;
            code = response.status();
            return response;
        } finally {
            metrics.ended(route.get().hook().name(), route.get().type().text(), code, System.nanoTime() - start);
        }
    }

    private Response answer(Route route, byte[] body, Call call) throws InterruptedException {
        HookProgram program = route.program();
        if (program == null) {
            return ErrorResponses.error(503, route.hook().problem().orElse("not loaded"), call.requestId());
        }
        if (body.length > settings.maxRequestSize()) {
            return tooLarge(call);
        }
        try {
            return answered(route, program.call(route.type(), body, timeOf(call.now())), call);
        } catch (RuntimeException e) {
            return failed(route, e, body, call);
        }
    }

    private static Response failed(Route route, RuntimeException e, byte[] body, Call call) {
        return ofVersion(route, CallResponses.failed(e, route.call(body, call.requestId()), call.log()));
    }

    /** Says which version of the hook has answered. */
    private static Response ofVersion(Route route, Response response) {
        return route.hook()
                .version()
                .map(version -> response.with(SourceVersion.HEADER, version))
                .orElse(response);
    }

    private CompletableFuture<Response> start(Route route, AsyncProgram program, byte[] body, Call call) {
        long start = System.nanoTime();
        metrics.started();
        CompletableFuture<HookReply> reply;
        try {
            reply = program.start(route.type(), body, timeOf(call.now()));
        } catch (Throwable e) { // the caller gets it, whatever it is
            reply = CompletableFuture.failedFuture(e);
        }
        return reply.handle((answer, failure) -> {
            Response response =
                    failure == null ? answered(route, answer, call) : failed(route, cause(failure), body, call);
            metrics.ended(route.hook().name(), route.type().text(), response.status(), System.nanoTime() - start);
            return response;
        });
    }

    private static RuntimeException cause(Throwable failure) {
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        return cause instanceof RuntimeException e ? e : new HookException(String.valueOf(cause), cause);
    }

    private static Response answered(Route route, HookReply reply, Call call) {
        call.log().ifPresent(lines -> lines.answered(route.path()));
        return ofVersion(route, CallResponses.answered(reply));
    }

    private Response tooLarge(Call call) {
        return ErrorResponses.error(
                413, "the body is larger than " + settings.maxRequestSize() + " bytes", call.requestId());
    }

    private Optional<Instant> timeOf(Optional<Instant> named) {
        return hookClock.map(own -> named.orElseGet(own::instant));
    }

    /** Whether a caller may name the time of a call. */
    boolean acceptsTime() {
        return hookClock.isPresent();
    }

    /** A served hook and one type of its calls. */
    private record Route(String path, HookRegistry.Entry hook, HookType type) {
        FailedCallLog.Call call(byte[] body, String requestId) {
            return new FailedCallLog.Call(path, hook.name(), type, new JsonText(body), requestId);
        }

        @Nullable
        HookProgram program() {
            HookProgram program = hook.program().orElse(null);
            return program != null && type.isAdmission() ? new AdmissionReviews(program) : program;
        }
    }

    /** The name of the hook that a path means, whether it exists or not. */
    private static Optional<String> hookOf(String path) {
        int slash = path.indexOf('/', 1);
        return slash < 0 || path.charAt(0) != '/' ? Optional.empty() : Optional.of(path.substring(1, slash));
    }

    private Optional<Route> route(String path) {
        Optional<HookRegistry.Entry> hook = hookOf(path).flatMap(hooks::find);
        if (hook.isPresent()) {
            int typed = hook.get().name().length() + 2;
            for (HookType type : TYPES) {
                String text = type.text();
                boolean named = path.length() == typed + text.length() && path.endsWith(text);
                if (named && mayAnswer(hook.get(), type)) {
                    return Optional.of(new Route(path, hook.get(), type));
                }
            }
        }
        return Optional.empty();
    }

    /** A hook that has never loaded, or is not loaded yet, may answer any type: they are not known. */
    static boolean mayAnswer(HookRegistry.Entry hook, HookType type) {
        return hook.program().isEmpty() || hook.program().get().types().contains(type);
    }

    boolean knows(String path) {
        return route(path).isPresent();
    }

    /** Why a call of this path would fail for certain, with the path that is probably meant; empty if it is served. */
    public Optional<String> problem(String path) {
        return knows(path) ? Optional.empty() : Optional.of(notServed(path));
    }

    /** The fields that a hook reads from its parents, by its name; empty if they are not known. */
    public Optional<JsonNode> parentShape(String name) {
        return hooks.find(name).flatMap(HookRegistry.Entry::program).flatMap(HookProgram::parentShape);
    }

    String notServed(String path) {
        return new UnknownPath(hooks).message(path);
    }

    static List<String> paths(HookRegistry.Entry hook) {
        return hook.program().stream()
                .flatMap(program -> program.types().stream())
                .sorted()
                .map(type -> "/" + hook.name() + "/" + type.text())
                .toList();
    }

    /** The current list of all hooks. */
    public HookList list() {
        return new HookList(hooks);
    }

    /** The names of all hooks, including those that do not load. */
    public List<String> names() {
        return hooks.all().stream().map(HookRegistry.Entry::name).sorted().toList();
    }

    HookMetrics metrics() {
        return metrics;
    }

    long maxRequestSize() {
        return settings.maxRequestSize();
    }

    String newRequestId() {
        return HexFormat.of().toHexDigits(random.nextLong());
    }

    /** The number of calls of a hook that were answered so far, with any status. */
    public long calls(String hook) {
        return metrics.calls(hook);
    }

    /** Whether every hook answers calls: a version of it has loaded and is not refused. */
    public boolean isReady() {
        return list().isReady();
    }
}
