package io.hookline.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.local.LocalCluster;
import io.hookline.local.http.LocalApiServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** When the process of the distribution ends: with its parent process, or only on a signal. */
class ProcessLifeIT {

    /** The system property that the pom passes to its child process. */
    private static final String ENDS_WITH_PARENT = "-Dhookline.endsWith=parent";

    private static final String SERVING = "hook server is listening";

    @TempDir
    private Path folder;

    private final List<ProcessHandle> started = new ArrayList<>();

    @BeforeEach
    void makeHooks() throws IOException {
        Files.createDirectory(folder.resolve("hooks"));
    }

    @AfterEach
    void end() {
        started.forEach(ProcessHandle::destroyForcibly);
    }

    @ParameterizedTest
    @ValueSource(strings = {"KILL", "TERM"})
    void aProcessThatIsToEndWithItsParentStopsAsOnCtrlCWhenThatIsKilled(String signal) throws Exception {
        Process parent = shell(ENDS_WITH_PARENT, "\"$@\" >out 2>&1 & echo $!; wait", serve());
        ProcessHandle hookline = child(parent);
        awaitPrinted(SERVING);
        assertThat(hookline.isAlive()).isTrue();

        new ProcessBuilder("kill", "-" + signal, Long.toString(parent.pid()))
                .start()
                .waitFor();

        awaitEnd(hookline);
        assertThat(printed()).contains("the parent process ended").contains("stopping");
    }

    @Test
    void devEndsWithItsParentAndRemovesItsKubeconfig() throws Exception {
        Process parent = shell(ENDS_WITH_PARENT, "\"$@\" >out 2>&1 & echo $!; wait", dev());
        ProcessHandle hookline = child(parent);
        awaitPrinted("end      Ctrl-C");

        parent.destroyForcibly();

        awaitEnd(hookline);
        assertThat(printed()).endsWith("stopping\n");
        assertThat(folder.resolve("kubeconfig")).doesNotExist();
    }

    @Test
    void whatMavenStartsEndsWithMaven() throws Exception {
        assertThat(Files.readString(Path.of("src/cli/pom.xml")))
                .contains("<commandlineArgs>" + ENDS_WITH_PARENT + " ${run.jvm} ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"nohup \"$@\" >out 2>&1 & echo $!", "\"$@\" >out 2>&1 & echo $!"})
    void aProcessInTheBackgroundOutlivesItsShell(String start) throws Exception {
        Process shell = shell("", start, serve());
        ProcessHandle hookline = child(shell);
        assertThat(shell.waitFor()).isZero();
        awaitPrinted(SERVING);

        assertStaysAlive(hookline);
    }

    @Test
    void serveDoesNotEndWithItsInput() throws Exception {
        ProcessHandle hookline = child(shell("", "\"$@\" <&- >out 2>&1 & echo $!", serve()));
        awaitPrinted(SERVING);

        assertStaysAlive(hookline);
    }

    @Test
    void devDoesNotEndWithItsInput() throws Exception {
        ProcessHandle hookline = child(shell("", "\"$@\" <&- >out 2>&1 & echo $!", dev()));
        awaitPrinted("end      Ctrl-C");

        assertStaysAlive(hookline);
    }

    @Test
    void runDoesNotEndWithItsInput() throws Exception {
        LocalCluster cluster = LocalCluster.create(InstantSource.system(), new SplittableRandom(1));
        try (LocalApiServer server = LocalApiServer.start(cluster, 0)) {
            Path kubeconfig = Files.writeString(folder.resolve("kubeconfig"), server.kubeconfig());
            ProcessHandle hookline = child(shell("", "\"$@\" <&- >out 2>&1 & echo $!", run(kubeconfig)));
            awaitPrinted("connected");

            assertStaysAlive(hookline);
        }
    }

    private static List<String> serve() {
        return List.of("serve", "--address", "127.0.0.1:0", "--hooks", "hooks");
    }

    private static List<String> dev() {
        return List.of("dev", "--hook-port", "0", "--kubeconfig-out", "kubeconfig", "--hooks", "hooks");
    }

    private static List<String> run(Path kubeconfig) {
        return List.of(
                "run",
                "--address",
                "0",
                "--hooks",
                "hooks",
                "--kubeconfig",
                kubeconfig.toString(),
                "--metrics-address",
                "0",
                "--health-probe-bind-address",
                "0");
    }

    private Process shell(String jvmOptions, String script, List<String> arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of("sh", "-c", script, "sh", Distribution.HOOKLINE));
        command.addAll(arguments);
        ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
        builder.environment().put("HOOKLINE_JVM_OPTIONS", jvmOptions);
        Process shell = builder.start();
        started.add(shell.toHandle());
        return shell;
    }

    /** The process that a shell started and named. */
    private ProcessHandle child(Process shell) throws IOException {
        long pid = Long.parseLong(shell.inputReader().readLine());
        ProcessHandle child = ProcessHandle.of(pid).orElseThrow();
        started.add(child);
        return child;
    }

    private String printed() {
        try {
            return Files.readString(folder.resolve("out"));
        } catch (IOException _) {
            return "";
        }
    }

    private void awaitPrinted(String text) {
        Awaitility.await()
                .atMost(Duration.ofSeconds(60))
                .untilAsserted(() -> assertThat(printed()).contains(text));
    }

    private static void awaitEnd(ProcessHandle process) {
        Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> !process.isAlive());
    }

    private static void assertStaysAlive(ProcessHandle process) {
        Awaitility.await()
                .during(Duration.ofSeconds(2))
                .atMost(Duration.ofSeconds(60))
                .until(process::isAlive);
    }
}
