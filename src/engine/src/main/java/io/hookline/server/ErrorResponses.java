package io.hookline.server;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.hook.protocol.InProcessHooks;
import io.hookline.hook.protocol.InProcessHooks.Response;
import io.hookline.hook.protocol.JsonText;
import io.hookline.object.GoJson;
import io.hookline.object.Json;
import io.hookline.object.MessageText;
import io.hookline.web.RequestException;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Responses of the server itself. */
final class ErrorResponses {

    private static final Logger LOG = LoggerFactory.getLogger(ErrorResponses.class);

    private ErrorResponses() {}

    static Response error(int status, String message, String requestId) {
        return error(status, message, requestId, Optional.empty());
    }

    static Response error(int status, Map<String, String> headers, String message, String requestId) {
        return new Response(status, headers, error(status, message, requestId).body());
    }

    static Response error(int status, String message, String requestId, Optional<String> detail) {
        ObjectNode json = Json.NODES.objectNode();
        json.put("error", MessageText.oneLine(message)).put("requestId", requestId);
        return new Response(status, Map.of(), new JsonText(GoJson.bytes(json)), detail);
    }

    /** A request that was refused before it was read. */
    static Response refused(RequestException e, String requestId) {
        Map<String, String> headers = e.retryAfter()
                .map(after -> Map.of("Retry-After", String.valueOf(after.toSeconds())))
                .orElse(Map.of());
        return error(e.status(), headers, e.problem(), requestId);
    }

    /** A request that the server could not answer because of a defect of its own, which is logged. */
    static Response ofTheServer(Throwable e, String path, String requestId) {
        LOG.atError()
                .setCause(e)
                .addKeyValue("path", path)
                .addKeyValue("requestId", requestId)
                .log("hook server failed to answer a request");
        return error(500, "the hook server failed: " + e, requestId);
    }

    /** Marks a response, so that a watcher calls the new version and reports no failure. */
    static Response reloaded(Response error) {
        return new Response(error.status(), Map.of(InProcessHooks.RELOADED, "true"), error.body());
    }

    static Response later(Optional<Long> seconds) {
        Map<String, String> headers =
                seconds.isPresent() ? Map.of("Retry-After", seconds.get().toString()) : Map.of();
        return new Response(429, headers, JsonText.of("{}"));
    }
}
