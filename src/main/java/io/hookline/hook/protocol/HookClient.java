package io.hookline.hook.protocol;

/** Calls one hook of one controller. Thread-safe. */
public interface HookClient extends AutoCloseable {

    /**
     * Calls the hook and blocks until it has answered or its timeout is over.
     *
     * @throws HookException if there is no response, or a response with another status than 200 and 429
     * @throws InterruptedException if the calling thread is interrupted
     */
    HookReply call(HookRequest request) throws InterruptedException;

    /** Releases the client's connections. Never fails. */
    @Override
    void close();
}
