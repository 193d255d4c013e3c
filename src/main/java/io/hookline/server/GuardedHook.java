package io.hookline.server;

import io.hookline.hook.HookException;
import io.hookline.hook.HookProgram;
import io.hookline.hook.HookReply;
import io.hookline.hook.HookType;
import io.hookline.object.DecodeException;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Runs a Java hook on threads of its own with a timeout, since nothing can stop code that loops.
 *
 * <p>A call that is over its time is interrupted and abandoned; its place in the pool is free again, its thread is not.
 * While too many of them hang, the hook is refused, so that their number is bounded. Reloading the hook starts afresh.
 */
final class GuardedHook implements HookProgram {

    private final String name;
    private final HookProgram hook;
    private final CallPool pool;
    private final HookSettings settings;
    private final AtomicInteger hanging = new AtomicInteger();

    GuardedHook(String name, HookProgram hook, CallPool pool, HookSettings settings) {
        this.name = name;
        this.hook = hook;
        this.pool = pool;
        this.settings = settings;
    }

    @Override
    public Set<HookType> types() {
        return hook.types();
    }

    @Override
    public HookReply call(HookType type, byte[] request) throws InterruptedException {
        if (hanging.get() >= settings.maxAbandoned()) {
            throw new RefusedException(
                    503,
                    "hook " + name + " is refused until it is reloaded: " + hanging.get()
                            + " calls hang beyond their timeout");
        }
        long deadline = System.nanoTime() + settings.timeout().toNanos();
        pool.acquire(settings.timeout());
        Call call = new Call(type, request);
        try {
            pool.start(call.task);
            return call.task.get(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException _) {
            call.abandon();
            throw new RefusedException(
                    504,
                    "hook " + name + " gave no answer within "
                            + settings.timeout().toMillis() + " ms");
        } catch (InterruptedException e) {
            call.abandon();
            throw e;
        } catch (ExecutionException e) {
            throw failure(e.getCause());
        } finally {
            pool.release();
        }
    }

    private static RuntimeException failure(@Nullable Throwable cause) {
        if (cause instanceof DecodeException e) {
            return e;
        }
        return cause instanceof HookException e ? e : new HookException(String.valueOf(cause), cause);
    }

    @Override
    public void close() {
        hook.close();
    }

    /** One call, which counts as hanging from its timeout to its end. */
    private final class Call {
        private final AtomicReference<State> state = new AtomicReference<>(State.WAITING);
        private final FutureTask<HookReply> task;

        Call(HookType type, byte[] request) {
            this.task = new FutureTask<>(() -> run(type, request));
        }

        private HookReply run(HookType type, byte[] request) throws InterruptedException {
            if (!state.compareAndSet(State.WAITING, State.RUNNING)) {
                throw new RefusedException(504, "hook " + name + " was not started in time");
            }
            try {
                return hook.call(type, request);
            } finally {
                if (!state.compareAndSet(State.RUNNING, State.ENDED)) {
                    hanging.decrementAndGet();
                }
            }
        }

        void abandon() {
            boolean neverRuns = state.compareAndSet(State.WAITING, State.ENDED);
            if (!neverRuns && state.compareAndSet(State.RUNNING, State.ABANDONED)) {
                hanging.incrementAndGet();
            }
            task.cancel(true);
        }
    }

    private enum State {
        WAITING,
        RUNNING,
        ABANDONED,
        ENDED
    }
}
