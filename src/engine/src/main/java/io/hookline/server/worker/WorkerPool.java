package io.hookline.server.worker;

import io.hookline.hook.protocol.HookException;
import io.hookline.hook.protocol.HookTime;
import io.hookline.object.HumanDuration;
import io.hookline.server.call.CallRejectedException;
import io.hookline.server.executable.ProcessTree;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The workers of one version of a hook in one language. Thread-safe.
 *
 * <p>A call uses the worker that was used last. If all are in use, it starts another one. A worker ends when it had no
 * call for some time, or when another worker needs its memory ({@link WorkerMemory}).
 */
final class WorkerPool {

    private static final Logger LOG = LoggerFactory.getLogger(WorkerPool.class);

    static final Duration MAX_IDLE = Duration.ofMinutes(5);

    /**
     * Descriptors 3 and 4 are the protocol. What the hook prints is logged, and it cannot read requests. A terminal
     * sends Ctrl-C to the workers too, which must still answer the calls that the server waits for before it ends.
     */
    private static final String REDIRECT = "trap '' INT; exec \"$@\" 3<&0 4>&1 </dev/null >&2";

    private final String hook;
    private final WorkerFiles files;
    private final WorkerSettings settings;
    private final StartBackOff backOff;
    private final String mark = ProcessHandle.current().pid() + "-" + Long.toHexString(System.nanoTime()) + "-w";
    private final AtomicLong started = new AtomicLong();

    private final Set<Worker> busy = new HashSet<>();
    private boolean closed;

    /** Whether the timer runs that looks for workers without calls. */
    private boolean timed;

    WorkerPool(String hook, WorkerFiles files, WorkerSettings settings) {
        this.hook = hook;
        this.files = files;
        this.settings = settings;
        this.backOff = new StartBackOff(settings.nanoTime());
    }

    /**
     * Takes a worker that runs, or starts one.
     *
     * @param wait how long to wait for memory, in nanoseconds
     * @param left how long its start may take, asked when it starts
     * @throws HookException if it does not load the hook
     * @throws CallRejectedException if it gets no memory in time, or another start took too long just now
     * @throws TimeoutException if it does not load the hook in time; its message is that of {@link #stop}
     */
    Worker take(long wait, LongSupplier left) throws InterruptedException, TimeoutException {
        if (settings.memory().idleSince(this).isEmpty()) {
            backOff.check(hook); // first, since workers of other hooks may have to end for this one
        }
        WorkerMemory.Share share = settings.memory().take(this, hook, files.language(), wait);
        Optional<Worker> running = share.worker();
        Worker worker = running.isPresent() ? running.get() : launch(share);
        synchronized (this) {
            busy.add(worker);
        }
        if (running.isEmpty()) {
            load(worker, left.getAsLong());
        }
        return worker;
    }

    private void load(Worker worker, long nanos) throws InterruptedException, TimeoutException {
        String error = "it was not ready in time";
        boolean late = false;
        boolean interrupted = false;
        try {
            error = problemOf(worker.ready(nanos));
        } catch (InterruptedException e) {
            interrupted = true; // by the caller: the next call must not wait for that
            throw e;
        } catch (TimeoutException _) {
            late = true;
            throw new TimeoutException(stop(worker));
        } catch (Worker.EndedException e) {
            error = "the worker of " + hook + " ended at its start, " + e.getMessage();
        } finally {
            if (error.isEmpty()) {
                backOff.succeeded();
            } else {
                if (!interrupted) {
                    backOff.failed(error, late);
                }
                discard(worker);
            }
        }
        if (!error.isEmpty()) {
            throw new HookException(error);
        }
    }

    private String problemOf(WorkerLines.Reply reply) {
        return reply.error()
                .map(error -> error + (reply.outOfMemory() ? ": " + explainMemory() : ""))
                .orElse("");
    }

    private Worker launch(WorkerMemory.Share share) {
        boolean launched = false;
        try {
            backOff.check(hook);
            Worker worker = launched(share);
            launched = true;
            return worker;
        } finally {
            if (!launched) {
                share.free();
            }
        }
    }

