package io.hookline.server.compiled;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.hook.protocol.HookException;
import io.hookline.hook.protocol.HookProgram;
import io.hookline.hook.protocol.HookReply;
import io.hookline.hook.protocol.HookType;
import io.hookline.object.DecodeException;
import io.hookline.object.HumanDuration;
import io.hookline.server.call.CallLimiter;
import io.hookline.server.call.CallRejectedException;
import io.hookline.server.call.HangingCalls;
import io.hookline.server.call.HookConcurrency;
import io.hookline.server.call.HookSettings;
import java.time.Instant;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
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
 * Runs a Java hook on its own threads with a timeout, because code that loops cannot be stopped.
 *
 * <p>At its timeout a call is interrupted and abandoned. If it runs on, it keeps its place ({@link HookConcurrency}). So the
 * hook never has more threads than places, and new calls are refused while all of them hang. A reload of the hook gives it
 * new places.
 */
public final class TimeLimitedHook implements HookProgram, HangingCalls {

    private static final Logger LOG = LoggerFactory.getLogger(TimeLimitedHook.class);

    /** The time that an interrupted call has to end before it is reported as hanging. */
    private static final long GRACE_MILLIS = 50;

    private final HookProgram hook;
    private final HookConcurrency places;
    private final CallLimiter pool;
    private final HookSettings settings;
    private final HookOutput output;
    private final Set<Call> running = ConcurrentHashMap.newKeySet();

    public TimeLimitedHook(String name, HookProgram hook, CallLimiter pool, HookSettings settings, HookOutput output) {
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
    public Optional<JsonNode> parentShape() {
        return hook.parentShape();
    }

    @Override
    public HookReply call(HookType type, byte[] request) throws InterruptedException {
        return call(type, request, Optional.empty());
    }

    @Override
    public HookReply call(HookType type, byte[] request, Optional<Instant> now) throws InterruptedException {
        Call call = new Call(() -> hook.call(type, request, now), places.take(settings.timeout()));
        running.add(call);
        try {
            pool.start(call.task);
            return call.task.get(call.place.left(settings.timeout()), TimeUnit.NANOSECONDS);
        } catch (TimeoutException _) {
            String spent = call.place.spent();
            throw new CallRejectedException(
                    504,
                    "hook " + places.hook() + " gave no answer within "
                            + HumanDuration.text(settings.timeout()) + ": " + spent
                            + (call.endsWhenAbandoned() ? "" : "; it does not end when interrupted"));
        } catch (InterruptedException e) {
            call.abandon();
            throw e;
        } catch (CancellationException _) {
            throw CallRejectedException.reloaded(places.hook());
        } catch (ExecutionException e) {
            throw failure(e.getCause());
        } finally {
            running.remove(call);
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
    public void abandon() {
        running.forEach(Call::abandon);
    }

    @Override
    public void close() {
        hook.close();
    }

    /** One call. It counts as hanging from its timeout to its end. */
    private final class Call {
        private final HookConcurrency.Place place;
        private final AtomicReference<State> state = new AtomicReference<>(State.WAITING);
        private final CountDownLatch ended = new CountDownLatch(1);
        private final FutureTask<HookReply> task;
        private volatile @Nullable Thread thread;

        Call(Callable<HookReply> code, HookConcurrency.Place place) {
            this.place = place;
            this.task = new FutureTask<>(() -> run(code));
        }

        private HookReply run(Callable<HookReply> code) throws Exception {
            if (!state.compareAndSet(State.WAITING, State.RUNNING)) {
                throw new IllegalStateException("the call was abandoned before it started"); // no caller sees it
            }
            thread = Thread.currentThread();
            try (HookOutput.Printing _ = output.begin(places.hook())) {
                return code.call();
            } finally {
                if (!state.compareAndSet(State.RUNNING, State.ENDED) && place.recover()) {
                    LOG.atDebug().addKeyValue("hook", places.hook()).log("abandoned hook call ended");
                }
                ended.countDown();
            }
        }

        /** Stops waiting for the call. Its place stays taken until the code ends. */
        void abandon() {
            if (!state.compareAndSet(State.WAITING, State.ENDED)) {
                place.hang();
                if (!state.compareAndSet(State.RUNNING, State.ABANDONED)) {
                    place.recover(); // the call has ended meanwhile
                }
            } else {
                ended.countDown();
            }
            task.cancel(true);
        }

        /** Abandons the call. If it runs on, logs the line of its code. */
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

    /** The line of the hook's code that a thread executes, if it can be found. */
    private static String codeOf(@Nullable Thread thread) {
        StackTraceElement[] stack = thread == null ? new StackTraceElement[0] : thread.getStackTrace();
        return Arrays.stream(stack)
                .filter(HookClassLoader::isOwn)
                .findFirst()
                .or(() -> Arrays.stream(stack).findFirst())
                .map(frame -> frame.getFileName() + ":" + frame.getLineNumber())
                .orElse("unknown");
    }

    private enum State {
        WAITING,
        RUNNING,
        ABANDONED,
        ENDED
    }
}
