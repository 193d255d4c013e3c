package io.hookline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.cli.StepAction.StepPatch;
import io.hookline.cluster.ListOptions;
import io.hookline.local.LocalCluster;
import io.hookline.object.ApiResource;
import io.hookline.object.Json;
import io.hookline.object.KubeObject;
import io.hookline.watcher.WatcherOptions;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** What an example keeps while its watcher and hooks are replaced: all of it is in the cluster. */
class WatcherRestartIT {

    private static final StepTarget CLUSTER = new StepTarget("pg", "acid-minimal-cluster");
    private static final StepTarget SERVERS = new StepTarget("StatefulSet", CLUSTER.name());

    private final LocalCluster cluster = LocalCluster.create(InstantSource.system(), new SplittableRandom(1));
    private final ExampleWorld world = new ExampleWorld(cluster, hook -> 0, _ -> 0, InstantSource.system());

    @Test
    void passwordsOutliveTheWatcherThatMadeThem() throws Exception {
        Console nowhere = new Console(new PrintWriter(Writer.nullWriter()), InstantSource.system(), Instant.now());
        new DevExamples(world, nowhere).installControllerKinds();
        ExampleFolder example = ExampleFolder.read(Path.of("examples/postgresql"));
        ExampleRunner.install(example, world, "default", object -> {});
        Map<String, JsonNode> first = passwordsAfterSyncOf(1);

        StepObjects objects = new StepObjects(world, "default");
        objects.patch(CLUSTER, new StepPatch(Json.NODES.objectNode().set("spec", team()), false));
        Map<String, JsonNode> second = passwordsAfterSyncOf(2);

        assertThat(first).hasSize(4);
        assertThat(second).isEqualTo(first);
        assertThat(objects.get(SERVERS).tree().at("/spec/template/metadata/labels/team"))
                .isEqualTo(team().path("teamId"));
    }

    private static JsonNode team() {
        return Json.NODES.objectNode().put("teamId", "other");
    }

    /** With a watcher and hooks that exist only until then. */
    private Map<String, JsonNode> passwordsAfterSyncOf(long generation) {
        try (Shutdown parts = new Shutdown()) {
            PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
            HookRuntime hooks = parts.closing(HookRuntime.load(Path.of("hooks"), registry));
            parts.closing(WatcherProcess.start(cluster, Optional.of(hooks.hooks()), WatcherOptions.DEFAULTS, registry));
            Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> observedGeneration() == generation);
            return passwords();
        }
    }

    private long observedGeneration() {
        KubeObject now = new StepObjects(world, "default").get(CLUSTER);
        return now.tree().at("/status/observedGeneration").asLong();
    }

    private Map<String, JsonNode> passwords() {
        ApiResource secrets = world.resource("v1", "secrets").orElseThrow();
        return cluster.list(secrets, ListOptions.ALL.inNamespace("default")).items().stream()
                .collect(Collectors.toMap(
                        KubeObject::name, secret -> secret.tree().at("/data/password")));
    }
}
