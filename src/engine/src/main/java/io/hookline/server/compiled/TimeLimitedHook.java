package io.hookline.server.compiled;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.hook.protocol.HookException;
import io.hookline.hook.protocol.HookProgram;
import io.hookline.hook.protocol.HookReply;
import io.hookline.hook.protocol.HookType;
import io.hookline.server.call.AsyncProgram;
import io.hookline.server.call.CallLimiter;
import io.hookline.server.call.CallWatchdog;
import io.hookline.server.call.HangingCalls;
import io.hookline.server.call.HookConcurrency;
import io.hookline.server.call.HookThreads;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * Runs a Java hook on its own threads with a timeout, because code that loops cannot be stopped.
 *
 * <p>At its timeout a call is interrupted and abandoned. If it runs on, it keeps its place ({@link HookConcurrency}). So the
 * hook never has more threads than places, and new calls are refused while all of them hang. A reload of the hook gives it
 * new places.
 */
public final class TimeLimitedHook implements AsyncProgram, HangingCalls {

    private final HookProgram hook;
    private final HookConcurrency places;
    private final HookThreads threads;
    private final CallWatchdog watchdog;
    private final Duration timeout;
    private final HookOutput output;
    private final Set<TimedCall> running = ConcurrentHashMap.newKeySet();

    /** @param watchdog shared by all hooks with this timeout */
    public TimeLimitedHook(
            String name,
            HookProgram hook,
            CallLimiter pool,
            CallWatchdog watchdog,
            Duration timeout,
            HookOutput output) {
        this.output = output;
        this.hook = hook;
        this.places = pool.forHook(name);
        this.threads = pool.threads();
        this.watchdog = watchdog;
        this.timeout = timeout;
    }

    @Override
    public Set<HookType> types() {
        return hook.types();
    }

    @Override
    public Optional<JsonNode> parentShape() {
        return hook.parentShape();
    }

    @Override
    public HookReply call(HookType type, byte[] request, Optional<Instant> now) throws InterruptedException {
        TimedCall call = begin(type, request, now);
        try {
            return call.result().get();
        } catch (InterruptedException e) {
            call.giveUp();
            throw e;
        } catch (ExecutionException e) {
            throw failure(e.getCause());
        }
    }

    @Override
    public CompletableFuture<HookReply> start(HookType type, byte[] request, Optional<Instant> now) {
        return begin(type, request, now).result();
    }

    private TimedCall begin(HookType type, byte[] request, Optional<Instant> now) {
        places.refuseIfAllHang();
        TimedCall call = new TimedCall(() -> run(type, request, now), places, timeout);
        running.add(call);
        var _ = call.result().whenComplete((_, _) -> {
            watchdog.end(call);
            running.remove(call);
        });
        try {
            watchdog.begin(call);
            threads.run(call);
        } catch (RejectedExecutionException | OutOfMemoryError e) {
            call.refuse(e);
        }
        return call;
    }

    private HookReply run(HookType type, byte[] request, Optional<Instant> now) throws InterruptedException {
        try (HookOutput.Printing _ = output.begin(places.hook())) {
            return hook.call(type, request, now);
        }
    }

    /** What the caller of a hook catches. */
    private static RuntimeException failure(@Nullable Throwable cause) {
        return cause instanceof RuntimeException e ? e : new HookException(String.valueOf(cause), cause);
    }

    @Override
    public int hanging() {
        return places.hanging();
    }

    @Override
    public int running() {
        return places.taken();
    }

    @Override
    public boolean isRefusing() {
        return places.hanging() >= places.size();
    }

    @Override
    public void abandon() {
        running.forEach(TimedCall::abandon);
    }

    @Override
    public void close() {
        threads.close();
        hook.close();
    }
}
