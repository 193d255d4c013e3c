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
 * One run of a credential plugin. What it prints is read on a thread of its own, as reading hears neither time limits nor
 * interrupts, and does not end before everything has ended that the plugin has started.
 */
final class PluginProcess implements AutoCloseable {

    /** For what is still in the pipe when the plugin has ended. */
    private static final Duration REST = Duration.ofSeconds(1);

    private final Process process;
    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
    private final FutureTask<Long> reading;

    private PluginProcess(Process process) {
        this.process = process;
        this.reading = new FutureTask<>(() -> process.getInputStream().transferTo(printed));
    }

    /** Starts it, with nothing to read. */
    static PluginProcess start(ProcessBuilder builder) throws IOException {
        PluginProcess started = new PluginProcess(builder.start());
        Thread.ofVirtual().name("credential-plugin").start(started.reading);
        started.process.getOutputStream().close();
        return started;
    }

    /** Waits for its end. Returns its exit code, or nothing if it takes longer. */
    OptionalInt end(Duration limit) throws InterruptedException {
        return process.waitFor(limit) ? OptionalInt.of(process.exitValue()) : OptionalInt.empty();
    }

    /** What it printed, once it has ended. A process that it left behind is not waited for. */
    byte[] printed() throws IOException, InterruptedException {
        try {
            var _ = reading.get(REST.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException _) {
            // Somebody else could still print something. The plugin can not.
        } catch (ExecutionException e) {
            throw new IOException("its answer cannot be read: " + e.getMessage(), e);
        }
        return printed.toByteArray();
    }

    /** Ends it, with all that it has started, if it still runs. */
    @Override
    public void close() {
        if (process.isAlive()) {
            List<ProcessHandle> started = process.descendants().toList(); // after its end nobody knows them
            process.destroyForcibly();
            started.forEach(ProcessHandle::destroyForcibly);
        }
    }
}
