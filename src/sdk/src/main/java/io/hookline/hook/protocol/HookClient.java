package io.hookline.hook.protocol;

import java.util.Optional;

/** Calls one hook of one controller. Thread-safe. */
public interface HookClient extends AutoCloseable {

    /**
     * Calls the hook and blocks until it has answered or its timeout is over.
     *
     * @throws HookException if there is no response, or a response with another status than 200 and 429
     * @throws InterruptedException if the calling thread is interrupted
     */
    HookReply call(HookRequest request) throws InterruptedException;

    /**
     * The version of the hook that would answer now, if its server can tell it without a call; see {@link SourceVersion}. Blocks for a
     * request to the server, unless it was made a moment ago for another hook.
     *
     * @throws InterruptedException if the calling thread is interrupted
     */
    default Optional<String> servedVersion() throws InterruptedException {
        return Optional.empty();
    }

    /** Releases the client's connections. Never fails. */
    @Override
    void close();
}
