package io.hookline.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;

/** A command of the distribution as a process with a heap of 256 MB. */
public final class SmallProcess implements AutoCloseable {

    private final Process process;
    private final Path out;

    private SmallProcess(Process process, Path out) {
        this.process = process;
        this.out = out;
    }

    /** Starts a command. */
    public static SmallProcess start(Path folder, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(Distribution.HOOKLINE));
        command.addAll(List.of(arguments));
        Path out = folder.resolve("out");
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(out.toFile());
        builder.environment().put("HOOKLINE_JVM_OPTIONS", "-Xmx256m");
        return new SmallProcess(builder.start(), out);
    }

    /** Waits until the process has printed a text. */
    public void awaitPrinted(String text) {
        Awaitility.await()
                .atMost(Duration.ofMinutes(5))
                .untilAsserted(() -> assertThat(printed()).contains(text));
    }

    /** Asserts that the process still runs and has never run out of memory. */
    public void assertRunning() {
        assertThat(process.isAlive()).as(printed()).isTrue();
        assertThat(printed()).doesNotContain("OutOfMemoryError");
    }

    private String printed() {
        try {
            return Files.readString(out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        process.destroy();
        assertThat(process.onExit()).succeedsWithin(Duration.ofSeconds(60));
    }
}
