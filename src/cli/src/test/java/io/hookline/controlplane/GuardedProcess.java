package io.hookline.controlplane;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/**
 * A process that cannot outlive this JVM: it runs under a small shell that holds the other end of a pipe from here and
 * kills it when the pipe closes, which the kernel does for us whatever ends this JVM.
 */
public final class GuardedProcess implements AutoCloseable {

    // The process gets no part of the pipe, or its own children would hold it open.
    private static final String GUARD = """
            exec 3<&0
            "$@" </dev/null 3<&- &
            child=$!
            { while read -r _ <&3; do :; done; kill -KILL "$child" 2>/dev/null; } &
            watcher=$!
            exec 3<&-
            wait "$child"
            code=$?
            kill -KILL "$watcher" 2>/dev/null
            exit "$code"
            """;

    private final String name;
    private final Path log;
    private final Process guard;

    private GuardedProcess(String name, Path log, Process guard) {
        this.name = name;
        this.log = log;
        this.guard = guard;
    }

    /** Starts a program; all that it prints goes to a file. */
    public static GuardedProcess start(String name, Path log, List<String> command) {
        List<String> guarded = new ArrayList<>(List.of("sh", "-c", GUARD, name));
        guarded.addAll(command);
        try {
            Process guard = new ProcessBuilder(guarded)
                    .redirectErrorStream(true)
                    .redirectOutput(log.toFile())
                    .start();
            return new GuardedProcess(name, log, guard);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The guard's process id; the program is its child. */
    public long pid() {
        return guard.pid();
    }

    /** Sends a signal to the program. */
    public void signal(String name) {
        try {
            ProcessHandle program = guard.children()
                    .filter(child -> child.info()
                            .command()
                            .filter(command -> !command.endsWith("sh"))
                            .isPresent())
                    .findFirst()
                    .orElseThrow();
            new ProcessBuilder("kill", "-" + name, Long.toString(program.pid()))
                    .start()
                    .waitFor();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /** The exit code of the program; empty while it runs. */
    public OptionalInt exitCode() {
        return guard.isAlive() ? OptionalInt.empty() : OptionalInt.of(guard.exitValue());
    }

    /** Fails with the end of its log if it is not running any more. */
    public void requireAlive() {
        if (!guard.isAlive()) {
            throw new IllegalStateException(name + " ended with code " + guard.exitValue() + ":\n" + endOfLog());
        }
    }

    private String endOfLog() {
        try {
            List<String> lines = Files.readAllLines(log);
            return String.join("\n", lines.subList(Math.max(0, lines.size() - 15), lines.size()));
        } catch (IOException e) {
            return e.toString();
        }
    }

    /** Ends the program and waits for it. */
    @Override
    public void close() {
        try {
            guard.getOutputStream().close();
            guard.waitFor();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
