package io.hookline.contract;

import io.hookline.hook.protocol.InProcessHooks;
import io.hookline.hook.protocol.JsonText;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/** Hooks that note the times of their calls. */
final class SeenTimes implements InProcessHooks {

    private final List<Optional<Instant>> seen = new CopyOnWriteArrayList<>();

    List<Optional<Instant>> seen() {
        return seen;
    }

    @Override
    public Response serve(String path, byte[] body) {
        throw new AssertionError("called without the parameter for the time");
    }

    @Override
    public Response serve(String path, byte[] body, Optional<Instant> now) {
        seen.add(now);
        return new Response(200, Map.of(), JsonText.of("{}"));
    }
}
