package io.hookline.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.Watch;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.extended.leaderelection.LeaderCallbacks;
import io.fabric8.kubernetes.client.extended.leaderelection.LeaderElectionConfigBuilder;
import io.fabric8.kubernetes.client.extended.leaderelection.resourcelock.LeaseLock;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.hookline.controlplane.ControlPlanes;
import io.hookline.controlplane.RealControlPlane;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** The fabric8 client, which watches by WebSocket and has informers. */
@RealControlPlane(optional = true)
@ParameterizedClass
@EnumSource(TestedServer.class)
class Fabric8IT {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @Parameter
    private TestedServer tested;

    @TempDir
    private Path folder;

    private TestedServer.Access server;
    private KubernetesClient client;

    @BeforeEach
    void connect(ControlPlanes real) throws IOException {
        server = tested.start(real, folder, "fabric8");
        client = new KubernetesClientBuilder().withConfig(server.config()).build();
    }

    @AfterEach
    void disconnect() {
        if (client != null) {
            client.close();
            server.close();
        }
    }

    private static ConfigMap map(String name) {
        return new ConfigMapBuilder()
                .withNewMetadata()
                .withName(name)
                .endMetadata()
                .withData(Map.of("k", "1"))
                .build();
    }

    /** Records what a watch or an informer reports, without the ConfigMap that a real cluster has in each namespace. */
    private static final class Events implements Watcher<ConfigMap>, ResourceEventHandler<ConfigMap> {
        private final List<String> seen = new CopyOnWriteArrayList<>();
        private final CompletableFuture<Optional<WatcherException>> closed = new CompletableFuture<>();

        @Override
        public void eventReceived(Action action, ConfigMap map) {
            if (!map.getMetadata().getName().equals("kube-root-ca.crt")) {
                seen.add(action + " " + map.getMetadata().getName() + " "
                        + map.getData().get("k"));
            }
        }

        @Override
        public void onClose() {
            closed.complete(Optional.empty());
        }

        @Override
        public void onClose(WatcherException cause) {
            closed.complete(Optional.of(cause));
        }

        @Override
        public void onAdd(ConfigMap map) {
            eventReceived(Action.ADDED, map);
        }

        @Override
        public void onUpdate(ConfigMap old, ConfigMap map) {
            eventReceived(Action.MODIFIED, map);
        }

        @Override
        public void onDelete(ConfigMap map, boolean unknown) {
            eventReceived(Action.DELETED, map);
        }

