package io.hookline.cli.warmup;

import io.hookline.cli.terminal.CliErrors;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A {@code hookline watch} process, which writes its AOT cache when it ends. */
final class WarmupWatcher implements AutoCloseable {

    /** Most of this time is for writing the cache, which is slow on a busy machine. */
    private static final Duration END_WITHIN = Duration.ofMinutes(3);

    private final Process process;

    private WarmupWatcher(Process process) {
        this.process = process;
    }

    /**
     * Starts the process.
     *
     * @param folder for its {@code watch.aot}
     */
    static synchronized WarmupWatcher start(Path launcher, Path folder, Path kubeconfig) {
        List<String> command = List.of(
                launcher.toString(),
                "watch",
                "--kubeconfig=" + kubeconfig,
                "--metrics-address=127.0.0.1:0",
                "--health-probe-bind-address=127.0.0.1:0");
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(Redirect.INHERIT);
        builder.environment()
                .put("HOOKLINE_AOT_OUTPUT", folder.resolve("watch.aot").toString());
        try {
            return new WarmupWatcher(builder.start());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot start " + launcher, e);
        }
    }

    /**
     * Kills this process and the watcher at once, since the cache of an incomplete run is useless. The lock keeps the watcher
     * from starting at the same time. Any other signal makes a JVM write its cache first, which takes seconds.
     */
    static synchronized void giveUp() {
        ProcessHandle self = ProcessHandle.current();
        self.descendants().forEach(ProcessHandle::destroyForcibly);
        try {
            new ProcessBuilder("kill", "-KILL", Long.toString(self.pid()))
                    .start()
                    .waitFor();
        } catch (IOException | InterruptedException _) {
            Runtime.getRuntime().halt(1);
        }
    }

    /** Sends SIGTERM, as Kubernetes does. */
    void terminate() {
        process.destroy();
    }

    /** Waits until the process has ended and its cache is written. */
    void awaitEnd() throws InterruptedException {
        if (!process.waitFor(END_WITHIN.toSeconds(), TimeUnit.SECONDS)) {
            throw new CliErrors.CommandFailed("the watcher process did not end within " + END_WITHIN.toMinutes()
                    + " minutes; try again on a machine that is less busy");
        }
    }

    @Override
    public void close() {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }
}
