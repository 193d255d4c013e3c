package io.hookline.controlplane;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GuardedProcessIT {

    @TempDir
    private Path folder;

    @Test
    void nothingStaysBehindWhenTheJvmIsKilledTheHardWay() throws IOException {
        Process jvm = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        GuardedSleep.class.getName(),
                        folder.resolve("log").toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        List<ProcessHandle> started = handles(jvm.inputReader().readLine());
        assertThat(started).hasSize(3).allMatch(ProcessHandle::isAlive);

        jvm.destroyForcibly();

        Awaitility.await("guard, program and watcher are gone")
                .atMost(Duration.ofSeconds(60))
                .until(() -> started.stream().noneMatch(ProcessHandle::isAlive));
    }

    private static List<ProcessHandle> handles(String line) {
        return Stream.of(line.split(" "))
                .map(pid -> ProcessHandle.of(Long.parseLong(pid)))
                .flatMap(Optional::stream)
                .toList();
    }

    @Test
    void closingEndsTheProgram() {
        GuardedProcess process = GuardedProcess.start("sleep", folder.resolve("log"), List.of("sleep", "1000"));
        List<ProcessHandle> started =
                ProcessHandle.of(process.pid()).orElseThrow().descendants().toList();

        process.close();

        Awaitility.await()
                .atMost(Duration.ofSeconds(60))
                .until(() -> started.stream().noneMatch(ProcessHandle::isAlive)
                        && ProcessHandle.of(process.pid()).isEmpty());
    }

    @Test
    void aProgramThatEndsByItselfIsNoticedWithItsLastWords() throws IOException {
        Path log = folder.resolve("log");
        GuardedProcess process = GuardedProcess.start("crash", log, List.of("sh", "-c", "echo out of luck; exit 3"));

        Awaitility.await()
                .atMost(Duration.ofSeconds(60))
                .untilAsserted(() -> assertThatThrownBy(process::requireAlive)
                        .hasMessageContaining("crash ended with code 3")
                        .hasMessageContaining("out of luck"));
        assertThat(Files.readString(log)).isEqualTo("out of luck\n");
    }
}
