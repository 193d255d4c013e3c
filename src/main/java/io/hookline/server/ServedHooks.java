package io.hookline.server;

import io.hookline.hook.protocol.HookException;
import io.hookline.hook.protocol.HookProgram;
import io.hookline.hook.protocol.HookReply;
import io.hookline.hook.protocol.HookType;
import io.hookline.hook.protocol.InProcessHooks;
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
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.spi.LoggingEventBuilder;

/**
 * Answers calls of the hooks in a {@link HookRegistry}. Thread-safe.
 *
 * <p>Bytes, limits, status codes and metrics are the same for calls over HTTP and calls in this process.
 */
public final class ServedHooks implements InProcessHooks {

    private static final Logger LOG = LoggerFactory.getLogger(ServedHooks.class);

    private final HookRegistry hooks;
    private final HookSettings settings;
    private final HookMetrics metrics;
    private final RandomGenerator random;
    private final Optional<InstantSource> clock;
    private final FailureLogThrottle failures = new FailureLogThrottle();

    /**
     * Serves the hooks of a registry, which may still change.
     *
     * @param random creates the ids of requests that have none; must be thread-safe
     */
    public ServedHooks(HookRegistry hooks, HookSettings settings, MeterRegistry registry, RandomGenerator random) {
        this(hooks, settings, registry, random, Optional.empty());
    }

    /**
     * Serves the hooks of a registry with a clock, for development and tests.
     *
     * @param random creates the ids of requests that have none; must be thread-safe
     * @param clock the time of calls without one. Without a clock the hooks use their own, whatever time a caller names
     */
    public ServedHooks(
            HookRegistry hooks,
            HookSettings settings,
            MeterRegistry registry,
            RandomGenerator random,
            Optional<InstantSource> clock) {
        this.hooks = hooks;
        this.settings = settings;
        this.metrics = new HookMetrics(registry, hooks);
        this.random = random;
        this.clock = clock;
    }

    @Override
    public Response serve(String path, byte[] body) throws InterruptedException {
        return serve(path, body, Optional.empty());
    }

    @Override
    public Response serve(String path, byte[] body, Optional<Instant> now) throws InterruptedException {
        return serve(path, body, now, newRequestId());
    }

    Response serve(String path, byte[] body, Optional<Instant> now, String requestId) throws InterruptedException {
        Optional<Route> route = route(path);
        if (route.isEmpty()) {
            return ErrorResponses.error(404, notServed(path), requestId);
        }
        long start = System.nanoTime();
        metrics.started();
        int code = 500;
        try {
            Response response = answer(route.get(), body, now, requestId);
            code = response.status();
            return response;
        } finally {
            metrics.ended(route.get().hook().name(), route.get().type().text(), code, System.nanoTime() - start);
        }
    }

    private Response answer(Route route, byte[] body, Optional<Instant> now, String requestId)
            throws InterruptedException {
        if (body.length > settings.maxRequestSize()) {
            return ErrorResponses.error(
                    413, "the body is larger than " + settings.maxRequestSize() + " bytes", requestId);
        }
        Optional<HookProgram> program = route.hook().program();
        if (program.isEmpty()) {
            return ErrorResponses.error(503, route.hook().problem().orElse("not loaded"), requestId);
        }
        try {
            HookReply reply = program.get().call(route.type(), body, timeOf(now));
            failures.answered(route.path());
            return reply(reply);
        } catch (DecodeException e) {
            return ErrorResponses.error(400, problem(e), requestId);
        } catch (CallRejectedException e) {
            log(route, requestId).addKeyValue("error", e.getMessage()).log("hook call refused");
            return ErrorResponses.error(e.status(), String.valueOf(e.getMessage()), requestId);
        } catch (RuntimeException e) {
            String message = e instanceof HookException ? String.valueOf(e.getMessage()) : e.toString();
            logFailure(route, requestId, message, origin(e));
            return ErrorResponses.error(500, message, requestId);
        }
    }

    private Optional<Instant> timeOf(Optional<Instant> named) {
        return clock.map(own -> named.orElseGet(own::instant));
    }

    /** Whether a caller may name the time of a call. */
    boolean acceptsTime() {
        return clock.isPresent();
    }

    /** A problem of the whole request needs no path. */
    private static String problem(DecodeException e) {
        return e.place().path().isEmpty() ? e.problem() : String.valueOf(e.getMessage());
    }

    /** Logs a repeated failure in one line, because a watcher retries a call that fails. */
    private void logFailure(Route route, String requestId, String message, @Nullable Throwable origin) {
        if (failures.isNew(route.path(), message, origin)) {
            log(route, requestId).addKeyValue("error", message).setCause(origin).log("hook call failed");
            return;
        }
        log(route, requestId)
                .addKeyValue("error", FailureLogThrottle.shortened(message))
                .log("hook call failed again");
        LOG.atDebug()
                .addKeyValue("requestId", requestId)
                .addKeyValue("error", message)
                .setCause(origin)
                .log("hook call failed again");
    }

    /** The exception of the hook's code, whose stack trace helps its author; null if the message is sufficient. */
    private static @Nullable Throwable origin(RuntimeException e) {
        return e instanceof HookException ? e.getCause() instanceof DecodeException ? null : e.getCause() : e;
    }

    private static LoggingEventBuilder log(Route route, String requestId) {
        return LOG.atError()
                .addKeyValue("hook", route.hook().name())
                .addKeyValue("type", route.type().text())
                .addKeyValue("requestId", requestId);
    }

    private static Response reply(HookReply reply) {
        return switch (reply) {
            case HookReply.Answered(var body) -> new Response(200, Map.of(), body);
            case HookReply.Later(var after) -> ErrorResponses.later(after.map(Duration::toSeconds));
        };
    }

    /** A served hook and one type of its calls. */
    private record Route(String path, HookRegistry.Entry hook, HookType type) {}

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
