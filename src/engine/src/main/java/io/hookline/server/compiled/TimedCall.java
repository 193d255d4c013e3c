package io.hookline.server.compiled;

import io.hookline.hook.protocol.HookException;
import io.hookline.hook.protocol.HookReply;
import io.hookline.object.DecodeException;
import io.hookline.object.HumanDuration;
import io.hookline.server.call.CallRejectedException;
import io.hookline.server.call.CallWatchdog;
import io.hookline.server.call.HookConcurrency;
import java.time.Duration;
import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One call of a Java hook. It counts as hanging from its timeout to its end. */
final class TimedCall implements Runnable, CallWatchdog.Watched {

    private static final Logger LOG = LoggerFactory.getLogger(TimeLimitedHook.class);

    /** The time that an interrupted call has to end before it is reported as hanging; on a busy machine, threads need some. */
    private static final long GRACE_MILLIS = 500;

    /** Null if it will not run: calls that wait in vain must not keep their requests. */
    private volatile @Nullable Callable<HookReply> code;

    private final HookConcurrency places;
    private final Duration timeout;
    private final long start = System.nanoTime();
    private final CompletableFuture<HookReply> result = new CompletableFuture<>();
    private final CountDownLatch ended = new CountDownLatch(1);

    // Changes of the state hold the lock, so that no interrupt reaches the next call of the thread.
    private State state = State.WAITING;
    private @Nullable Thread thread;
    private HookConcurrency.@Nullable Place place;

    private enum State {
        WAITING,
        RUNNING,
        ABANDONED,
        ENDED
    }

    TimedCall(Callable<HookReply> code, HookConcurrency places, Duration timeout) {
        this.code = code;
        this.places = places;
        this.timeout = timeout;
    }

    /** The reply. A failure is what the caller of the hook catches. */
    CompletableFuture<HookReply> result() {
        return result;
    }

    @Override
    public long deadline() {
        return start + timeout.toNanos();
    }

    /** Runs the hook in a thread of its own version. */
    @Override
    public void run() {
        try {
            if (!begins(places.take(timeout, start))) {
                return;
            }
        } catch (CallRejectedException e) {
            fail(e);
            return;
        } catch (InterruptedException e) {
            fail(new HookException("the hook server stops", e));
            return;
        }
        HookReply reply = null;
        Throwable failure = null;
        try {
            reply = Objects.requireNonNull(code).call();
        } catch (Throwable e) { // the caller gets it, whatever it is
            failure = e;
        }
        if (!ends()) {
            return; // the caller has its answer already
        }
        if (reply == null) {
            result.completeExceptionally(failure(failure));
        } else {
            result.complete(reply);
        }
    }

    private static RuntimeException failure(@Nullable Throwable cause) {
        return switch (cause) {
            case DecodeException e -> e;
            case HookException e -> e;
            case null, default -> new HookException(String.valueOf(cause), cause);
        };
    }

    private synchronized boolean begins(HookConcurrency.Place taken) {
        if (state != State.WAITING) {
            taken.free();
            return false;
        }
        place = taken;
        thread = Thread.currentThread();
        state = State.RUNNING;
        return true;
    }

    /** The code has ended; returns whether a caller still waits for it. */
    private synchronized boolean ends() {
        boolean inTime = state == State.RUNNING;
        HookConcurrency.Place taken = place;
        state = State.ENDED;
        thread = null;
        if (taken != null && inTime) {
            taken.free();
        } else if (taken != null && taken.recover()) {
            LOG.atDebug().addKeyValue("hook", places.hook()).log("abandoned hook call ended");
        }
        var _ = Thread.interrupted(); // what interrupted this call must not end the next one
        ended.countDown();
        return inTime;
    }

    /** The hook was reloaded, or its caller has gone away: its place stays taken until the code ends. */
    void abandon() {
        if (leave() != State.ENDED) {
            result.completeExceptionally(CallRejectedException.reloaded(places.hook()));
        }
    }

    /** The caller does not wait any longer, usually since its timeout is shorter. */
    void giveUp() {
        if (leave() == State.RUNNING) {
            endsSoon();
        }
        result.completeExceptionally(CallRejectedException.reloaded(places.hook()));
    }

    /** The call did not begin, and will not. */
    void refuse(Throwable why) {
        leave();
        fail(new CallRejectedException(
                503, "hook " + places.hook() + " cannot run: no thread can be started: " + why.getMessage()));
    }

    /** Interrupts the code. Returns the state before. */
    private synchronized State leave() {
        State before = state;
        if (before == State.WAITING) {
            state = State.ENDED;
            code = null;
            ended.countDown();
        } else if (before == State.RUNNING && place != null && thread != null) {
            place.hang();
            state = State.ABANDONED;
            thread.interrupt();
        }
        return before;
    }

    @Override
    public void expire() {
        String spent = spent() + ownLine().map(line -> " at " + line).orElse("");
        State before = leave();
        if (before == State.WAITING) {
            fail(busy());
        } else if (before == State.RUNNING) {
            fail(new CallRejectedException(
                    504,
                    "hook " + places.hook() + " gave no answer within " + HumanDuration.text(timeout) + ": " + spent
                            + (endsSoon() ? "" : "; it does not end when interrupted")));
        }
    }

    private void fail(RuntimeException e) {
        result.completeExceptionally(e);
    }

    private CallRejectedException busy() {
        try {
            return places.busy(start);
        } catch (CallRejectedException e) {
            return e; // all places hang
        }
    }

    private synchronized String spent() {
        return place == null ? "" : place.spent();
    }

    /** Whether the interrupted code ends. If it runs on, logs the line of its code. */
    private boolean endsSoon() {
        try {
            if (ended.await(GRACE_MILLIS, TimeUnit.MILLISECONDS)) {
                return true;
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt(); // the process ends
        }
        LOG.atWarn()
                .addKeyValue("hook", places.hook())
                .addKeyValue("hanging", places.hanging() + " of " + places.size())
                .addKeyValue("at", line())
                .log("hook call hangs: it runs on after its timeout and an interrupt;"
                        + " fix and reload the hook, restart the server to end the thread");
        return false;
    }

    /** The line that the thread executes: of the hook's code, if it can be found. */
    private String line() {
        return ownLine()
                .or(() -> Arrays.stream(stack()).findFirst().map(TimedCall::shown))
                .orElse("unknown");
    }

    private Optional<String> ownLine() {
        return Arrays.stream(stack()).filter(HookClassLoader::isOwn).findFirst().map(TimedCall::shown);
    }

    private static String shown(StackTraceElement frame) {
        return frame.getFileName() + ":" + frame.getLineNumber();
    }

    private synchronized StackTraceElement[] stack() {
        return thread == null ? new StackTraceElement[0] : thread.getStackTrace();
    }
}
