package io.hookline.hook.protocol;

/** The door to one hook of one controller. Thread-safe. */
public interface HookClient extends AutoCloseable {

    /**
     * Asks, and blocks until there is an answer or the hook's timeout is over.
     *
     * @throws HookException if there is no answer, or one with another status than 200 and 429
     * @throws InterruptedException if the caller is stopped meanwhile
     */
    HookReply call(HookRequest request) throws InterruptedException;

    /** Gives back what the client holds. Never fails. */
    @Override
    void close();
}
