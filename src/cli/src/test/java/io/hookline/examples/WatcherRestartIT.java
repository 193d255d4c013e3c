package io.hookline.examples;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.cli.terminal.Shutdown;
import io.hookline.cluster.ListOptions;
import io.hookline.local.LocalCluster;
import io.hookline.object.ApiResource;
import io.hookline.object.Json;
import io.hookline.object.KubeObject;
import io.hookline.process.HookHost;
import io.hookline.process.WatcherProcess;
import io.hookline.server.call.HookSettings;
import io.hookline.testing.embedded.ControllerKinds;
import io.hookline.testing.embedded.RealTime;
import io.hookline.testing.scenario.Scenario;
import io.hookline.testing.scenario.ScenarioRunner;
import io.hookline.testing.scenario.environment.NamespacedObjects;
import io.hookline.testing.scenario.environment.ScenarioEnvironment;
import io.hookline.testing.scenario.file.MergePatch;
import io.hookline.testing.scenario.file.ObjectRef;
import io.hookline.watcher.WatcherOptions;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** The state of an example survives a restart of its watcher and hooks, since all of it is in the cluster. */
class WatcherRestartIT {

    private static final ObjectRef CLUSTER = new ObjectRef("pg", "acid-minimal-cluster");
    private static final ObjectRef SERVERS = new ObjectRef("StatefulSet", CLUSTER.name());

    private final LocalCluster cluster = LocalCluster.create(InstantSource.system(), new SplittableRandom(1));
    private final ScenarioEnvironment world =
            new ScenarioEnvironment(cluster, hook -> 0, _ -> 0, InstantSource.system(), new RealTime());

    @Test
    void passwordsOutliveTheWatcherThatMadeThem() throws Exception {
        ControllerKinds.install(world);
        Scenario example = Scenario.read(Path.of("examples/postgresql"));
        ScenarioRunner.install(example, world, "default", object -> {});
        Map<String, JsonNode> first = passwordsAfterSyncOf(1);

        NamespacedObjects objects = new NamespacedObjects(world, "default");
        objects.patch(CLUSTER, new MergePatch(Json.NODES.objectNode().set("spec", team()), false));
        Map<String, JsonNode> second = passwordsAfterSyncOf(2);

        assertThat(first).hasSize(4);
        assertThat(second).isEqualTo(first);
        assertThat(objects.get(SERVERS).tree().at("/spec/template/metadata/labels/team"))
                .isEqualTo(team().path("teamId"));
    }

    private static JsonNode team() {
        return Json.NODES.objectNode().put("teamId", "other");
    }

    /** The passwords after a sync by a new watcher and new hooks. */
    private Map<String, JsonNode> passwordsAfterSyncOf(long generation) {
        try (Shutdown parts = new Shutdown()) {
            PrometheusRegistry registry = new PrometheusRegistry();
            HookHost hooks =
                    parts.closing(HookHost.load(Path.of("hooks"), HookSettings.DEFAULTS.keepingClasses(), registry));
            parts.closing(WatcherProcess.start(cluster, Optional.of(hooks.hooks()), WatcherOptions.DEFAULTS, registry));
            Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> observedGeneration() == generation);
            return passwords();
        }
    }

    private long observedGeneration() {
        KubeObject now = new NamespacedObjects(world, "default").get(CLUSTER);
        return now.tree().at("/status/observedGeneration").asLong();
    }

    private Map<String, JsonNode> passwords() {
        ApiResource secrets = world.resource("v1", "secrets").orElseThrow();
        return cluster.list(secrets, ListOptions.ALL.inNamespace("default")).items().stream()
                .collect(Collectors.toMap(
                        KubeObject::name, secret -> secret.tree().at("/data/password")));
    }
}
