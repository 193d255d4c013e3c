package io.hookline.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/** A {@code hookline dev} of the distribution in a folder. */
public final class DevProcess implements AutoCloseable {

    private final Path folder;
    private final Path out;
    private Process process;
    private long started;
    private int cleared;

    /** Prepares a process in a folder. */
    public DevProcess(Path folder) throws IOException {
        this.folder = folder;
        this.out = Files.createTempFile("dev", ".out");
    }

    /** Writes a file of the project, with its folders; one that exists keeps its permissions. */
    public void write(String path, String content) throws IOException {
        Path file = folder.resolve(path);
        Files.createDirectories(file.getParent());
        Files.writeString(file, content);
    }

    /** Starts the process. */
    public void start(String... args) throws IOException {
        List<String> command = new ArrayList<>(List.of(Distribution.HOOKLINE, "dev", "--hook-port", "0"));
        command.addAll(List.of(args));
        started = System.nanoTime();
        process = new ProcessBuilder(Interruptible.command(command))
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(out.toFile())
                .start();
    }

    /** Starts the process in a folder without a project, for the projects of several tests: see {@link #clear()}. */
    void startEmpty() throws IOException {
        start();
        awaitPrinted("end      Ctrl-C\n\n");
        cleared = printed().length();
    }

    /**
     * Deletes the project if there is one, and waits until its objects are gone and its controllers have stopped. Then the
     * process is as new for the project of another test, and what it has printed is forgotten.
     */
    void clear() throws IOException {
        if (!Files.exists(folder.resolve("crd.yaml"))) {
            return;
        }
        delete(path ->
                path.toString().endsWith(".yaml")); // before the hooks: a controller would report that they are gone
        awaitPrinted("deleted          CRD ");
        Awaitility.await()
                .atMost(Duration.ofSeconds(60))
                .pollInterval(Duration.ofMillis(50))
                .until(() -> count("CompositeController started") == count("CompositeController stopped"));
        delete(_ -> true);
        cleared += printed().length();
    }

    private void delete(Predicate<Path> which) throws IOException {
        Path kept = folder.resolve(".hookline");
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path path : all.filter(each -> !each.equals(folder) && !each.startsWith(kept))
                    .filter(which)
                    .sorted(Comparator.reverseOrder()) // what is in a folder comes before it
                    .toList()) {
                Files.delete(path);
            }
        }
    }

    private int count(String text) {
        return printed().split(Pattern.quote(text), -1).length - 1;
    }

    /**
     * Starts the process on a pseudo-terminal.
     *
     * @param variable {@code NAME=VALUE} of its environment; null for none
     */
    public void startOnTerminal(String variable, String... args) throws IOException {
        String command = Distribution.HOOKLINE + " dev --hook-port 0 " + String.join(" ", args);
        started = System.nanoTime();
        ProcessBuilder builder = new ProcessBuilder(
                        Interruptible.command(List.of("script", "-qefc", command, "/dev/null")))
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(out.toFile());
        builder.environment().keySet().removeAll(List.of("NO_COLOR", "FORCE_COLOR", "CLICOLOR_FORCE"));
        builder.environment().put("TERM", "xterm");
        if (variable != null) {
            builder.environment()
                    .put(variable.substring(0, variable.indexOf('=')), variable.substring(variable.indexOf('=') + 1));
        }
        process = builder.start();
    }

    /** Everything that the process has printed, or what it has printed for this project. */
    public String printed() {
        try {
            return Files.readString(out).substring(cleared);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** The command line of the process as every user of the machine can read it. */
    public String commandLine() throws IOException {
        return Files.readString(Path.of("/proc", Long.toString(process.pid()), "cmdline"));
    }

    /** Waits until the process has printed a text. */
    public void awaitPrinted(String text) {
        awaitPrinted(Pattern.compile(text, Pattern.LITERAL));
    }

    /** Waits until a text is printed; the columns of a line depend on whether it comes before or after the one with {@code ready}. */
    void awaitPrinted(Pattern text) {
        Awaitility.await()
                .atMost(Duration.ofSeconds(60))
                .pollInterval(Duration.ofMillis(50))
                .untilAsserted(() -> assertThat(printed()).containsPattern(text));
    }

    /** Waits until a file of the project has content. */
    public void awaitFile(String path) {
        Path file = folder.resolve(path);
        Awaitility.await()
                .atMost(Duration.ofSeconds(60))
                .until(() -> Files.exists(file) && !Files.readString(file).isBlank());
    }

    /** Waits until another process has ended. */
    public void awaitEnd(long pid) {
        Awaitility.await()
                .atMost(Duration.ofSeconds(60))
                .until(() ->
                        ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isEmpty());
    }

    /** The time since the start. */
    public long secondsSinceStart() {
        return Duration.ofNanos(System.nanoTime() - started).toSeconds();
    }

    /** Sends a signal and waits for the end, which must be a success. Returns how long it took. */
    public Duration end(String signal) throws Exception {
        long sent = System.nanoTime();
        new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid()))
                .start()
                .waitFor();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isZero();
        return Duration.ofNanos(System.nanoTime() - sent);
    }

    @Override
    public void close() {
        if (process != null) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
        try {
            Files.deleteIfExists(out);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
