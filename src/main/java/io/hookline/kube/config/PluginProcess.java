package io.hookline.kube.config;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * One run of a credential plugin. Its output is read on a separate thread: reading ignores time limits and interrupts,
 * and ends only when all processes that the plugin started have ended.
 */
final class PluginProcess implements AutoCloseable {

    /** The time to read what is still in the pipe when the plugin has ended. */
    private static final Duration DRAIN_TIME = Duration.ofSeconds(1);

    private final Process process;
    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
    private final FutureTask<Long> reading;

    private PluginProcess(Process process) {
        this.process = process;
        this.reading = new FutureTask<>(() -> process.getInputStream().transferTo(printed));
    }

    /** Starts the plugin, with an empty standard input. */
    static PluginProcess start(ProcessBuilder builder) throws IOException {
        PluginProcess started = new PluginProcess(builder.start());
        Thread.ofVirtual().name("credential-plugin").start(started.reading);
        started.process.getOutputStream().close();
        return started;
    }

    /** Waits for its end. Returns its exit code, or empty if it takes longer. */
    OptionalInt end(Duration limit) throws InterruptedException {
        return process.waitFor(limit) ? OptionalInt.of(process.exitValue()) : OptionalInt.empty();
    }

    /** Returns its output, once it has ended. Processes that it left behind are not waited for. */
    byte[] printed() throws IOException, InterruptedException {
        try {
            var _ = reading.get(DRAIN_TIME.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException _) {
            // Only a process that the plugin left behind can still print.
        } catch (ExecutionException e) {
            throw new IOException("its output cannot be read: " + e.getMessage(), e);
        }
        return printed.toByteArray();
    }

    /** Ends the plugin, with all processes that it has started, if it still runs. */
    @Override
    public void close() {
        if (process.isAlive()) {
            List<ProcessHandle> started = process.descendants().toList(); // unknown after its end
            process.destroyForcibly();
            started.forEach(ProcessHandle::destroyForcibly);
        }
    }
}
