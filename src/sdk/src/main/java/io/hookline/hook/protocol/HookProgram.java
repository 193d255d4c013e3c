package io.hookline.hook.protocol;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;

/** A hook in any language that runs in this process or in a child process. Thread-safe. */
public interface HookProgram extends AutoCloseable {

    /** The types of calls that it answers. */
    Set<HookType> types();

    /**
     * Calls the hook and blocks until it has answered.
     *
     * @param type one of {@link #types}
     * @param request a whole JSON request
     * @param now the time that the hook uses in place of its clock; empty for its own clock
     * @throws io.hookline.object.DecodeException if the request is not valid
     * @throws HookException if the hook fails; its message is for the hook's author
     * @throws InterruptedException if the calling thread is interrupted
     */
    HookReply call(HookType type, byte[] request, Optional<Instant> now) throws InterruptedException;

    /** Calls the hook with its own clock, and blocks until it has answered. */
    default HookReply call(HookType type, byte[] request) throws InterruptedException {
        return call(type, request, Optional.empty());
    }

    /**
     * An object with the fields that the hook reads from its parents: lists with one element, maps with one key, other
     * values as empty texts. Empty if its code does not declare them.
     */
    default Optional<JsonNode> parentShape() {
        return Optional.empty();
    }

    /** Releases what the program holds; calls in flight can still complete. Never fails. */
    @Override
    default void close() {}
}
