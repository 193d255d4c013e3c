package io.hookline.server;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.hook.protocol.HookException;
import io.hookline.hook.protocol.HookProgram;
import io.hookline.hook.protocol.HookReply;
import io.hookline.hook.protocol.HookType;
import io.hookline.hook.protocol.InProcessHooks;
import io.hookline.hook.protocol.JsonText;
import io.hookline.hook.protocol.SourceVersion;
import io.hookline.object.NearestName;
import io.hookline.server.call.AsyncProgram;
import io.hookline.server.call.HookSettings;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
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
     * @param hookClock the time of calls without one. Without this clock the hooks use their own, whatever time a
     *     caller names
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
        return serve(new Request(path, new JsonText(body), now, newRequestId(), Optional.empty()));
    }

    @Override
    public Optional<String> version(String path) {
        return Route.of(path).flatMap(this::find).flatMap(HookRegistry.Entry::version);
    }

    /**
     * Answers a call of another process, and logs a failure. The response is completed in the thread of the hook.
     * Nothing waits for it here.
     */
    CompletableFuture<Response> start(Route route, byte[] body, Optional<Instant> now, String requestId) {
        Request request = new Request(route.path(), new JsonText(body), now, requestId, Optional.of(log));
        Optional<HookRegistry.Entry> hook = find(route);
        if (hook.isPresent() && program(hook.get(), route.type()) instanceof AsyncProgram program) {
            return start(new Call(hook.get(), route.type(), request), program);
        }
        CompletableFuture<Response> response = new CompletableFuture<>();
        Thread.ofVirtual().name("call").start(() -> complete(response, () -> serve(request)));
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

    /** The hook is called in this thread, and loaded before if that waits for its first call. */
    private Response serve(Request request) throws InterruptedException {
        nameIn(request.path()).ifPresent(name -> hooks.demand(name, settings.timeout()));
        Optional<Route> route = Route.of(request.path());
        Optional<HookRegistry.Entry> hook = route.flatMap(this::find);
        if (route.isEmpty() || hook.isEmpty()) {
            Response missing = ErrorResponses.error(404, notServed(request.path()), request.id());
            return AdmissionReviews.areAt(request.path()) ? AdmissionReviews.explained(missing) : missing;
        }
        try (Call call = new Call(hook.get(), route.get().type(), request)) {
            HookProgram program = program(hook.get(), route.get().type());
            if (program == null) {
                return call.responds(
                        ErrorResponses.error(503, hook.get().problem().orElse("not loaded"), request.id()));
            }
            if (request.body().size() > settings.maxRequestSize()) {
                String problem = "the body is larger than " + settings.maxRequestSize() + " bytes";
                return call.responds(ErrorResponses.error(413, problem, request.id()));
            }
            try {
                return call.succeeds(
                        program.call(route.get().type(), request.body().raw(), timeOf(request.now())));
            } catch (RuntimeException e) {
                return call.fails(e);
            }
        }
    }

    private CompletableFuture<Response> start(Call started, AsyncProgram program) {
        Request request = started.request;
        CompletableFuture<HookReply> reply;
        try {
            reply = program.start(started.type, request.body().raw(), timeOf(request.now()));
        } catch (Throwable e) { // the caller gets it, whatever it is
            reply = CompletableFuture.failedFuture(e);
        }
        return reply.handle((answer, failure) -> {
            try (Call call = started) {
                return failure == null ? call.succeeds(answer) : call.fails(cause(failure));
            }
        });
    }

    private static RuntimeException cause(Throwable failure) {
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        return cause instanceof RuntimeException e ? e : new HookException(String.valueOf(cause), cause);
    }

    private Optional<Instant> timeOf(Optional<Instant> named) {
        return hookClock.map(own -> named.orElseGet(own::instant));
    }

    /** Whether a caller may name the time of a call. */
    boolean acceptsTime() {
        return hookClock.isPresent();
    }

    /**
     * What is to be called.
     *
     * @param log where a failure is logged, unless the caller does that
     */
    record Request(String path, JsonText body, Optional<Instant> now, String id, Optional<FailedCallLog> log) {}

    /**
     * A call of a hook that was found, from its start to its response: counted, measured and logged here, whichever
     * thread it runs in.
     */
    final class Call implements AutoCloseable {
        private final HookRegistry.Entry hook;
        private final HookType type;
        private final Request request;
        private final long start = System.nanoTime();

        /** That of the response; until there is one, that of a defect. */
        private int code = 500;

        Call(HookRegistry.Entry hook, HookType type, Request request) {
            this.hook = hook;
            this.type = type;
            this.request = request;
            metrics.started();
        }

        Response succeeds(HookReply reply) {
            request.log().ifPresent(lines -> lines.succeeded(request.path()));
            return responds(ofVersion(CallResponses.of(reply)));
        }

        Response fails(RuntimeException e) {
            FailedCallLog.FailedCall failed =
                    new FailedCallLog.FailedCall(request.path(), hook.name(), type, request.body(), request.id());
            return responds(ofVersion(CallResponses.failed(e, failed, request.log())));
        }

        /** Says which version of the hook has answered. */
        private Response ofVersion(Response response) {
            return hook.version()
                    .map(version -> response.with(SourceVersion.HEADER, version))
                    .orElse(response);
        }

        Response responds(Response response) {
            Response explained = type.isAdmission() ? AdmissionReviews.explained(response) : response;
            code = explained.status();
            return explained;
        }

        @Override
        public void close() {
            metrics.ended(hook.name(), type.text(), code, System.nanoTime() - start);
        }
    }

    /**
     * What a path names: a hook and one type of its calls. Which version of the hook is called is decided when the
     * whole request is there.
     */
    record Route(String path, String hook, HookType type) {

        /** Reads {@code /NAME/TYPE}; empty for other paths. */
        private static Optional<Route> of(String path) {
            Optional<String> hook = nameIn(path);
            if (hook.isPresent()) {
                int before = hook.get().length() + 2;
                for (HookType type : TYPES) {
                    String text = type.text();
                    if (path.length() == before + text.length() && path.endsWith(text)) {
                        return Optional.of(new Route(path, hook.get(), type));
                    }
                }
            }
            return Optional.empty();
        }
    }

    /** The name of the hook that a path means, whether it exists or not. */
    private static Optional<String> nameIn(String path) {
        int slash = path.indexOf('/', 1);
        return slash < 0 || path.charAt(0) != '/' ? Optional.empty() : Optional.of(path.substring(1, slash));
    }

    /** What a path names, if it is served. */
    Optional<Route> route(String path) {
        return Route.of(path).filter(route -> find(route).isPresent());
    }

    private Optional<HookRegistry.Entry> find(Route route) {
        return hooks.find(route.hook()).filter(hook -> mayAnswer(hook, route.type()));
    }

    private static @Nullable HookProgram program(HookRegistry.Entry hook, HookType type) {
        HookProgram program = hook.program().orElse(null);
        return program != null && type.isAdmission() ? new AdmissionReviews(program) : program;
    }

    /** A hook that has never loaded, or is not loaded yet, may answer any type: they are not known. */
    static boolean mayAnswer(HookRegistry.Entry hook, HookType type) {
        return hook.program().isEmpty() || hook.program().get().types().contains(type);
    }

    /** Why a call of this path would fail for certain, with the path that is probably meant; empty if it is served. */
    public Optional<String> problem(String path) {
        return route(path).isPresent() ? Optional.empty() : Optional.of(notServed(path));
    }

    /** What a hook answers, by its name; empty if no version of it has loaded. */
    public Set<HookType> types(String name) {
        return hooks.find(name)
                .flatMap(HookRegistry.Entry::program)
                .map(HookProgram::types)
                .orElse(Set.of());
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

    /** The error for a path at which no hook is served: what is probably meant, or what exists. */
    record UnknownPath(HookRegistry hooks) {

        String message(String path) {
            return "no hook is served at " + path
                    + similar(path)
                            .map(meant -> "; did you mean " + meant + "?")
                            .orElseGet(() -> hooks.all().isEmpty()
                                    ? "; there is no hook" + expected(path)
                                    : "; known are " + known(path));
        }

        private static String expected(String path) {
            String[] steps = path.split("/", -1);
            return steps.length == 3
                    ? ", expected Java sources, a script " + steps[2] + ".* or a program " + steps[2]
                            + " (build it first) in a folder named " + steps[1]
                    : "";
        }

        /** A served path whose hook and type have similar names. */
        private Optional<String> similar(String path) {
            String[] steps = path.split("/", -1);
            if (steps.length != 3) {
                return Optional.empty();
            }
            return NearestName.of(
                            steps[1],
                            hooks.all().stream()
                                    .map(HookRegistry.Entry::name)
                                    .sorted()
                                    .toList())
                    .flatMap(hooks::find)
                    .flatMap(hook -> NearestName.of(steps[2], types(hook)).map(type -> "/" + hook.name() + "/" + type));
        }

        /** The types that a hook answers. One that has never loaded may answer any. */
        private static List<String> types(HookRegistry.Entry hook) {
            return Stream.of(HookType.values())
                    .filter(type -> ServedHooks.mayAnswer(hook, type))
                    .map(HookType::text)
                    .toList();
        }

        /** The paths of the hook that this path names, or all paths if there is no such hook. */
        private String known(String path) {
            String[] steps = path.split("/", -1);
            List<HookRegistry.Entry> candidates =
                    hooks.find(steps.length > 1 ? steps[1] : "").map(List::of).orElseGet(hooks::all);
            String paths = candidates.stream()
                    .flatMap(hook -> ServedHooks.paths(hook).stream())
                    .collect(Collectors.joining(", "));
            return paths.isEmpty() ? "none" : paths;
        }
    }
}
