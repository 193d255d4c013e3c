package io.hookline.testing.embedded;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.hook.protocol.InProcessHooks;
import io.hookline.hook.protocol.JsonText;
import io.hookline.object.GoJson;
import io.hookline.object.Json;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/** Hooks whose calls fail by {@link Faults}. */
record FaultyHooks(InProcessHooks next, Faults faults) implements InProcessHooks {

    @Override
    public Response serve(String path, byte[] body) throws InterruptedException {
        return serve(path, body, Optional.empty());
    }

    @Override
    public Response serve(String path, byte[] body, Optional<Instant> now) throws InterruptedException {
        String hook = path.replaceFirst("^/", "").replaceFirst("/.*", "");
        Optional<String> error = faults.nextCall(hook);
        if (error.isEmpty()) {
            return next.serve(path, body, now);
        }
        ObjectNode json = Json.NODES.objectNode().put("error", error.get());
        return new Response(500, Map.of(), JsonText.of(GoJson.text(json)));
    }
}
