package io.hookline.story.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.hookline.cluster.DeleteOptions;
import io.hookline.cluster.Patch;
import io.hookline.cluster.WriteOptions;
import io.hookline.distribution.Distribution;
import io.hookline.distribution.Interruptible;
import io.hookline.local.LocalCluster;
import io.hookline.local.http.LocalApiServer;
import io.hookline.object.ApiResource;
import io.hookline.object.KubeObject;
import io.hookline.object.ObjectKey;
import io.hookline.web.tls.SelfSignedCertificate;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import javax.net.SocketFactory;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code hookline pods} and the Bash scripts that do the same, with kubectl, behind a proxy. */
@Tag("real")
@Execution(ExecutionMode.CONCURRENT)
class PodsIT {

    private static final String LIST = "examples/pod-report/pods-list.sh";
    private static final String WATCH = "examples/pod-report/pods-watch.sh";

    @TempDir
    private Path folder;

    private final LocalCluster cluster = LocalCluster.create(InstantSource.system(), new SplittableRandom(1));
    private final ApiResource pods = cluster.discover().find("v1", "pods").orElseThrow();
    private final List<Process> started = new ArrayList<>();

    private LocalApiServer server;
    private FaultyLink proxy;
    private Path kubeconfig;

    @BeforeEach
    void connect() throws Exception {
        for (String command : List.of("kubectl", "jq", "bash")) {
            assumeFalse(run("sh", "-c", "command -v " + command).isEmpty(), command);
        }
        server = LocalApiServer.start(cluster, 0, SelfSignedCertificate.create(Instant.now(), new SecureRandom()));
        proxy = FaultyLink.ofBytes(server.url());
        kubeconfig = Files.writeString(
                folder.resolve("kubeconfig"), server.kubeconfig("shop").replace(server.url(), proxy.url()));
        for (String namespace : List.of("shop", "kitchen")) {
            cluster.create(
                    cluster.discover().find("v1", "namespaces").orElseThrow(),
                    KubeObject.of("{\"apiVersion\":\"v1\",\"kind\":\"Namespace\",\"metadata\":{\"name\":\"" + namespace
                            + "\"}}"),
                    WriteOptions.PLAIN);
        }
    }

    @AfterEach
    void end() {
        started.forEach(process -> {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        });
        if (server != null) {
            proxy.close();
            server.close();
        }
    }

    private void create(String namespace, String name, String image) {
        cluster.create(pods, KubeObject.of("""
                        {"apiVersion":"v1","kind":"Pod",
                         "metadata":{"name":"%s","namespace":"%s","labels":{"app":"%1$s"}},
                         "spec":{"containers":[{"name":"main","image":"%s"}]}}
                        """.formatted(name, namespace, image)), WriteOptions.PLAIN);
    }

    private void phase(String name, String phase) {
        cluster.patch(
                pods,
                new ObjectKey("shop", name),
                Patch.merge("{\"status\":{\"phase\":\"" + phase + "\"}}"),
                WriteOptions.STATUS);
    }

    private void delete(String name) {
        cluster.delete(pods, new ObjectKey("shop", name), DeleteOptions.BACKGROUND);
    }

