package io.hookline.distribution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code hookline check} and {@code hookline test} as processes: their folders, exit codes and signals. {@code CheckReportsTest} has what they find. */
class CheckIT {

    @TempDir
    private Path folder;

    private record Result(int exit, String out, String err) {}

    private static Result run(Path in, String... args) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(Distribution.HOOKLINE));
        command.addAll(List.of(args));
        Path err = Files.createTempFile("check", ".err");
        Process process = new ProcessBuilder(command)
                .directory(in.toFile())
                .redirectError(err.toFile())
                .start();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        Result result = new Result(process.waitFor(), out, Files.readString(err));
        Files.delete(err);
        return result;
    }

    private void write(String path, String content) throws IOException {
        Path file = folder.resolve(path);
        Files.createDirectories(file.getParent());
        Files.writeString(file, content);
    }

    /** A flat folder. */
    @BeforeEach
    void project() throws IOException {
        write("webapp/crd.yaml", ProjectFiles.CRD);
        write("webapp/controller.yaml", ProjectFiles.CONTROLLER);
        write("webapp/sample.yaml", ProjectFiles.SAMPLE);
        write("webapp/sync.py", ProjectFiles.HOOK);
        write("webapp/fixtures/first.request.json", ProjectFiles.REQUEST);
        write("webapp/fixtures/first.answer.json", ProjectFiles.ANSWER);
        write("webapp/expect.yaml", ProjectFiles.EXPECT);
    }

    @Test
    void theExamplesOfThisProjectHaveNoMistakes() throws Exception {
        Result result = run(Path.of("."), "check");

        assertThat(result.out()).matches("no findings in \\d+ examples and \\d+ hooks\n");
        assertThat(result.exit()).isZero();
    }

    @Test
    void aFlatFolderIsCheckedFromInsideAndFromOutside() throws Exception {
        assertThat(run(folder, "check", "webapp").out()).isEqualTo("no findings in 1 example and 1 hook\n");
        assertThat(run(folder.resolve("webapp"), "check").out()).isEqualTo("no findings in 1 example and 1 hook\n");
    }

    @Test
    void mistakesAreListedWithFileAndLineAndTheExitCodeIsOne() throws Exception {
        write(
                "webapp/controller.yaml",
                ProjectFiles.CONTROLLER
                        .replace("generateSelector", "generateSelecter")
                        .replace("configmaps", "configmap"));
        write("webapp/sync.py", ProjectFiles.HOOK.replace("\"children\"", "\"childen\""));
        write("webapp/Broken.java", "class Broken {\n  int x = ;\n}\n");

        Result result = run(folder, "check", "webapp");

        assertThat(result.out()).isEqualTo("""
                webapp/Broken.java:2      error    illegal start of expression
                webapp/controller.yaml:5  error    spec.generateSelecter: unknown field; did you mean generateSelector?
                webapp/controller.yaml:8  error    spec.childResources[0]: no resource configmap (v1); did you mean configmaps?
                3 errors, 0 warnings in 1 example and 1 hook
                """);
        assertThat(result.exit()).isEqualTo(1);
    }

    @Test
    void aFolderWithoutExampleIsAUsageError() throws Exception {
        Path empty = Files.createDirectory(folder.resolve("empty"));

        Result result = run(empty, "check");

        assertThat(result.exit()).isEqualTo(2);
        assertThat(result.err()).contains("has no example: an example is a folder with a CompositeController");
    }

    @Test
    void testChecksAndRunsFixturesAndScenarios() throws Exception {
        Result result = run(folder, "test", "webapp");

        assertThat(result.out().lines().map(line -> line.replaceAll("\\s+[\\d.]+ m?s$", "")))
                .containsExactly(
                        "PASS  check     1 example, no findings",
                        "PASS  fixtures  webapp: 1 case",
                        "PASS  scenario  webapp",
                        "3 passed, 0 failed in");
        assertThat(result.exit()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"check", "test", "test-hook"})
    void aSignalEndsAHookThatHangs(String command) throws Exception {
        write("webapp/sync.py", "#!/bin/sh\necho $$ >.pid\nexec sleep 600\n");
        Process process = new ProcessBuilder(Distribution.HOOKLINE, command, "webapp")
                .directory(folder.toFile())
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        Path file = folder.resolve("webapp/.pid");
        await().atMost(Duration.ofSeconds(60))
                .until(() -> Files.exists(file) && !Files.readString(file).isBlank());
        ProcessHandle hook =
                ProcessHandle.of(Long.parseLong(Files.readString(file).strip())).orElseThrow();

        process.destroy();

        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        await().atMost(Duration.ofSeconds(60)).until(() -> !hook.isAlive());
        assertThat(process.exitValue()).isNotZero();
    }
}
