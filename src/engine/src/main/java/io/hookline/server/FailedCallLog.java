package io.hookline.server;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.hook.protocol.ControllerType;
import io.hookline.hook.protocol.HookType;
import io.hookline.hook.protocol.JsonText;
import io.hookline.object.DecodeException;
import io.hookline.object.Json;
import io.hookline.object.KubeObject;
import io.hookline.object.MessageText;
import io.hookline.queue.RepeatedFailures;
import io.hookline.server.compiled.HookClassLoader;
import java.io.Serial;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.spi.LoggingEventBuilder;

/**
 * Logs failed calls of hooks: the first with its details, equal ones as a count at growing distances, since a watcher
 * retries a call that fails. Thread-safe.
 */
final class FailedCallLog {

    private static final Logger LOG = LoggerFactory.getLogger(FailedCallLog.class);

    private final FailureLogThrottle failures;

    FailedCallLog(InstantSource clock) {
        this.failures = new FailureLogThrottle(clock);
    }

    /**
     * A call.
     *
     * @param hook the name of the hook
     * @param body the request
     */
    record FailedCall(String path, String hook, HookType type, JsonText body, String requestId) {}

    /** A hook succeeded: its next failure is logged in full. */
    void succeeded(String path) {
        failures.succeeded(path);
    }

    /** Logs a call that was refused, or not answered in time. */
    void refused(FailedCall call, String error) {
        describe(LOG.atError(), call).addKeyValue("error", error).log("hook call refused");
    }

    /**
     * Logs a call that failed.
     *
     * @param origin the exception of the hook's code, if there is one
     * @param detail the stack trace, or the output of a program
     */
    void failed(FailedCall call, String error, @Nullable Throwable origin, Optional<String> detail) {
        String line = MessageText.oneLine(error);
        switch (failures.report(call.path(), line, origin)) {
            case RepeatedFailures.First() ->
                with(describe(LOG.atError(), call).addKeyValue("error", line), "stacktrace", detail)
                        .log("hook call failed");
            case RepeatedFailures.Again(int times, Duration within) ->
                describe(LOG.atError(), call)
                        .addKeyValue("error", line)
                        .addKeyValue("times", times)
                        .addKeyValue("within", within)
                        .log("hook call failed again");
            case RepeatedFailures.Silent()
            when LOG.isDebugEnabled() ->
                with(describe(LOG.atDebug(), call).addKeyValue("error", line), "stacktrace", detail)
                        .log("hook call failed again");
            case RepeatedFailures.Silent() -> {}
        }
    }

    private static LoggingEventBuilder describe(LoggingEventBuilder line, FailedCall call) {
        LoggingEventBuilder described = line.addKeyValue("hook", call.hook())
                .addKeyValue("type", call.type().text())
                .addKeyValue("requestId", call.requestId());
        return with(described, "parent", parent(call.body().raw()));
    }

    private static LoggingEventBuilder with(LoggingEventBuilder line, String key, Optional<String> value) {
        return value.isPresent() ? line.addKeyValue(key, value.get()) : line;
    }

    private static Optional<String> parent(byte[] request) {
        try {
            JsonNode json = Json.parse(request);
            Stream<JsonNode> parents = Stream.of(ControllerType.values()).map(type -> json.path(type.parentField()));
            return Stream.concat(parents, Stream.of(json.at("/request/object"), json.at("/request/oldObject")))
                    .filter(JsonNode::isObject)
                    .map(object -> KubeObject.of((ObjectNode) object).toString())
                    .findFirst();
        } catch (DecodeException _) {
            return Optional.empty(); // the error names what is wrong with the request
        }
    }

    /**
     * Remembers which failures of a hook are logged already. Thread-safe.
     *
     * <p>A failure that repeats is logged in full once, until the hook succeeds again, and counted meanwhile. The
     * memory is bounded: a failure that was dropped from it is logged in full once more.
     */
    static final class FailureLogThrottle {

        private static final int MAX_HOOKS = 512;
        private static final int MAX_FAILURES = 16;

        private final InstantSource clock;
        private final Map<String, RepeatedFailures<Failure>> known = new Bounded<>(MAX_HOOKS);

        FailureLogThrottle(InstantSource clock) {
            this.clock = clock;
        }

        /** A failure is known by its type and place, because its message may differ from call to call. */
        private record Failure(String what, Optional<StackTraceElement> where) {}

        private static final class Bounded<K, V> extends LinkedHashMap<K, V> {
            @Serial
            private static final long serialVersionUID = 1;

            private final int max;

            Bounded(int max) {
                this.max = max;
            }

            @Override
            protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
                return size() > max;
            }
        }

        /**
         * Counts a failure.
         *
         * @param path the path of the hook that was called
         * @param origin the exception of the hook's code; if there is none, the failure is known by its message
         */
        synchronized RepeatedFailures.Report report(String path, String message, @Nullable Throwable origin) {
            Failure failure = origin == null
                    ? new Failure(message, Optional.empty())
                    : new Failure(origin.getClass().getName(), place(origin));
            return known.computeIfAbsent(path, _ -> new RepeatedFailures<>(clock, MAX_FAILURES))
                    .report(failure);
        }

        /** A hook succeeded: its next failure is logged in full. */
        synchronized void succeeded(String path) {
            known.remove(path);
        }

        /** The first stack frame in the hook's own code; otherwise the first outside the JDK; otherwise the first. */
        private static Optional<StackTraceElement> place(Throwable origin) {
            List<StackTraceElement> frames = Arrays.asList(origin.getStackTrace());
            return Stream.of(
                            frames.stream().filter(HookClassLoader::isOwn),
                            frames.stream().filter(frame -> frame.getModuleName() == null),
                            frames.stream())
                    .map(Stream::findFirst)
                    .flatMap(Optional::stream)
                    .findFirst();
        }
    }
}
