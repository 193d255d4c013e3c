package io.hookline.cli;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends the process in good order on Ctrl-C or SIGTERM: what was opened last is closed first. A second signal ends it at
 * once. Thread-safe.
 */
final class Shutdown implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Shutdown.class);

    private final Deque<AutoCloseable> open = new ArrayDeque<>();
    private final CountDownLatch asked = new CountDownLatch(1);

    /** Has something closed at the end. */
    synchronized <T extends AutoCloseable> T closing(T part) {
        open.push(part);
        return part;
    }

    /** Listens to signals from now on. */
    void listen() {
        Signals.handle(List.of("INT", "TERM"), () -> {
            if (asked.getCount() == 0) {
                Runtime.getRuntime().halt(1);
            }
            asked.countDown();
        });
    }

    /** Waits for a signal. */
    void await() throws InterruptedException {
        asked.await();
    }

    /** Whether a signal came, or comes within a time. */
    boolean isAskedWithin(Duration time) throws InterruptedException {
        return asked.await(time.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Whether a signal came. */
    boolean isAsked() {
        return asked.getCount() == 0;
    }

    /** Closes everything that is open. */
    @Override
    public synchronized void close() {
        while (!open.isEmpty()) {
            AutoCloseable part = open.pop();
            try {
                part.close();
            } catch (Exception e) {
                LOG.atWarn().setCause(e).log("not closed in good order: {}", part);
            }
        }
    }
}
