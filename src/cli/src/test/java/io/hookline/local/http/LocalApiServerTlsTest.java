package io.hookline.local.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.cluster.DeleteOptions;
import io.hookline.cluster.Watch;
import io.hookline.cluster.WatchEvent;
import io.hookline.cluster.WatchOptions;
import io.hookline.cluster.WriteOptions;
import io.hookline.kube.KubeCluster;
import io.hookline.kube.KubeOptions;
import io.hookline.local.LocalClusters;
import io.hookline.object.ApiResource;
import io.hookline.object.GroupVersionKind;
import io.hookline.object.KubeObject;
import io.hookline.web.tls.SelfSignedCertificate;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The embedded API server over TLS. */
class LocalApiServerTlsTest {

    @TempDir
    private Path folder;

    @Test
    void aClientOfTheKubeconfigReadsWritesAndWatches() throws Exception {
        var certificate = SelfSignedCertificate.create(Instant.now(), new SecureRandom());
        try (LocalApiServer server = LocalApiServer.start(LocalClusters.fresh(), 0, certificate)) {
            Path kubeconfig = Files.writeString(folder.resolve("kubeconfig"), server.kubeconfig());
            assertThat(server.url()).startsWith("https://127.0.0.1:");
            try (KubeCluster client =
                    KubeCluster.connect(KubeOptions.of("test").withKubeconfig(kubeconfig.toString()))) {
                ApiResource maps = client.discover()
                        .find(new GroupVersionKind("", "v1", "ConfigMap"))
                        .orElseThrow();
                KubeObject map = KubeObject.of("""
                        {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "a", "namespace": "default"}}
                        """);
                KubeObject created = client.create(maps, map, WriteOptions.PLAIN);
                var options = WatchOptions.from(created.resourceVersion(), Duration.ofSeconds(30));
                try (Watch watch = client.watch(maps, options)) {
                    client.delete(maps, created.key(), DeleteOptions.ofUid(created.uid()));

                    assertThat(watch.poll(Duration.ofSeconds(60))).get().isInstanceOf(WatchEvent.Deleted.class);
                }
            }
        }
    }
}
