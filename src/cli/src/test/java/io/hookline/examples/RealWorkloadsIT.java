package io.hookline.examples;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.cli.terminal.Shutdown;
import io.hookline.controlplane.ControlPlane;
import io.hookline.controlplane.RealControlPlane;
import io.hookline.kube.KubeCluster;
import io.hookline.kube.KubeOptions;
import io.hookline.manifests.Manifests;
import io.hookline.object.KubeObject;
import io.hookline.process.HookHost;
import io.hookline.process.WatcherProcess;
import io.hookline.testing.embedded.RealTime;
import io.hookline.testing.scenario.Scenario;
import io.hookline.testing.scenario.environment.ManifestInstaller;
import io.hookline.testing.scenario.environment.ScenarioEnvironment;
import io.hookline.watcher.WatcherOptions;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Examples whose children are Deployments and StatefulSets, on a server whose workload controllers run: what becomes of their
 * children. Its kubelet is this test.
 */
@RealControlPlane(own = true)
@Execution(ExecutionMode.CONCURRENT)
class RealWorkloadsIT {

    private static final String PROXY = "app.kubernetes.io/name=mcrouter,app.kubernetes.io/instance=p";
    private static final String SERVERS = "application=spilo,cluster-name=acid-minimal-cluster";

    private static final Shutdown PARTS = new Shutdown();

    private static ScenarioEnvironment world;

    @BeforeAll
    static void start(ControlPlane plane, @TempDir Path folder) throws Exception {
        plane.startControllers(
                "deployment-controller",
                "replicaset-controller",
                "statefulset-controller",
                "job-controller",
                "endpoints-controller",
                "endpointslice-controller");
        KubeCluster admin = PARTS.closing(plane.connect("workloads-admin"));
        Manifests.installLeastRole(admin);
        copyHooks(folder, "memcached-proxy", "postgresql", "postgresql-users");
        PrometheusRegistry registry = new PrometheusRegistry();
        HookHost hooks = PARTS.closing(HookHost.load(folder, registry));
        KubeCluster watched = PARTS.closing(KubeCluster.connect(KubeOptions.of("workloads-watcher")
                .withKubeconfig(plane.kubeconfig("hookline", "hookline").toString())));
        world = new ScenarioEnvironment(
                admin, hooks.hooks()::calls, _ -> 0, InstantSource.system(), PARTS.closing(new RealTime()));
        PARTS.closing(WatcherProcess.start(watched, Optional.of(hooks.hooks()), WatcherOptions.DEFAULTS, registry));
    }

    /** The others would only cost time. */
    private static void copyHooks(Path folder, String... hooks) throws IOException {
        for (String hook : hooks) {
            Path copy = Files.createDirectory(folder.resolve(hook));
            try (Stream<Path> files = Files.list(Path.of("hooks", hook))) {
                for (Path file : files.filter(Files::isRegularFile).toList()) {
                    Files.copy(file, copy.resolve(file.getFileName()));
                }
            }
        }
    }

    @AfterAll
    static void stop() {
        PARTS.close();
    }

    private static WorkloadObjects install(String example) throws InterruptedException {
        String namespace = "workloads-" + example;
        assertThat(new ManifestInstaller(world)
                        .install(
                                Scenario.read(Path.of("examples", example)).everything(),
                                namespace,
                                Duration.ofSeconds(30),
                                _ -> {}))
                .isEmpty();
        return new WorkloadObjects(world, namespace);
    }

    @Test
    void aChangedBackendRollsTheDeploymentAndEachReplicaSetKeepsItsConfiguration() throws Exception {
        WorkloadObjects proxy = install("memcached-proxy");
        KubeObject first = replicaSets(proxy, 1).getFirst();
        String config = configOf(first.tree());
        proxy.await("Deployment/p-mcrouter", deployment -> observed(deployment) == generation(deployment));
        long before = generation(proxy.get("Deployment/p-mcrouter").tree());
        running(proxy, 1);

        proxy.patch("Endpoints/sharded-memcached", """
                {"subsets": [{"addresses": [{"ip": "10.0.2.17"}, {"ip": "10.0.2.18"}],
                              "ports": [{"name": "memcached", "port": 11211}]}]}
                """);

        List<KubeObject> both = replicaSets(proxy, 2);
        assertThat(generation(proxy.get("Deployment/p-mcrouter").tree())).isEqualTo(before + 1);
        KubeObject second = both.stream()
                .filter(set -> !set.name().equals(first.name()))
                .findFirst()
                .orElseThrow();
        assertThat(configOf(second.tree())).isNotEqualTo(config);
        assertThat(proxy.list("configmaps", "controller-uid")).hasSize(2);
        both.forEach(set -> assertOwned(set, "Deployment", "p-mcrouter"));
        rolledOver(proxy, first.name(), second.name());
        assertThat(proxy.find("ConfigMap/" + config))
                .as("its ReplicaSet exists")
                .isPresent();
        proxy.list("pods", PROXY).forEach(pod -> assertOwned(pod, "ReplicaSet", second.name()));

        proxy.delete("ReplicaSet/" + first.name());

        proxy.awaitGone("ConfigMap/" + config);
        assertDeletedWithTheProxy(proxy);
    }

