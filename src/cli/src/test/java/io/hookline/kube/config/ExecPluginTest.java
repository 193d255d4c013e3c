package io.hookline.kube.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.cluster.ClusterException;
import io.hookline.object.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** How credential plugins are run, and the input that they get. */
class ExecPluginTest {

    private static final String V1 = "client.authentication.k8s.io/v1";

    @TempDir
    private Path folder;

    private ExecPlugin plugin(String text, Duration limit) throws IOException {
        Path file = Files.writeString(folder.resolve("plugin"), "#!/bin/sh\n" + text);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
        return new ExecPlugin(V1, List.of(file.toString()), Map.of("FOLDER", folder.toString()), "", limit);
    }

    private Optional<ProcessHandle> processIn(String file) throws IOException {
        String id = Files.readString(folder.resolve(file)).strip();
        return ProcessHandle.of(Long.parseLong(id)).filter(ProcessHandle::isAlive);
    }

    @Test
    @Timeout(60)
    void aPluginThatHangsIsKilledWithItsProcesses() throws IOException {
        ExecPlugin hanging = plugin("sleep 300 &\necho $! > $FOLDER/child\nwait", Duration.ofSeconds(3));

        assertThatThrownBy(hanging::run)
                .isInstanceOf(ClusterException.Unauthorized.class)
                .hasMessageEndingWith("did not end within 3 s");

        Awaitility.await().untilAsserted(() -> assertThat(processIn("child")).isEmpty());
    }

    @Test
    @Timeout(60)
    void aProcessThatAPluginLeavesBehindIsNotWaitedFor() throws IOException {
        ExecPlugin leaving = plugin("sleep 300 &\necho $! > $FOLDER/child\necho '{}'", Duration.ofSeconds(300));

        assertThat(new String(leaving.run(), StandardCharsets.UTF_8)).isEqualTo("{}\n");

        processIn("child").ifPresent(ProcessHandle::destroyForcibly);
    }

    @Test
    @Timeout(60)
    void anOutputLargerThanAPipeIsReadCompletely() throws IOException {
        ExecPlugin talkative = plugin("head -c 300000 /dev/zero", Duration.ofSeconds(300));

        assertThat(talkative.run()).hasSize(300_000);
    }

    @Test
    @Timeout(60)
    void anInterruptEndsThePlugin() throws Exception {
        ExecPlugin hanging =
                plugin("echo $$ > $FOLDER/new\nmv $FOLDER/new $FOLDER/self\nexec sleep 300", Duration.ofSeconds(300));
        Thread caller = Thread.ofVirtual()
                .start(() -> assertThatThrownBy(hanging::run).isInstanceOf(ClusterException.Unreachable.class));
        Awaitility.await().until(() -> Files.exists(folder.resolve("self")));

        caller.interrupt();

        caller.join();
        Awaitility.await().untilAsserted(() -> assertThat(processIn("self")).isEmpty());
    }

    @Test
    void aPluginGetsTheClusterIfItRequestsIt() throws IOException {
        Files.writeString(folder.resolve("ca.crt"), "authority");
        JsonNode info = execInfo("""
                {server: "https://h", certificate-authority: ca.crt, insecure-skip-tls-verify: true,
                 tls-server-name: "", extensions: [{name: other, extension: 1},
                 {name: client.authentication.k8s.io/exec, extension: {audience: me}}]}""");

        assertThat(info.path("spec").path("cluster")).isEqualTo(Json.parse("""
                {"server":"https://h","insecure-skip-tls-verify":true,
                 "certificate-authority-data":"YXV0aG9yaXR5","config":{"audience":"me"}}""".getBytes(StandardCharsets.UTF_8)));
    }

    private JsonNode execInfo(String cluster) throws IOException {
        Path file = Files.writeString(folder.resolve("config"), """
                clusters: [{name: c, cluster: %s}]
                users: [{name: u, user: {exec: {apiVersion: %s, command: p, env: [{name: A, value: null}], args: null,
                 provideClusterInfo: true}}}]
                contexts: [{name: x, context: {cluster: c, user: u}}]
                """.formatted(cluster, V1));
        Kubeconfig.Selection selection = Kubeconfig.read(List.of(file)).select("x");
        Map<String, String> variables = ExecPlugin.of(selection.user().part("exec"), selection.cluster())
                .variables();
        assertThat(variables).containsEntry("A", "");
        return Json.parse(variables.get("KUBERNETES_EXEC_INFO").getBytes(StandardCharsets.UTF_8));
    }
}