    private Worker launched(WorkerMemory.Share share) {
        List<String> command = new ArrayList<>(List.of("/bin/sh", "-c", REDIRECT, "hookline-worker"));
        command.addAll(files.command(settings.path(), settings.memory().limit(files.language())));
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(files.folder().toFile());
        ProcessTree tree = new ProcessTree(mark + started.incrementAndGet());
        tree.addTo(builder.environment());
        files.language().addTo(builder.environment());
        builder.environment().remove(HookTime.VARIABLE); // that of a parent process is not the time of a call
        try {
            return new Worker(hook, builder.start(), tree, settings.pumps(), explainMemory(), share);
        } catch (IOException e) {
            throw new HookException("cannot start a worker of " + hook + ": " + e.getMessage(), e);
        }
    }

    /** Which memory limit a worker has reached, for messages. */
    String explainMemory() {
        return settings.memory().explain(files.language());
    }

    /** Keeps a worker for the next call. */
    void giveBack(Worker worker) {
        synchronized (this) {
            busy.remove(worker);
            if (!closed) {
                settings.memory().keep(this, worker, settings.nanoTime().getAsLong());
                if (!timed) {
                    timed = true;
                    settings.timer().after(MAX_IDLE, this::endIdle);
                }
                return;
            }
        }
        worker.kill();
    }

    /**
     * Where a worker is that took too long, as the end of a sentence: {@code " at sync.py:12"}; empty if it cannot
     * tell.
     */
    String stop(Worker worker) throws InterruptedException {
        return files.language().printsStack() ? worker.stop(files.folder()) : "";
    }

    /** Ends a worker that cannot be used any more. */
    void discard(Worker worker) {
        synchronized (this) {
            busy.remove(worker);
        }
        worker.kill();
    }

    /** Ends the workers that had no call for some time. */
    private void endIdle() {
        List<Worker> ended;
        synchronized (this) {
            long now = settings.nanoTime().getAsLong();
            ended = settings.memory().removeIdle(this, now - MAX_IDLE.toNanos());
            List<Long> idle = settings.memory().idleSince(this);
            timed = !idle.isEmpty() || !busy.isEmpty();
            if (timed) {
                long oldest = idle.isEmpty() ? 0 : now - idle.getFirst();
                settings.timer().after(MAX_IDLE.minusNanos(oldest), this::endIdle);
            }
        }
        ended.forEach(Worker::kill);
        if (!ended.isEmpty()) {
            LOG.atDebug()
                    .addKeyValue("hook", hook)
                    .addKeyValue("workers", ended.size())
                    .log("idle workers ended");
        }
    }

    /** Kills the workers that are in use, so that their calls fail. */
    void killBusy() {
        List<Worker> all;
        synchronized (this) {
            all = List.copyOf(busy);
        }
        all.forEach(Worker::kill);
    }

    /** Ends the workers that are not in use now, and the others after their calls. */
    void close() {
        List<Worker> ended;
        synchronized (this) {
            closed = true;
            ended = settings.memory().removeIdle(this, settings.nanoTime().getAsLong());
        }
        ended.forEach(Worker::kill);
    }

    /** The number of workers that run. */
    synchronized int size() {
        return settings.memory().idleSince(this).size() + busy.size();
    }

    /** The pauses between starts of workers that fail one after the other. Thread-safe. */
    static final class StartBackOff {

        private static final Duration FIRST = Duration.ofMillis(100);
        private static final Duration LONGEST = Duration.ofSeconds(30);
        private static final int MAX_DOUBLINGS = 10;

        private final LongSupplier nanoTime;
        private int failures;
        private long next;
        private String lastError = "";
        private boolean tookTooLong;

        StartBackOff(LongSupplier nanoTime) {
            this.nanoTime = nanoTime;
        }

        /**
         * Does nothing if another start may begin.
         *
         * @throws HookException if it is too early, since the script failed
         * @throws CallRejectedException with 503 if it is too early, since a start took too long: on a busy machine, no script is wrong
         */
        synchronized void check(String hook) {
            long left = next - nanoTime.getAsLong();
            if (failures > 0 && left > 0) {
                String message = "the next worker of " + hook + " starts in "
                        + HumanDuration.text(Duration.ofNanos(left))
                        + " at the earliest, since the last start failed (attempt " + failures + "): " + lastError;
                throw tookTooLong ? new CallRejectedException(503, message) : new HookException(message);
            }
        }

        /** @param late whether the script was still being loaded when its time was over */
        synchronized void failed(String error, boolean late) {
            lastError = error;
            tookTooLong = late;
            long pause = Math.min(FIRST.toNanos() << Math.min(failures, MAX_DOUBLINGS), LONGEST.toNanos());
            failures++;
            next = nanoTime.getAsLong() + pause;
        }

        synchronized void succeeded() {
            failures = 0;
        }
    }
}
