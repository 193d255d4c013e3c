package io.hookline.server;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.hook.protocol.HookException;
import io.hookline.hook.protocol.HookProgram;
import io.hookline.hook.protocol.HookReply;
import io.hookline.hook.protocol.HookType;
import io.hookline.hook.protocol.InProcessHooks;
import io.hookline.hook.protocol.JsonText;
import io.hookline.object.DecodeException;
import io.hookline.object.NearestName;
import io.hookline.server.call.CallRejectedException;
import io.hookline.server.call.HookSettings;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Answers calls of the hooks in a {@link HookRegistry}. Thread-safe.
 *
 * <p>Bytes, limits, status codes and metrics are the same for calls over HTTP and calls in this process.
 */
public final class ServedHooks implements InProcessHooks {

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
            MeterRegistry registry,
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
            MeterRegistry registry,
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

    /** @param log where a failure is logged, unless the caller does that */
    private record Call(Optional<Instant> now, String requestId, Optional<FailedCallLog> log) {}

    private Response serve(String path, byte[] body, Call call) throws InterruptedException {
        Optional<Route> route = route(path);
        if (route.isEmpty()) {
            return ErrorResponses.error(404, notServed(path), call.requestId());
        }
        long start = System.nanoTime();
        metrics.started();
        int code = 500;
        try {
            Response response = answer(route.get(), body, call);
            code = response.status();
            return response;
        } finally {
            metrics.ended(route.get().hook().name(), route.get().type().text(), code, System.nanoTime() - start);
        }
    }

    private Response answer(Route route, byte[] body, Call call) throws InterruptedException {
        if (body.length > settings.maxRequestSize()) {
            return ErrorResponses.error(
                    413, "the body is larger than " + settings.maxRequestSize() + " bytes", call.requestId());
        }
        Optional<HookProgram> program = route.hook().program();
        if (program.isEmpty()) {
            return ErrorResponses.error(503, route.hook().problem().orElse("not loaded"), call.requestId());
        }
        try {
            HookReply reply = program.get().call(route.type(), body, timeOf(call.now()));
            call.log().ifPresent(lines -> lines.answered(route.path()));
            return reply(reply);
        } catch (DecodeException e) {
            return ErrorResponses.error(400, problem(e), call.requestId());
        } catch (CallRejectedException e) {
            String problem = String.valueOf(e.getMessage());
            call.log().ifPresent(lines -> lines.refused(route.call(body, call.requestId()), problem));
            Response response = ErrorResponses.error(e.status(), problem, call.requestId());
            return e.isReloaded() ? ErrorResponses.reloaded(response) : response;
        } catch (RuntimeException e) {
            String problem = e instanceof HookException hook ? hook.problem() : e.toString();
            Optional<Throwable> origin = origin(e);
            Optional<String> detail = detail(e, origin);
            call.log()
                    .ifPresent(lines ->
                            lines.failed(route.call(body, call.requestId()), problem, origin.orElse(null), detail));
            return ErrorResponses.error(500, problem, call.requestId(), detail);
        }
    }

    private Optional<Instant> timeOf(Optional<Instant> named) {
        return hookClock.map(own -> named.orElseGet(own::instant));
    }

    /** Whether a caller may name the time of a call. */
    boolean acceptsTime() {
        return hookClock.isPresent();
    }

    /** A problem of the whole request needs no path. */
    private static String problem(DecodeException e) {
        return e.place().path().isEmpty() ? e.problem() : String.valueOf(e.getMessage());
    }

    /** The exception of the hook's code, whose stack trace helps its author; empty if the message is sufficient. */
    private static Optional<Throwable> origin(RuntimeException e) {
        return e instanceof HookException
                ? Optional.ofNullable(e.getCause()).filter(cause -> !(cause instanceof DecodeException))
                : Optional.of(e);
    }

    private static Optional<String> detail(RuntimeException e, Optional<Throwable> origin) {
        Optional<String> known = e instanceof HookException hook ? hook.detail() : Optional.empty();
        return known.or(() -> origin.map(StackText::of));
    }

    private static Response reply(HookReply reply) {
        return switch (reply) {
            case HookReply.Answered(var body) -> new Response(200, Map.of(), body);
            case HookReply.Later(var after) -> ErrorResponses.later(after.map(Duration::toSeconds));
        };
    }

    /** A served hook and one type of its calls. */
    private record Route(String path, HookRegistry.Entry hook, HookType type) {
        FailedCallLog.Call call(byte[] body, String requestId) {
            return new FailedCallLog.Call(path, hook.name(), type, new JsonText(body), requestId);
        }
    }

    private Optional<Route> route(String path) {
        String[] steps = path.split("/", -1);
        if (steps.length != 3 || !steps[0].isEmpty()) {
            return Optional.empty();
        }
        Optional<HookRegistry.Entry> hook = hooks.find(steps[1]);
        for (HookType type : HookType.values()) {
            if (hook.isPresent() && type.text().equals(steps[2]) && mayAnswer(hook.get(), type)) {
                return Optional.of(new Route(path, hook.get(), type));
            }
        }
        return Optional.empty();
    }

    /** A hook that has never loaded may answer any type, which is not known yet. */
    private static boolean mayAnswer(HookRegistry.Entry hook, HookType type) {
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
        return "no hook is served at " + path
                + similar(path)
                        .map(meant -> "; did you mean " + meant + "?")
                        .orElseGet(() -> hooks.all().isEmpty()
                                ? "; there is no hook" + expected(path)
                                : "; known are " + known(path));
    }

    private static String expected(String path) {
        String[] steps = path.split("/", -1);
        return steps.length == 3 ? ", expected one in a folder named " + steps[1] : "";
    }

    /** A served path whose hook and type have similar names. */
    private Optional<String> similar(String path) {
        String[] steps = path.split("/", -1);
        if (steps.length != 3) {
            return Optional.empty();
        }
        return NearestName.of(steps[1], names())
                .flatMap(hooks::find)
                .flatMap(hook -> NearestName.of(steps[2], types(hook)).map(type -> "/" + hook.name() + "/" + type));
    }

    /** The types that a hook answers. One that has never loaded may answer any. */
    private static List<String> types(HookRegistry.Entry hook) {
        return Stream.of(HookType.values())
                .filter(type -> mayAnswer(hook, type))
                .map(HookType::text)
                .toList();
    }

    static List<String> paths(HookRegistry.Entry hook) {
        return hook.program().stream()
                .flatMap(program -> program.types().stream())
                .sorted()
                .map(type -> "/" + hook.name() + "/" + type.text())
                .toList();
    }

    /** The paths of the hook that this path names, or all paths if there is no such hook. */
    private String known(String path) {
        String[] steps = path.split("/", -1);
        List<HookRegistry.Entry> candidates =
                hooks.find(steps.length > 1 ? steps[1] : "").map(List::of).orElseGet(hooks::all);
        String paths = candidates.stream().flatMap(hook -> paths(hook).stream()).collect(Collectors.joining(", "));
        return paths.isEmpty() ? "none" : paths;
    }

    /** The current list of all hooks. */
    public HookList list() {
        return new HookList(hooks);
    }

    /** The names of all hooks, including those that do not load. */
    public List<String> names() {
        return hooks.all().stream().map(HookRegistry.Entry::name).sorted().toList();
    }

    MeterRegistry registry() {
        return metrics.registry();
    }

    long maxRequestSize() {
        return settings.maxRequestSize();
    }

    String newRequestId() {
        return String.format("%016x", random.nextLong());
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
