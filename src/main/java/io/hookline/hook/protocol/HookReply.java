package io.hookline.hook.protocol;

import java.time.Duration;
import java.util.Optional;

/** How a hook answered a call. Failures are {@link HookException}s. */
public sealed interface HookReply {

    /**
     * With a body.
     *
     * @param body the raw JSON, still to be decoded
     */
    record Answered(JsonText body) implements HookReply {}

    /**
     * With 429: not now.
     *
     * @param after when to ask again; absent if the hook did not say, or not usably, so that back-off applies
     */
    record Later(Optional<Duration> after) implements HookReply {}
}
