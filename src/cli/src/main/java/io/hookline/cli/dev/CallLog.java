package io.hookline.cli.dev;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.hook.protocol.InProcessHooks;
import io.hookline.object.DecodeException;
import io.hookline.object.GoJson;
import io.hookline.object.Json;
import io.hookline.object.KubeObject;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs each call of a hook at level debug, with the numbers of objects in request and answer:
 * {@code called /hello/sync  Hello default/world, children: 1  →  200 children: 1, status}. Thread-safe.
 */
final class CallLog implements InProcessHooks {

    private static final Logger LOG = LoggerFactory.getLogger(CallLog.class);
    private static final int OK = 200;
    private static final List<String> REQUEST_OBJECTS = List.of("children", "attachments", "related");

    private final InProcessHooks hooks;

    CallLog(InProcessHooks hooks) {
        this.hooks = hooks;
    }

    @Override
    public Response serve(String path, byte[] body) throws InterruptedException {
        return serve(path, body, Optional.empty());
    }

    @Override
    public Response serve(String path, byte[] body, Optional<Instant> now) throws InterruptedException {
        if (!LOG.isDebugEnabled()) {
            return hooks.serve(path, body, now);
        }
        long start = System.nanoTime();
        Response response = hooks.serve(path, body, now);
        LOG.atDebug()
                .addKeyValue("hook", path.replaceFirst("^/([^/]*).*", "$1"))
                .addKeyValue("took", Duration.ofNanos(System.nanoTime() - start))
                .log("called {}  {}  →  {} {}", path, request(body), response.status(), answer(response));
        return response;
    }

    private static String request(byte[] body) {
        JsonNode request;
        try {
            request = Json.parse(body);
        } catch (DecodeException _) {
            return "no JSON";
        }
        JsonNode parent = request.has("object") ? request.path("object") : request.path("parent");
        List<String> parts = new ArrayList<>();
        parts.add(parent.isObject() ? KubeObject.of(GoJson.bytes(parent)).toString() : "no parent");
        for (String field : REQUEST_OBJECTS) {
            int count = objects(request.path(field));
            if (count > 0) {
                parts.add(field + ": " + count);
            }
        }
        return String.join(", ", parts);
    }

    /** How many objects there are in a map from kinds to objects by name, or in a list. */
    private static int objects(JsonNode groups) {
        return groups.isArray()
                ? groups.size()
                : groups.valueStream().mapToInt(JsonNode::size).sum();
    }

    private static String answer(Response response) {
        if (response.status() != OK) {
            return "failed"; // why is logged by the watcher
        }
        List<String> parts = new ArrayList<>();
        try {
            JsonNode answer = response.body().tree();
            answer.properties().forEach(field -> parts.add(field(field.getKey(), field.getValue())));
        } catch (DecodeException _) {
            return "no JSON";
        }
        return String.join(", ", parts);
    }

    private static String field(String name, JsonNode value) {
        return value.isArray() ? name + ": " + value.size() : value.isObject() ? name : name + ": " + value;
    }
}
