package io.hookline.watcher.model;

import io.hookline.trace.Trace;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Runs independent calls in parallel, at most eight at a time, and collects their failures. */
public final class Fanout {

    private static final int MAX_PARALLEL = 8;

    private final ThreadFactory threads;

    public Fanout(ThreadFactory threads) {
        this.threads = threads;
    }

    /**
     * Runs an action for each item and waits for all. If the caller is interrupted, no more actions start, those that run are
     * interrupted, and they are still waited for: a stopped controller must not write after the one that replaces it started.
     *
     * @param action returns its failure, if it failed
     * @return all failures, in the order of the items
     * @throws RuntimeException or an {@link Error}: the first that an action threw, once all have ended
     * @throws InterruptedException once all have ended
     */
    public <T> SyncFailures run(List<T> items, Function<T, Optional<SyncException>> action)
            throws InterruptedException {
        SyncFailures failures = new SyncFailures();
        if (items.size() < 2) {
            items.forEach(item -> action.apply(item).ifPresent(failures::add));
            return failures;
        }
        AtomicReference<@Nullable Throwable> thrown = new AtomicReference<>();
        AtomicInteger next = new AtomicInteger();
        AtomicBoolean ended = new AtomicBoolean();
        Runnable worker = Trace.inherited(() -> {
            for (int i = next.getAndIncrement(); i < items.size() && !ended.get(); i = next.getAndIncrement()) {
                int place = i;
                try {
                    action.apply(items.get(i)).ifPresent(failure -> failures.add(place, failure));
                } catch (RuntimeException
                        | Error e) { // otherwise it is lost with this thread, and the sync counts as a success
                    thrown.compareAndSet(null, e);
                }
            }
        });
        List<Thread> running = Stream.generate(() -> threads.newThread(worker))
                .limit(Math.min(MAX_PARALLEL, items.size()))
                .toList();
        running.forEach(Thread::start);
        try {
            for (Thread thread : running) {
                thread.join();
            }
        } catch (InterruptedException e) {
            ended.set(true);
            running.forEach(Thread::interrupt);
            joinAll(running);
            throw e;
        }
        rethrow(thrown.get());
        return failures;
    }

    /** Waits for all threads, even if the caller is interrupted meanwhile. */
    private static void joinAll(List<Thread> running) {
        boolean interrupted = false;
        for (Thread thread : running) {
            while (thread.isAlive()) {
                try {
                    thread.join();
                } catch (InterruptedException _) {
                    interrupted = true;
                }
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private static void rethrow(@Nullable Throwable thrown) {
        if (thrown instanceof Error error) {
            throw error;
        }
        if (thrown instanceof RuntimeException exception) {
            throw exception;
        }
    }
}