    private Process start(String... command) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(Interruptible.command(List.of(command)));
        if (kubeconfig != null) {
            builder.environment().put("KUBECONFIG", kubeconfig.toString());
        }
        builder.redirectError(folder.resolve("errors").toFile());
        Process process = builder.start();
        started.add(process);
        return process;
    }

    private String run(String... command) throws IOException, InterruptedException {
        Process process = start(command);
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return printed;
    }

    @ParameterizedTest
    @CsvSource({"''", "-n kitchen", "-n empty", "-l app=web-0", "'-n kitchen --selector app in (a,cook)'"})
    void theListIsTheOneThatKubectlPrints(String options) throws Exception {
        create("shop", "web-0", "nginx:1.29");
        create("shop", "a-pod-with-a-long-name-7f9c", "registry.example.com/team/image:1");
        create("kitchen", "cook", "busybox");
        phase("web-0", "Succeeded");
        String[] flags = options.isEmpty() ? new String[0] : options.split(" ", 4);

        assertThat(run(command(Distribution.HOOKLINE, List.of("pods", "list"), flags)))
                .startsWith("NAME ")
                .isEqualTo(run(command("bash", List.of(LIST), flags)));
    }

    private static String[] command(String program, List<String> arguments, String... flags) {
        List<String> command = new ArrayList<>(List.of(program));
        command.addAll(arguments);
        command.addAll(List.of(flags));
        return command.toArray(String[]::new);
    }

    @Test
    void theListOfAllNamespacesHasAColumnForThem() throws Exception {
        create("shop", "web-0", "nginx:1.29");
        create("kitchen", "cook", "busybox");

        assertThat(run(Distribution.HOOKLINE, "pods", "list", "-A")).isEqualTo("""
                NAMESPACE   NAME    PHASE     IMAGE
                kitchen     cook    Pending   busybox
                shop        web-0   Pending   nginx:1.29
                """);
    }

    @Test
    void theWatchPrintsEachChangeOnceThoughItsProxyRestartsInBetween() throws Exception {
        List.of("a", "b", "c").forEach(name -> create("shop", name, "nginx"));
        Process ours = start("sh", "-c", "exec \"$0\" pods watch >" + folder + "/ours", Distribution.HOOKLINE);
        start("sh", "-c", "exec bash " + WATCH + " shop >" + folder + "/twin");
        awaitPrinted("ADDED a Pending", "ADDED b Pending", "ADDED c Pending");
        phase("a", "Succeeded");
        create("kitchen", "cook", "busybox"); // in another namespace
        awaitPrinted("MODIFIED a Succeeded");

        proxy.suffer(new Fault.Cut());
        delete("b");
        phase("c", "Running");
        create("shop", "d", "nginx");
        proxy.heal();
        awaitPrinted("DELETED b Pending", "MODIFIED c Running", "ADDED d Pending");
        delete("a");
        awaitPrinted("DELETED a Succeeded");

        for (String file : List.of("ours", "twin")) {
            // That b is about to be deleted is seen by a watch that goes on, and not by one that begins again with a
            // list.
            String printed = Files.readString(folder.resolve(file)).replaceAll("MODIFIED +b .*\n", "");
            assertThat(printed).as(file).isEqualTo("""
                    ADDED     a                                        Pending    nginx
                    ADDED     b                                        Pending    nginx
                    ADDED     c                                        Pending    nginx
                    MODIFIED  a                                        Succeeded  nginx
                    DELETED   b                                        Pending    nginx
                    MODIFIED  c                                        Running    nginx
                    ADDED     d                                        Pending    nginx
                    MODIFIED  a                                        Succeeded  nginx
                    DELETED   a                                        Succeeded  nginx
                    """);
        }
        assertEndsAtInterrupt(ours);
    }

    private void awaitPrinted(String... events) {
        for (String file : List.of("ours", "twin")) {
            Awaitility.await()
                    .atMost(Duration.ofSeconds(60))
                    .ignoreExceptionsInstanceOf(IOException.class) // not created yet
                    .untilAsserted(() -> assertThat(
                                    Files.readString(folder.resolve(file)).replaceAll(" +", " "))
                            .as(() -> file + errors())
                            .contains(events));
        }
    }

    private String errors() {
        try {
            return " with the errors " + Files.readString(folder.resolve("errors"));
        } catch (IOException e) {
            return e.toString();
        }
    }

    private static void assertEndsAtInterrupt(Process process) throws Exception {
        new ProcessBuilder("kill", "-INT", Long.toString(process.pid())).start().waitFor();

        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isZero();
    }

    @ParameterizedTest
    @CsvSource({"list", "watch"})
    void aServerThatRefusesTheFirstListIsAnErrorAtOnce(String command) throws Exception {
        try (LocalApiServer plain = LocalApiServer.start(cluster, 0);
                FaultyLink refusing = FaultyLink.ofRequests(plain.url(), SocketFactory.getDefault())) {
            refusing.suffer(new Fault.Refuse(403, 0));
            Files.writeString(kubeconfig, plain.kubeconfig().replace(plain.url(), refusing.url()));
            Process process = start(Distribution.HOOKLINE, "pods", command);

            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(process.exitValue()).isEqualTo(1);
        }
        assertThat(errors())
                .contains("hookline: ")
                .contains("not now")
                .doesNotContain("retrying")
                .doesNotContain("\tat ");
    }
}
