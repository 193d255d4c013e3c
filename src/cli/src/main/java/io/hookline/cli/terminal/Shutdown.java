package io.hookline.cli.terminal;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stops the process on Ctrl-C, on SIGTERM, or when a watched parent process ends. Resources are closed in reverse
 * order. A second signal stops the process at once. Thread-safe.
 */
public final class Shutdown implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Shutdown.class);
    private static final Duration PARENT_POLL_INTERVAL = Duration.ofMillis(250);

    private final Deque<AutoCloseable> open = new ArrayDeque<>();
    private final CountDownLatch requested = new CountDownLatch(1);
    private volatile Runnable whenRequested = () -> {};
    private volatile boolean terminated;

    /** Registers a resource to be closed on shutdown. */
    public synchronized <T extends AutoCloseable> T closing(T part) {
        open.push(part);
        return part;
    }

    /** Starts to handle signals and, if configured, to watch the parent process. */
    public void listen() {
        Signals.handle(List.of("INT", "TERM"), signal -> {
            if (requested.getCount() == 0) {
                Runtime.getRuntime().halt(1);
            }
            if (signal.equals("INT") && Terminals.isErr()) {
                endEcho(new FileOutputStream(FileDescriptor.err));
            }
            terminated = signal.equals("TERM");
            request();
        });
        ParentProcess.toEndWith()
                .ifPresent(parent -> Thread.ofVirtual().name("parent-watch").start(() -> endWith(parent)));
    }

    /** Begins a new line after the {@code ^C} that the terminal shows. */
    private static void endEcho(OutputStream terminal) {
        try {
            terminal.write('\n');
        } catch (IOException _) {
            // the terminal is gone
        }
    }

    /** Starts to handle signals: the first one ends the process, and those of hooks, with exit code 1. */
    public void endAtOnce() {
        whenRequested(() -> {
            ProcessHandle.current().descendants().forEach(ProcessHandle::destroyForcibly);
            Runtime.getRuntime().halt(1);
        });
        listen();
    }

    private void endWith(ParentProcess parent) {
        try {
            while (!isRequestedWithin(PARENT_POLL_INTERVAL)) {
                if (parent.ended()) {
                    LOG.atInfo().log("the parent process ended");
                    request();
                }
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /** Requests a shutdown, as a signal does. */
    public void request() {
        requested.countDown();
        whenRequested.run();
    }

    /**
     * Runs an action when a shutdown is requested, on the thread of the signal: also if no other thread waits for it.
     */
    public void whenRequested(Runnable action) {
        whenRequested = action;
    }

    /** Waits until a shutdown is requested. */
    public void await() throws InterruptedException {
        requested.await();
    }

    /** Whether a shutdown was requested, or is requested within this time. */
    public boolean isRequestedWithin(Duration time) throws InterruptedException {
        return requested.await(time.toMillis(), TimeUnit.MILLISECONDS);
    }

    /**
     * Whether SIGTERM requested the shutdown, as the kubelet does: then others may still send requests to this process.
     */
    public boolean isTerminated() {
        return terminated;
    }

    /** Whether a shutdown was requested. */
    public boolean isRequested() {
        return requested.getCount() == 0;
    }

    /** Closes all registered resources. A failure is logged and does not stop the others. */
    @Override
    public synchronized void close() {
        while (!open.isEmpty()) {
            AutoCloseable part = open.pop();
            try {
                part.close();
            } catch (Exception e) {
                LOG.atWarn().setCause(e).addKeyValue("resource", part).log("failed to close");
            }
        }
    }
}
