package io.hookline.server;

import io.hookline.hook.protocol.HookException;
import io.hookline.hook.protocol.HookProgram;
import io.hookline.hook.protocol.HookReply;
import io.hookline.hook.protocol.HookType;
import io.hookline.object.DecodeException;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs a Java hook on threads of its own with a timeout, since nothing can stop code that loops.
 *
 * <p>A call that is over its time is interrupted and abandoned. If it goes on, it keeps its place ({@link HookPlaces}): the
 * hook never has more threads than places, and is refused while all of them hang. Reloading the hook gives it new places.
 */
final class TimeLimitedHook implements HookProgram, HangingCalls {

    private static final Logger LOG = LoggerFactory.getLogger(TimeLimitedHook.class);

    /** How long a call that was interrupted may take to end before it counts as hanging in messages. */
    private static final long GRACE_MILLIS = 50;

    private final HookProgram hook;
    private final HookPlaces places;
    private final CallLimiter pool;
    private final HookSettings settings;
    private final HookOutput output;

    TimeLimitedHook(String name, HookProgram hook, CallLimiter pool, HookSettings settings, HookOutput output) {
        this.output = output;
        this.hook = hook;
        this.places = pool.forHook(name);
        this.pool = pool;
        this.settings = settings;
    }

    @Override
    public Set<HookType> types() {
        return hook.types();
    }

    @Override
    public HookReply call(HookType type, byte[] request) throws InterruptedException {
        Call call = new Call(type, request, places.take(settings.timeout()));
        try {
            pool.start(call.task);
            return call.task.get(call.place.left(settings.timeout()), TimeUnit.NANOSECONDS);
        } catch (TimeoutException _) {
            String spent = call.place.spent();
            throw new RefusedException(
                    504,
                    "hook " + places.hook() + " gave no answer within "
                            + Span.text(settings.timeout().toNanos()) + ": " + spent
                            + (call.endsWhenAbandoned() ? "" : "; it does not end when interrupted"));
        } catch (InterruptedException e) {
            call.abandon();
            throw e;
        } catch (ExecutionException e) {
            throw failure(e.getCause());
        } finally {
            call.place.free();
        }
    }

    private static RuntimeException failure(@Nullable Throwable cause) {
        if (cause instanceof DecodeException e) {
            return e;
        }
        return cause instanceof HookException e ? e : new HookException(String.valueOf(cause), cause);
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
    public void close() {
        hook.close();
    }

    /** One call, which counts as hanging from its timeout to its end. */
    private final class Call {
        private final HookPlaces.Place place;
        private final AtomicReference<State> state = new AtomicReference<>(State.WAITING);
        private final CountDownLatch ended = new CountDownLatch(1);
        private final FutureTask<HookReply> task;
        private volatile @Nullable Thread thread;

        Call(HookType type, byte[] request, HookPlaces.Place place) {
            this.place = place;
            this.task = new FutureTask<>(() -> run(type, request));
        }

        private HookReply run(HookType type, byte[] request) throws InterruptedException {
            if (!state.compareAndSet(State.WAITING, State.RUNNING)) {
                throw new IllegalStateException("the call was abandoned before it started"); // nobody sees it
            }
            thread = Thread.currentThread();
            try (HookOutput.Printing _ = output.begin(places.hook())) {
                return hook.call(type, request);
            } finally {
                if (!state.compareAndSet(State.RUNNING, State.ENDED) && place.recover()) {
                    LOG.atDebug().addKeyValue("hook", places.hook()).log("abandoned hook call ended");
                }
                ended.countDown();
            }
        }

        /** Its place stays taken until the code ends. */
        void abandon() {
            if (!state.compareAndSet(State.WAITING, State.ENDED)) {
                place.hang();
                if (!state.compareAndSet(State.RUNNING, State.ABANDONED)) {
                    place.recover(); // it ended just now
                }
            } else {
                ended.countDown();
            }
            task.cancel(true);
        }

        /** Abandons it, and reports where its code is if that goes on. */
        boolean endsWhenAbandoned() throws InterruptedException {
            abandon();
            if (ended.await(GRACE_MILLIS, TimeUnit.MILLISECONDS)) {
                return true;
            }
            LOG.atWarn()
                    .addKeyValue("hook", places.hook())
                    .addKeyValue("hanging", places.hanging() + " of " + places.size())
                    .addKeyValue("at", codeOf(thread))
                    .log("hook call hangs: it runs on after its timeout and an interrupt;"
                            + " fix and reload the hook, restart the server to end the thread");
            return false;
        }
    }

    /** Where a thread is in the code of a hook, as far as that can be seen. */
    private static String codeOf(@Nullable Thread thread) {
        StackTraceElement[] stack = thread == null ? new StackTraceElement[0] : thread.getStackTrace();
        return Arrays.stream(stack)
                .filter(HookClassLoader::isOwn)
                .findFirst()
                .or(() -> Arrays.stream(stack).findFirst())
                .map(step -> step.getFileName() + ":" + step.getLineNumber())
                .orElse("unknown");
    }

    private enum State {
        WAITING,
        RUNNING,
        ABANDONED,
        ENDED
    }
}
