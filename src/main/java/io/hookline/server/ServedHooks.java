package io.hookline.server;

import io.hookline.hook.protocol.HookException;
import io.hookline.hook.protocol.HookProgram;
import io.hookline.hook.protocol.HookReply;
import io.hookline.hook.protocol.HookType;
import io.hookline.hook.protocol.InProcessHooks;
import io.hookline.object.DecodeException;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.spi.LoggingEventBuilder;

/**
 * Answers calls of the hooks in a {@link HookRegistry}, alike for HTTP and for callers in this process: same bytes, limits,
 * status codes and metrics. Thread-safe.
 */
public final class ServedHooks implements InProcessHooks {

    private static final Logger LOG = LoggerFactory.getLogger(ServedHooks.class);

    private final HookRegistry table;
    private final HookSettings settings;
    private final HookMetrics metrics;
    private final RandomGenerator random;
    private final FailureLogThrottle failures = new FailureLogThrottle();

    /**
     * Over a table that may still change.
     *
     * @param random names requests that come without a name; thread-safe
     */
    public ServedHooks(HookRegistry table, HookSettings settings, MeterRegistry registry, RandomGenerator random) {
        this.table = table;
        this.settings = settings;
        this.metrics = new HookMetrics(registry, table);
        this.random = random;
    }

    @Override
    public Response serve(String path, byte[] body) throws InterruptedException {
        return serve(path, body, newRequestId());
    }

    Response serve(String path, byte[] body, String requestId) throws InterruptedException {
        Optional<Route> route = route(path);
        if (route.isEmpty()) {
            return Replies.error(404, notServed(path), requestId);
        }
        long start = System.nanoTime();
        metrics.started();
        int code = 500;
        try {
            Response response = answer(route.get(), body, requestId);
            code = response.status();
            return response;
        } finally {
            metrics.ended(route.get().hook().name(), route.get().type().text(), code, System.nanoTime() - start);
        }
    }

    private Response answer(Route route, byte[] body, String requestId) throws InterruptedException {
        if (body.length > settings.maxRequestSize()) {
            return Replies.error(413, "the body is larger than " + settings.maxRequestSize() + " bytes", requestId);
        }
        Optional<HookProgram> program = route.hook().program();
        if (program.isEmpty()) {
            return Replies.error(503, route.hook().problem().orElse("not loaded"), requestId);
        }
        try {
            HookReply reply = program.get().call(route.type(), body);
            failures.answered(route.path());
            return reply(reply);
        } catch (DecodeException e) {
            return Replies.error(400, String.valueOf(e.getMessage()), requestId);
        } catch (RefusedException e) {
            log(route, requestId).log("Hook refused: {}", e.getMessage());
            return Replies.error(e.status(), String.valueOf(e.getMessage()), requestId);
        } catch (RuntimeException e) {
            String message = e instanceof HookException ? String.valueOf(e.getMessage()) : e.toString();
            tell(route, requestId, message, origin(e));
            return Replies.error(500, message, requestId);
        }
    }

    /** At length what is news; a watcher asks a hook that fails again and again. */
    private void tell(Route route, String requestId, String message, @Nullable Throwable origin) {
        if (failures.isNew(route.path(), message, origin)) {
            log(route, requestId).setCause(origin).log("Hook failed: {}", message);
            return;
        }
        log(route, requestId).log("Hook failed again: {}", FailureLogThrottle.inShort(message));
        LOG.atDebug().addKeyValue("requestId", requestId).setCause(origin).log("Hook failed again: {}", message);
    }

    /** Whose stack helps the hook's author: never our own above it, and none where the message says it all. */
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
            case HookReply.Later(var after) -> Replies.later(after.map(Duration::toSeconds));
        };
    }

    /** A served hook and one of its questions. */
    private record Route(String path, HookRegistry.Entry hook, HookType type) {}

    private Optional<Route> route(String path) {
        String[] steps = path.split("/", -1);
        if (steps.length != 3 || !steps[0].isEmpty()) {
            return Optional.empty();
        }
        Optional<HookRegistry.Entry> hook = table.find(steps[1]);
        for (HookType type : HookType.values()) {
            if (hook.isPresent() && type.text().equals(steps[2]) && mayAnswer(hook.get(), type)) {
                return Optional.of(new Route(path, hook.get(), type));
            }
        }
        return Optional.empty();
    }

    /** What never loaded might have been meant to answer anything. */
    private static boolean mayAnswer(HookRegistry.Entry hook, HookType type) {
        return hook.program().isEmpty() || hook.program().get().types().contains(type);
    }

    boolean knows(String path) {
        return route(path).isPresent();
    }

    String notServed(String path) {
        return "no hook is served at " + path + "; known are " + known(path);
    }

    static List<String> paths(HookRegistry.Entry hook) {
        return hook.program().stream()
                .flatMap(program -> program.types().stream())
                .sorted()
                .map(type -> "/" + hook.name() + "/" + type.text())
                .toList();
    }

    /** What the hook of this path answers, or all paths if there is no such hook. */
    private String known(String path) {
        String[] steps = path.split("/", -1);
        List<HookRegistry.Entry> near =
                table.find(steps.length > 1 ? steps[1] : "").map(List::of).orElseGet(table::all);
        String paths = near.stream().flatMap(hook -> paths(hook).stream()).collect(Collectors.joining(", "));
        return paths.isEmpty() ? "none" : paths;
    }

    /** All hooks as they are now. */
    HookList list() {
        return new HookList(table);
    }

    /** The names of all hooks, those that do not load included. */
    public List<String> names() {
        return table.all().stream().map(HookRegistry.Entry::name).sorted().toList();
    }

    long maxRequestSize() {
        return settings.maxRequestSize();
    }

    String newRequestId() {
        return String.format("%016x", random.nextLong());
    }

    /** How many calls of a hook were answered so far, with whatever status. */
    public long calls(String hook) {
        return metrics.calls(hook);
    }

    /** Whether every hook has a version that works and is not refused. */
    public boolean isReady() {
        return list().isReady();
    }
}
