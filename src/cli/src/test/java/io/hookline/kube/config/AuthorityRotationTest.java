package io.hookline.kube.config;

import static io.hookline.kube.config.CannedServer.CONFIG_MAP;
import static io.hookline.kube.config.CannedServer.CONFIG_MAPS;
import static io.hookline.kube.config.CannedServer.OPTIONS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hookline.cluster.ClusterException;
import io.hookline.http.ScriptedServer;
import io.hookline.http.SecureServers;
import io.hookline.kube.KubeCluster;
import io.hookline.object.ObjectKey;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A cluster gets a new authority, which a running pod reads from its file. */
class AuthorityRotationTest {

    private static final ObjectKey KEY = ObjectKey.parse("ns/a");

    @TempDir
    private Path folder;

    @Test
    void theFileIsReadAgainWhenTheServerIsNotTrusted() throws Exception {
        SecureServers before = SecureServers.generate();
        SecureServers after = SecureServers.generate();
        Path authority =
                Files.writeString(folder.resolve("ca.crt"), before.pair().certificatePem());
        Files.writeString(folder.resolve("token"), "secret");
        try (ScriptedServer server = after.serve(
                        (request, socket) -> ScriptedServer.send(socket, ScriptedServer.answer("200 OK", CONFIG_MAP)));
                KubeCluster cluster = inPod(server.port())) {
            assertThatThrownBy(() -> cluster.get(CONFIG_MAPS, KEY)).isInstanceOf(ClusterException.Unreachable.class);

            Files.writeString(authority, "half a certif");
            assertThatThrownBy(() -> cluster.get(CONFIG_MAPS, KEY)).isInstanceOf(ClusterException.Unreachable.class);

            Files.writeString(authority, after.pair().certificatePem());
            assertThat(cluster.get(CONFIG_MAPS, KEY).name()).isEqualTo("a");
            assertThat(server.received()).hasSize(1);
        }
    }

    private KubeCluster inPod(int port) {
        Map<String, String> variables =
                Map.of("KUBERNETES_SERVICE_HOST", "127.0.0.1", "KUBERNETES_SERVICE_PORT", String.valueOf(port));
        KubeEnvironment environment = new KubeEnvironment(variables, folder.resolve("home"), folder);
        RestConfig connection = new ConfigLoader(environment, InstantSource.system()).find("", "");
        return KubeCluster.over(connection, OPTIONS, InstantSource.system());
    }
}
