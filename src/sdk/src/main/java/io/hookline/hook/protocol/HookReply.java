package io.hookline.hook.protocol;

import java.time.Duration;
import java.util.Optional;

/** The result of a hook call that did not fail. A failure is a {@link HookException}. */
public sealed interface HookReply {

    /**
     * The hook returned an answer.
     *
     * @param body the answer's JSON, not decoded yet
     * @param version the version of the hook, see {@link SourceVersion}; empty if it is not known
     */
    record Answered(JsonText body, String version) implements HookReply {

        /** An answer of a hook of an unknown version. */
        public Answered(JsonText body) {
            this(body, "");
        }
    }

    /**
     * The hook returned status 429: call it again later.
     *
     * @param after the time until the next call; if absent, because Retry-After is missing or not valid, back-off
     *     applies
     */
    record Later(Optional<Duration> after) implements HookReply {}
}
