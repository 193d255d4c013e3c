package io.hookline.server.call;

import io.hookline.hook.protocol.HookProgram;
import io.hookline.hook.protocol.HookReply;
import io.hookline.hook.protocol.HookType;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** A hook that can be called without waiting for its answer. */
public interface AsyncProgram extends HookProgram {

    /**
     * Calls the hook. The result is completed in the thread of the hook, or fails with what {@link HookProgram#call} would throw.
     *
     * @throws CallRejectedException if the call is refused at once
     */
    CompletableFuture<HookReply> start(HookType type, byte[] request, Optional<Instant> now);
}
