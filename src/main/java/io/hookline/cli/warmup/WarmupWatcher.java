package io.hookline.cli.warmup;

import io.hookline.cli.terminal.CliErrors;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** {@code hookline watch} as a process, which writes its AOT cache when it ends. */
final class WarmupWatcher implements AutoCloseable {

    /** Writing the cache takes most of it, which is slow on a busy machine. */
    private static final Duration END_WITHIN = Duration.ofMinutes(3);

    private final Process process;

    private WarmupWatcher(Process process) {
        this.process = process;
    }

    /**
     * Starts it.
     *
     * @param folder gets its {@code watch.aot}
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
     * Ends this process at once and the watcher with it, which cannot start meanwhile: half a run is worth no cache. A JVM
     * that is told to end any other way writes its cache first, which takes seconds, and goes on working until then.
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

    /** Asks it to end, as Kubernetes does. */
    void askToEnd() {
        process.destroy();
    }

    /** Waits until it has ended, and its cache is written. */
    void awaitEnd() throws InterruptedException {
        if (!process.waitFor(END_WITHIN.toSeconds(), TimeUnit.SECONDS)) {
            throw new CliErrors.CommandFailed("the watcher did not end within " + END_WITHIN.toMinutes() + " minutes");
        }
    }

    @Override
    public void close() {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }
}
