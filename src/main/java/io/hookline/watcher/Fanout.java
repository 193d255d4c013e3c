package io.hookline.watcher;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadFactory;
import java.util.function.Function;

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
     */
    <T> List<String> run(List<T> items, Function<T, Optional<String>> action) throws InterruptedException {
        if (items.size() < 2) {
            return items.stream().flatMap(item -> action.apply(item).stream()).toList();
        }
        List<String> failures = Collections.synchronizedList(new ArrayList<>());
        Semaphore free = new Semaphore(AT_A_TIME);
        List<Thread> running = new ArrayList<>();
        for (T item : items) {
            free.acquire();
            Thread thread = threads.newThread(() -> {
                try {
                    action.apply(item).ifPresent(failures::add);
                } catch (RuntimeException e) {
                    failures.add(e.toString());
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
        return List.copyOf(failures);
    }
}
