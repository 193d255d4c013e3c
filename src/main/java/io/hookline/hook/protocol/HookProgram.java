package io.hookline.hook.protocol;

import java.util.Set;

/** A hook that runs in or under this process, whatever it is written in. Thread-safe. */
public interface HookProgram extends AutoCloseable {

    /** Which questions it answers. */
    Set<HookType> types();

    /**
     * Asks it, and blocks until it has answered.
     *
     * @param type one of {@link #types}
     * @param request a whole JSON request
     * @throws io.hookline.object.DecodeException if that is no request
     * @throws HookException if the hook fails; its message is for the hook's author
     * @throws InterruptedException if the caller is stopped meanwhile
     */
    HookReply call(HookType type, byte[] request) throws InterruptedException;

    /** Gives back what it holds; calls in flight may still end. Never fails. */
    @Override
    default void close() {}
}
