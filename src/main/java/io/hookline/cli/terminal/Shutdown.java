package io.hookline.cli.terminal;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends the process in good order on Ctrl-C or SIGTERM, and with a parent that it is to end with: what was opened last is
 * closed first. A second signal ends it at once. Thread-safe.
 */
public final class Shutdown implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Shutdown.class);
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(250);

    private final Deque<AutoCloseable> open = new ArrayDeque<>();
    private final CountDownLatch asked = new CountDownLatch(1);

    /** Has something closed at the end. */
    public synchronized <T extends AutoCloseable> T closing(T part) {
        open.push(part);
        return part;
    }

    /** Listens to signals, and watches the parent if it is to end with it, from now on. */
    public void listen() {
        Signals.handle(List.of("INT", "TERM"), () -> {
            if (asked.getCount() == 0) {
                Runtime.getRuntime().halt(1);
            }
            asked.countDown();
        });
        ParentProcess.toEndWith()
                .ifPresent(parent -> Thread.ofVirtual().name("parent-watch").start(() -> endWith(parent)));
    }

    private void endWith(ParentProcess parent) {
        try {
            while (!isAskedWithin(BETWEEN_LOOKS)) {
                if (parent.ended()) {
                    LOG.atInfo().log("the parent process ended");
                    asked.countDown();
                }
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /** Waits for a signal. */
    public void await() throws InterruptedException {
        asked.await();
    }

    /** Whether a signal came, or comes within a time. */
    public boolean isAskedWithin(Duration time) throws InterruptedException {
        return asked.await(time.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Whether a signal came. */
    public boolean isAsked() {
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
