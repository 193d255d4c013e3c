package io.hookline.reconcile;

import io.hookline.queue.Priority;
import io.hookline.queue.WorkQueue;
import io.hookline.queue.WorkQueue.Taken;
import io.hookline.trace.Trace;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes keys from a queue, passes them to a reconciler and acts on the outcomes. The only place that decides about
 * retries.
 *
 * <p>Runs in threads ({@link #start}) or one key at a time in the caller's thread ({@link #runOne}). No exception of a
 * reconciler or an observer ends it, except a {@link VirtualMachineError}. Thread-safe.
 *
 * @param <K> the keys
 */
public final class ControllerLoop<K> {

    private static final Logger LOG = LoggerFactory.getLogger(ControllerLoop.class);

    private static final String RETRY = "retry after failure";

    private final String name;
    private final WorkQueue<K> queue;
    private final Reconciler<K> reconciler;
    private final LoopObserver<K> observer;
    private final Optional<LongSupplier> traces;

    private volatile List<Thread> threads = List.of();
    private volatile CountDownLatch running = new CountDownLatch(0);
    private volatile boolean stopping;

    /**
     * A loop that does nothing until {@link #start} or {@link #runOne}.
     *
     * @param name for logs, such as {@code CompositeController-web}
     * @param queue belongs to this loop from now on: {@link #stop} shuts it down
     */
    public ControllerLoop(String name, WorkQueue<K> queue, Reconciler<K> reconciler, LoopObserver<K> observer) {
        this(name, queue, reconciler, observer, Optional.empty());
    }

    /**
     * The same, with a {@link Trace} for each reconcile, which covers the calls of the observer.
     *
     * @param traces random numbers for the ids of the traces
     */
    public ControllerLoop(
            String name, WorkQueue<K> queue, Reconciler<K> reconciler, LoopObserver<K> observer, LongSupplier traces) {
        this(name, queue, reconciler, observer, Optional.of(traces));
    }

    private ControllerLoop(
            String name,
            WorkQueue<K> queue,
            Reconciler<K> reconciler,
            LoopObserver<K> observer,
            Optional<LongSupplier> traces) {
        this.traces = traces;
        this.name = name;
        this.queue = queue;
        this.reconciler = reconciler;
        this.observer = observer;
    }

    /** The name for logs. */
    public String name() {
        return name;
    }

    /** How many workers were started. */
    public int workers() {
        return threads.size();
    }

    /** How many workers have ended although the loop was not stopped, after an error of the virtual machine. */
    public int lostWorkers() {
        return stopping
                ? 0
                : (int) threads.stream().filter(worker -> !worker.isAlive()).count();
    }

    /**
     * Starts workers, once. A loop that was stopped before it started stays stopped.
     *
     * @param workers how many keys are processed at a time
     * @throws IllegalStateException if it was started before
     */
    public synchronized void start(ThreadFactory factory, int workers) {
        if (!threads.isEmpty()) {
            throw new IllegalStateException(name + " was started before");
        }
        if (stopping) {
            return;
        }
        running = new CountDownLatch(workers);
        List<Thread> started = Stream.generate(() -> factory.newThread(this::work))
                .limit(workers)
                .toList();
        started.forEach(Thread::start);
        threads = started;
    }

    /** Processes one key in the caller's thread; returns false if no key was ready. */
    public boolean runOne() {
        Optional<Taken<K>> taken = stopping ? Optional.empty() : queue.poll();
        taken.ifPresent(this::process);
        return taken.isPresent();
    }

    /**
     * Stops: no more keys are taken, and those in processing are waited for. After the grace period their workers are
     * interrupted and not waited for.
     *
     * @return whether all workers ended within the grace period
     */
    public boolean stop(Duration grace) {
        synchronized (this) {
            stopping = true;
        }
        queue.shutDown();
        boolean ended = false;
        try {
            ended = running.await(TimeUnit.NANOSECONDS.convert(grace), TimeUnit.NANOSECONDS);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt(); // the caller was interrupted: do not wait for the workers any longer
        }
        if (!ended) {
            threads.forEach(Thread::interrupt);
        }
        return ended;
    }

    private void work() {
        try {
            while (!stopping) {
                workOnNext();
            }
        } finally {
            running.countDown();
        }
    }

    private void workOnNext() {
        try {
            queue.take().ifPresent(this::processUnlessStopping);
        } catch (InterruptedException e) {
            // Not interrupted by stop, so the worker continues.
            LOG.atDebug().addKeyValue("loop", name).setCause(e).log("worker interrupted while waiting for a key");
        }
    }

    private void processUnlessStopping(Taken<K> taken) {
        if (stopping) {
            queue.done(taken.key());
        } else {
            process(taken);
        }
    }

    private void process(Taken<K> taken) {
        Instant start = queue.clock().instant();
        traces.ifPresentOrElse(
                random -> Trace.start(random, taken.causes(), taken.change(), taken.addedAt(), start)
                        .run(() -> process(taken, start)),
                () -> process(taken, start));
    }

    private void process(Taken<K> taken, Instant start) {
        K key = taken.key();
        try {
            observe(() -> observer.started(key, taken.causes()));
            Outcome outcome = reconcile(key, taken);
            act(key, outcome);
            Duration took = Duration.between(start, queue.clock().instant());
            observe(() -> observer.finished(key, outcome, took));
        } finally {
            queue.done(key);
        }
    }

    private Outcome reconcile(K key, Taken<K> taken) {
        try {
            return Objects.requireNonNull(reconciler.reconcile(key, taken.causes()), "a reconcile without outcome");
        } catch (InterruptedException _) {
            return Outcome.retry("interrupted");
        } catch (StackOverflowError e) {
            return Outcome.failed(e); // the stack is unwound here, so the worker can continue
        } catch (VirtualMachineError e) {
            queue.retry(key, "virtual machine exhausted");
            throw e;
        } catch (Throwable e) {
            return Outcome.failed(e);
        }
    }

    private void act(K key, Outcome outcome) {
        switch (outcome) {
            case Outcome.AwaitChange() -> queue.forget(key);
            case Outcome.RequeueAfter(Duration delay) -> {
                queue.forget(key);
                queue.addAfter(key, delay, Priority.RESYNC, "resync");
            }
            case Outcome.RetryAfter(Duration delay, String why) -> queue.retryAfter(key, delay, why);
            case Outcome.Waiting _ -> {}
            case Outcome.Retry(String why) -> queue.retry(key, why);
            case Outcome.Failed(Throwable cause, Optional<Duration> after) -> retryFailed(key, cause, after);
        }
    }

    /** A delay that was requested does not change the failure count, but this was a further attempt. */
    private void retryFailed(K key, Throwable cause, Optional<Duration> after) {
        int requested = after.isPresent() ? 1 : 0;
        Duration next = after.orElseGet(() -> queue.retry(key, RETRY));
        after.ifPresent(delay -> queue.retryAfter(key, delay, RETRY));
        int attempt = Math.max(1, queue.failures(key) + requested); // they may have been forgotten meanwhile
        observe(() -> observer.failed(key, cause, attempt, next));
    }

    private void observe(Runnable call) {
        try {
            call.run();
        } catch (RuntimeException | Error e) {
            LOG.atError().addKeyValue("loop", name).setCause(e).log("observer failed");
        }
    }
}