        void await(String... events) {
            Awaitility.await()
                    .atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(seen).containsExactly(events));
        }
    }

    @Test
    void aWatchDeliversEachChangeAtOnce() throws Exception {
        Events events = new Events();
        try (Watch _ = client.configMaps().withName("w").watch(events)) {
            client.resource(map("w")).create();
            events.await("ADDED w 1");
            client.resource(map("w")).edit(Fabric8IT::changed);
            events.await("ADDED w 1", "MODIFIED w 2");
            client.resource(map("w")).delete();
            events.await("ADDED w 1", "MODIFIED w 2", "DELETED w 2");
        }
        assertThat(events.closed.get(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isEmpty();
    }

    private static ConfigMap changed(ConfigMap found) {
        return new ConfigMapBuilder(found).addToData("k", "2").build();
    }

    @Test
    void anInformerSeesExistingObjectsAndChanges() {
        client.resource(map("before")).create();
        Events events = new Events();
        try (SharedIndexInformer<ConfigMap> informer = client.configMaps().inform(events)) {
            client.resource(map("after")).create();
            client.resource(map("after")).edit(Fabric8IT::changed);
            events.await("ADDED before 1", "ADDED after 1", "MODIFIED after 2");
            assertThat(informer.getIndexer().getByKey(server.namespace() + "/after"))
                    .isEqualTo(client.configMaps().withName("after").get());
            client.resource(map("after")).delete();
            events.await("ADDED before 1", "ADDED after 1", "MODIFIED after 2", "DELETED after 2");
            assertThat(informer.isWatching()).isTrue();
        }
    }

    @Test
    void aWaitEndsWhenItsConditionHolds() {
        CompletableFuture<List<ConfigMap>> appears =
                client.configMaps().withName("awaited").informOnCondition(found -> !found.isEmpty());
        client.resource(map("awaited")).create();
        assertThat(appears.orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS).join())
                .hasSize(1);

        CompletableFuture<ConfigMap> changes = CompletableFuture.supplyAsync(() -> client.configMaps()
                .withName("awaited")
                .waitUntilCondition(
                        map -> map != null && map.getData().get("k").equals("2"),
                        PATIENCE.toSeconds(),
                        TimeUnit.SECONDS));
        client.resource(map("awaited")).edit(Fabric8IT::changed);
        assertThat(changes.join().getData()).containsEntry("k", "2");

        client.resource(map("awaited")).delete();
        assertThat(client.configMaps()
                        .withName("awaited")
                        .waitUntilCondition(map -> map == null, PATIENCE.toSeconds(), TimeUnit.SECONDS))
                .isNull();
    }

    @Test
    void theLeaderReleasesItsLeaseAndAnotherOneTakesIt() throws Exception {
        CompletableFuture<Void> firstLeads = new CompletableFuture<>();
        CompletableFuture<Void> secondLeads = new CompletableFuture<>();
        CompletableFuture<?> first = elect("first", firstLeads);
        firstLeads.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        CompletableFuture<?> second = elect("second", secondLeads);
        assertThat(holder()).isEqualTo("first");

        first.cancel(true);
        secondLeads.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        assertThat(holder()).isEqualTo("second");
        second.cancel(true);
    }

    private CompletableFuture<?> elect(String identity, CompletableFuture<Void> leads) {
        return client.leaderElector()
                .withConfig(new LeaderElectionConfigBuilder()
                        .withName("election")
                        .withLock(new LeaseLock(server.namespace(), "elected", identity))
                        .withLeaseDuration(Duration.ofSeconds(4))
                        .withRenewDeadline(Duration.ofSeconds(3))
                        .withRetryPeriod(Duration.ofMillis(200))
                        .withReleaseOnCancel()
                        .withLeaderCallbacks(new LeaderCallbacks(() -> leads.complete(null), () -> {}, _ -> {}))
                        .build())
                .build()
                .start();
    }

    private String holder() {
        return client.genericKubernetesResources("coordination.k8s.io/v1", "Lease")
                .withName("elected")
                .get()
                .get("spec", "holderIdentity");
    }

    @Test
    void objectsAreAppliedAndConflictsAreReported() {
        assertThat(client.resource(map("a")).serverSideApply().getMetadata().getUid())
                .isNotEmpty();
        ConfigMap stale = client.resource(map("a")).get();
        client.resource(map("a")).edit(Fabric8IT::changed);

        assertThatThrownBy(() -> client.resource(
                                new ConfigMapBuilder(stale).addToData("k", "3").build())
                        .update())
                .hasMessageContaining("the object has been modified");
        assertThatThrownBy(() -> client.resource(map("a")).fieldManager("other").serverSideApply())
                .isInstanceOf(KubernetesClientException.class)
                .hasMessageContaining("conflict with \"fabric8-kubernetes-client\"")
                .hasMessageContaining(".data.k");
    }

    @Test
    void patchesOfAllTypesAreApplied() {
        client.resource("""
                        {"apiVersion": "apps/v1", "kind": "Deployment", "metadata": {"name": "web"},
                         "spec": {"selector": {"matchLabels": {"app": "web"}},
                                  "template": {"metadata": {"labels": {"app": "web"}},
                                               "spec": {"containers": [{"name": "web", "image": "nginx:1"}]}}}}
                        """).create();

        assertThat(patched(
                        PatchType.STRATEGIC_MERGE,
                        "{\"spec\":{\"template\":{\"spec\":{\"containers\":[{\"name\":\"b\",\"image\":\"b\"}]}}}}"))
                .contains("\"name\":\"web\"", "\"name\":\"b\"");
        assertThat(patched(PatchType.JSON_MERGE, "{\"metadata\":{\"labels\":{\"l\":\"1\"}}}"))
                .contains("\"labels\":{\"l\":\"1\"}");
        assertThat(patched(PatchType.JSON, "[{\"op\":\"replace\",\"path\":\"/metadata/labels/l\",\"value\":\"2\"}]"))
                .contains("\"labels\":{\"l\":\"2\"}");
        Deployment scaled = client.apps().deployments().withName("web").scale(3);
        assertThat(scaled.getSpec().getReplicas()).isEqualTo(3);
    }

    private String patched(PatchType type, String patch) {
        return client.getKubernetesSerialization()
                .asJson(client.apps().deployments().withName("web").patch(PatchContext.of(type), patch));
    }

    @Test
    void anObjectOfAnyKindIsReadWithoutItsClass() {
        client.resource(map("any")).create();

        GenericKubernetesResource found = client.genericKubernetesResources("v1", "ConfigMap")
                .withName("any")
                .get();

        assertThat(found.<String>get("data", "k")).isEqualTo("1");
        assertThat(client.getKubernetesVersion().getMajor()).isEqualTo("1");
        assertThat(client.getApiGroups().getGroups()).hasSizeGreaterThan(5);
    }

    @Test
    void aCollectionIsDeletedAndAPodIsEvicted() {
        List.of("x", "y").forEach(name -> client.resource(map(name)).create());
        client.configMaps().withoutField("metadata.name", "kube-root-ca.crt").delete();
        assertThat(client.configMaps().withName("x").get()).isNull();

        client.resource("""
                        {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "p"},
                         "spec": {"containers": [{"name": "main", "image": "busybox"}]}}
                        """).create();
        assertThat(client.pods().withName("p").evict()).isTrue();
        assertThat(client.pods().withName("p").get()).isNull();
    }
}