    private static List<KubeObject> replicaSets(WorkloadObjects proxy, int count) {
        return proxy.await("replicasets", PROXY, found -> found.size() == count);
    }

    private static void running(WorkloadObjects proxy, int replicas) {
        Awaitility.await("the Deployment is available")
                .atMost(Duration.ofSeconds(60))
                .pollInterval(Duration.ofMillis(200))
                .until(() -> {
                    proxy.runPods(PROXY);
                    return proxy.get("Deployment/p-mcrouter")
                                    .tree()
                                    .at("/status/availableReplicas")
                                    .asInt()
                            == replicas;
                });
    }

    /** The Deployment controller ends the old Pods when the new ones are ready. */
    private static void rolledOver(WorkloadObjects proxy, String old, String current) {
        Awaitility.await("the rolling update ends")
                .atMost(Duration.ofSeconds(60))
                .pollInterval(Duration.ofMillis(200))
                .until(() -> {
                    proxy.runPods(PROXY);
                    return ready(proxy, old) == 0
                            && ready(proxy, current) == 1
                            && proxy.list("pods", PROXY).size() == 1;
                });
    }

    private static int ready(WorkloadObjects proxy, String replicaSet) {
        return proxy.get("ReplicaSet/" + replicaSet)
                .tree()
                .at("/status/readyReplicas")
                .asInt();
    }

    private static void assertDeletedWithTheProxy(WorkloadObjects proxy) {
        proxy.delete("MemcachedProxy/p");
        proxy.awaitGone("Deployment/p-mcrouter");
        proxy.awaitGone("Service/p-memcached");
        proxy.await("replicasets", PROXY, List::isEmpty);
        proxy.await("pods", PROXY, List::isEmpty);
        proxy.await("configmaps", "controller-uid", List::isEmpty);
    }

    private static void assertOwned(KubeObject object, String kind, String name) {
        JsonNode references = object.tree().at("/metadata/ownerReferences");
        assertThat(references).as("%s", object).hasSize(1);
        assertThat(references.path(0).path("kind").asText()).isEqualTo(kind);
        assertThat(references.path(0).path("name").asText()).isEqualTo(name);
        assertThat(references.path(0).path("controller").asBoolean()).isTrue();
        assertThat(references.path(0).path("blockOwnerDeletion").asBoolean()).isTrue();
    }

    private static String configOf(JsonNode workload) {
        for (JsonNode volume : workload.at("/spec/template/spec/volumes")) {
            if (volume.path("name").asText().equals("config")) {
                return volume.at("/configMap/name").asText();
            }
        }
        throw new AssertionError("no volume config in " + workload);
    }

    private static long generation(JsonNode object) {
        return object.at("/metadata/generation").asLong();
    }

    private static long observed(JsonNode object) {
        return object.at("/status/observedGeneration").asLong();
    }

    @Test
    void aDatabaseClusterGetsAPodAndAVolumeForEachOrdinalAndKeepsTheAddressesOfPatroni() throws Exception {
        WorkloadObjects database = install("postgresql");
        Awaitility.await("both servers run")
                .atMost(Duration.ofSeconds(60))
                .pollInterval(Duration.ofMillis(200))
                .until(() -> {
                    database.runPods(SERVERS);
                    return database.find("Pod/acid-minimal-cluster-1").isPresent()
                            && database.get("StatefulSet/acid-minimal-cluster")
                                            .tree()
                                            .at("/status/readyReplicas")
                                            .asInt()
                                    == 2;
                });

        assertThat(database.list("pods", SERVERS))
                .extracting(KubeObject::name)
                .containsExactlyInAnyOrder("acid-minimal-cluster-0", "acid-minimal-cluster-1");
        assertThat(database.list("persistentvolumeclaims", SERVERS))
                .extracting(KubeObject::name)
                .containsExactlyInAnyOrder("pgdata-acid-minimal-cluster-0", "pgdata-acid-minimal-cluster-1");
        database.list("pods", SERVERS).forEach(pod -> assertOwned(pod, "StatefulSet", "acid-minimal-cluster"));
        database.await(
                "pg/acid-minimal-cluster",
                cluster -> cluster.at("/status/PostgresClusterStatus").asText().equals("Running"));
        assertAddressesStay(database);

        database.delete("pg/acid-minimal-cluster");

        database.awaitGone("pg/acid-minimal-cluster");
        database.await("pods", SERVERS, List::isEmpty);
        assertThat(database.list("persistentvolumeclaims", SERVERS)).hasSize(2);
    }

    private static void assertAddressesStay(WorkloadObjects database) {
        database.patch("Endpoints/acid-minimal-cluster", """
                {"subsets": [{"addresses": [{"ip": "10.1.0.5"}], "ports": [{"name": "postgresql", "port": 5432}]}]}
                """);
        Awaitility.await("the addresses of Patroni stay")
                .during(Duration.ofSeconds(20))
                .atMost(Duration.ofSeconds(60))
                .pollInterval(Duration.ofMillis(500))
                .until(() -> database.get("Endpoints/acid-minimal-cluster")
                        .tree()
                        .at("/subsets/0/addresses/0/ip")
                        .asText()
                        .equals("10.1.0.5"));
    }
}
