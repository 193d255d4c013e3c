package io.hookline.hook.protocol;

import java.time.Duration;
import java.util.Optional;

/** The result of a hook call that did not fail. A failure is a {@link HookException}. */
public sealed interface HookReply {

    /**
     * The hook returned an answer.
     *
     * @param body the answer's JSON, not decoded yet
     */
    record Answered(JsonText body) implements HookReply {}

    /**
     * The hook returned status 429: call it again later.
     *
     * @param after the time until the next call; if absent, because Retry-After is missing or not valid, back-off
     *     applies
     */
    record Later(Optional<Duration> after) implements HookReply {}
}
