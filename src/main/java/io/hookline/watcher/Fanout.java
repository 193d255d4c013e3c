package io.hookline.watcher;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Runs independent writes in parallel, a few at a time, and collects what went wrong. */
final class Fanout {

    private static final int AT_A_TIME = 8;

    private final ThreadFactory threads;

    Fanout(ThreadFactory threads) {
        this.threads = threads;
    }

    /**
     * Runs all of them and waits.
     *
     * @param action gives the text of its failure, if it failed
     * @return all failures, in no order
     * @throws RuntimeException or an {@link Error}: the first that an action threw, once all have ended
     */
    <T> List<String> run(List<T> items, Function<T, Optional<String>> action) throws InterruptedException {
        if (items.size() < 2) {
            return items.stream().flatMap(item -> action.apply(item).stream()).toList();
        }
        List<String> failures = Collections.synchronizedList(new ArrayList<>());
        AtomicReference<@Nullable Throwable> thrown = new AtomicReference<>();
        Semaphore free = new Semaphore(AT_A_TIME);
        List<Thread> running = new ArrayList<>();
        for (T item : items) {
            free.acquire();
            Thread thread = threads.newThread(() -> {
                try {
                    action.apply(item).ifPresent(failures::add);
                } catch (RuntimeException
                        | Error e) { // would be lost with this thread, and the sync count as a success
                    thrown.compareAndSet(null, e);
                } finally {
                    free.release();
                }
            });
            running.add(thread);
            thread.start();
        }
        for (Thread thread : running) {
            thread.join();
        }
        rethrow(thrown.get());
        return List.copyOf(failures);
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
