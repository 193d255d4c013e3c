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
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.spi.LoggingEventBuilder;

/**
 * Logs failed calls of hooks: the first with its details, equal ones as a count at growing distances, since a watcher retries a call
 * that fails. Thread-safe.
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
    record Call(String path, String hook, HookType type, JsonText body, String requestId) {}

    /** A hook succeeded: its next failure is logged in full. */
    void answered(String path) {
        failures.answered(path);
    }

    /** Logs a call that was refused, or not answered in time. */
    void refused(Call call, String error) {
        describe(LOG.atError(), call).addKeyValue("error", error).log("hook call refused");
    }

    /**
     * Logs a call that failed.
     *
     * @param origin the exception of the hook's code, if there is one
     * @param detail the stack trace, or the output of a program
     */
    void failed(Call call, String error, @Nullable Throwable origin, Optional<String> detail) {
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

    private static LoggingEventBuilder describe(LoggingEventBuilder line, Call call) {
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
}
