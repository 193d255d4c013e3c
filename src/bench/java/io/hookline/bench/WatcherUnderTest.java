package io.hookline.bench;

import io.hookline.controlplane.GuardedProcess;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.awaitility.Awaitility;

/** The process that is measured. */
final class WatcherUnderTest implements AutoCloseable {

    private static final Duration END = Duration.ofSeconds(40);

    private final GuardedProcess guard;
    private final ProcessHandle program;

    private WatcherUnderTest(GuardedProcess guard, ProcessHandle program) {
        this.guard = guard;
        this.program = program;
    }

    /**
     * Starts the process.
     *
     * @param command a shell command
     * @param log the file for its output
     */
    static WatcherUnderTest start(String command, Path log) {
        GuardedProcess guard = GuardedProcess.start("watcher", log, List.of("sh", "-c", "exec " + command));
        ProcessHandle shell = ProcessHandle.of(guard.pid()).orElseThrow();
        Awaitility.await("the watcher's process")
                .pollInterval(Duration.ofMillis(1))
                .pollDelay(Duration.ZERO)
                .until(() -> {
                    guard.requireAlive();
                    return program(shell).isPresent();
                });
        return new WatcherUnderTest(guard, program(shell).orElseThrow());
    }

    /** The child of the guard that is not a part of the guard itself, which has the same command line as the guard. */
    private static Optional<ProcessHandle> program(ProcessHandle guard) {
        Optional<String> own = guard.info().commandLine();
        return guard.children()
                .filter(child -> child.info().commandLine().isPresent())
                .filter(child -> !child.info().commandLine().equals(own))
                .findFirst();
    }

    Usage usage() {
        guard.requireAlive();
        return Usage.of(program);
    }

    /** Sends SIGTERM, as Kubernetes does, and waits for the process to end. */
    @Override
    public void close() {
        program.destroy();
        try {
            program.onExit().get(END.toSeconds(), TimeUnit.SECONDS);
        } catch (TimeoutException _) {
            System.err.println("The watcher did not end within " + END + " after SIGTERM: killed");
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } finally {
            guard.close();
        }
    }
}
