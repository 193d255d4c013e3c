package io.hookline.story.kubectl;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.hookline.local.LocalClusters;
import io.hookline.local.http.LocalApiServer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A third-party client library, which watches by WebSocket first and has an informer cache. */
class ForeignClientIT {

    private LocalApiServer server;
    private KubernetesClient client;

    @BeforeEach
    void start() {
        server = LocalApiServer.start(LocalClusters.fresh(), 0);
        client = new KubernetesClientBuilder()
                .withConfig(Config.fromKubeconfig(server.kubeconfig()))
                .build();
    }

    @AfterEach
    void stop() {
        client.close();
        server.close();
    }

    /** Records all events. */
    private static final class RecordedEvents implements ResourceEventHandler<ConfigMap> {
        private final List<String> events = new CopyOnWriteArrayList<>();

        @Override
        public void onAdd(ConfigMap map) {
            events.add("added " + map.getMetadata().getName());
        }

        @Override
        public void onUpdate(ConfigMap old, ConfigMap map) {
            events.add("updated " + map.getMetadata().getName());
        }

        @Override
        public void onDelete(ConfigMap map, boolean unknown) {
            events.add("deleted " + map.getMetadata().getName());
        }
    }

    private static ConfigMap map(String name) {
        return new ConfigMapBuilder()
                .withNewMetadata()
                .withName(name)
                .withNamespace("default")
                .endMetadata()
                .withData(Map.of("k", "1"))
                .build();
    }

    @Test
    void anInformerSeesExistingObjectsAndChanges() {
        client.resource(map("before")).create();
        RecordedEvents recorded = new RecordedEvents();
        try (SharedIndexInformer<ConfigMap> informer =
                client.configMaps().inNamespace("default").inform(recorded)) {
            client.resource(map("after")).create();
            client.resource(map("after"))
                    .edit(found ->
                            new ConfigMapBuilder(found).addToData("k", "2").build());
            client.resource(map("after")).delete();
            Awaitility.await()
                    .atMost(Duration.ofSeconds(60))
                    .untilAsserted(() -> assertThat(recorded.events)
                            .containsExactly("added before", "added after", "updated after", "deleted after"));
            assertThat(informer.isRunning()).isTrue();
        }
    }

    @Test
    void objectsAreAppliedAndConflictsAreReported() {
        assertThat(client.resource(map("a")).serverSideApply().getMetadata().getUid())
                .isNotEmpty();
        ConfigMap stale = client.resource(map("a")).get();
        client.resource(map("a"))
                .edit(found -> new ConfigMapBuilder(found).addToData("k", "2").build());
        assertThat(org.assertj.core.api.Assertions.catchThrowable(() -> client.resource(
                                new ConfigMapBuilder(stale).addToData("k", "3").build())
                        .update()))
                .hasMessageContaining("the object has been modified");
        assertThat(client.getKubernetesVersion().getGitVersion()).contains("+hookline");
        assertThat(client.getApiGroups().getGroups()).isNotEmpty();
    }
}
