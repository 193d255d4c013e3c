package io.hookline.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.cluster.ClusterException;
import io.hookline.cluster.DeleteOptions;
import io.hookline.cluster.Patch;
import io.hookline.cluster.WriteOptions;
import io.hookline.kube.KubeCluster;
import io.hookline.kube.KubeOptions;
import io.hookline.local.LocalCluster;
import io.hookline.local.http.LocalApiServer;
import io.hookline.object.ApiResource;
import io.hookline.object.GoJson;
import io.hookline.object.KubeObject;
import io.hookline.object.ObjectKey;
import io.hookline.process.WatcherProcess;
import io.hookline.testing.YamlObjects;
import io.hookline.testing.embedded.ControllerKinds;
import io.hookline.testing.embedded.RealTime;
import io.hookline.testing.scenario.environment.ScenarioEnvironment;
import io.hookline.watcher.WatcherOptions;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** One CRD, and the same hook in five languages, each in a server of its own. A language that is not installed is skipped. */
@Execution(ExecutionMode.CONCURRENT)
class LanguagesIT {

    private static final List<String> LANGUAGES = List.of("bash", "python", "javascript", "java", "go");
    private static final String TWO_LINES = "Grüße, 世界 \"quoted\" & </done>\n".repeat(2);
    private static final Duration OUTAGE = Duration.ofSeconds(10);

    @TempDir
    private static Path folder;

    private static LanguageServers servers;
    private static LocalApiServer api;
    private static KubeCluster cluster;
    private static WatcherProcess watcher;
    private static ApiResource resources;
    private static ApiResource configMaps;

    @BeforeAll
    static void start() throws Exception {
        LocalCluster local = LocalCluster.create(InstantSource.system(), new SplittableRandom(1));
        try (RealTime time = new RealTime()) {
            ControllerKinds.install(new ScenarioEnvironment(local, _ -> 0, _ -> 0, InstantSource.system(), time));
        }
        create(local, LanguageServers.EXAMPLE.resolve("crd.yaml"));
        servers = new LanguageServers(folder);
        for (String language : installed()) {
            servers.start(language);
        }
        create(local, LanguageServers.EXAMPLE.resolve("controller.yaml"));
        create(local, LanguageServers.EXAMPLE.resolve("go/controller.yaml"));
        api = LocalApiServer.start(local, 0);
        cluster = KubeCluster.at(api.url(), api.token().text(), KubeOptions.of("test"));
        resources =
                cluster.discover().find("example.com/v1", "exampleresources").orElseThrow();
        configMaps = cluster.discover().find("v1", "configmaps").orElseThrow();
        watcher = WatcherProcess.start(cluster, Optional.empty(), WatcherOptions.DEFAULTS, new PrometheusRegistry());
    }

    private static void create(LocalCluster local, Path manifests) throws Exception {
        for (KubeObject object : YamlObjects.read(manifests)) {
            ApiResource resource = local.discover().find(object.gvk()).orElseThrow();
            local.create(resource, withOwnServer(object), WriteOptions.PLAIN);
        }
    }

    /** The controller of a language calls the server of that language. */
    private static KubeObject withOwnServer(KubeObject object) {
        ObjectNode tree = object.tree();
        if (tree.at("/spec/hooks/sync") instanceof ObjectNode sync) {
            String language = tree.at("/spec/parentResource/labelSelector/matchLabels/language")
                    .asText();
            sync.putObject("webhook").put("url", servers.url(language));
        }
        return KubeObject.of(tree);
    }

    @AfterAll
    static void stop() {
        watcher.close();
        cluster.close();
        api.close();
        servers.close();
    }

    private static List<String> installed() {
        return LANGUAGES.stream().filter(LanguageServers::has).toList();
    }

    static List<String> languages() {
        return LANGUAGES;
    }

    private static ConditionFactory await() {
        return Awaitility.await().pollInterval(Duration.ofMillis(100)).atMost(Duration.ofMinutes(3));
    }

    private static ObjectKey key(String name) {
        return new ObjectKey("default", name);
    }

    private static void create(String name, String language) {
        ObjectNode tree = KubeObject.of("""
                {"apiVersion":"example.com/v1","kind":"ExampleResource",
                 "metadata":{"name":"%s","namespace":"default","labels":{"language":"%s"}}}
                """.formatted(name, language)).tree();
        tree.putObject("spec")
                .put("message", TWO_LINES.lines().findFirst().orElseThrow())
                .put("times", 2);
        cluster.create(resources, KubeObject.of(tree), WriteOptions.PLAIN);
    }

    private static String text(String name) {
        return find(name)
                .map(found -> found.fieldTree("data").path("text").asText())
                .orElse("");
    }

    private static Optional<KubeObject> find(String name) {
        try {
            return Optional.of(cluster.get(configMaps, key(name)));
        } catch (ClusterException.NotFound _) {
            return Optional.empty();
        }
    }

    @Test
    void theConfigMapsOfAllLanguagesAreTheSameBytes() {
        Map<String, String> served = new LinkedHashMap<>();
        for (String language : installed()) {
            create("same", language);
            await().untilAsserted(() -> assertThat(text("same")).as(language).isEqualTo(TWO_LINES));
            served.put(language, withoutFieldsOfTheServer(find("same").orElseThrow()));
            cluster.delete(resources, key("same"), DeleteOptions.BACKGROUND);
            await().until(() -> find("same").isEmpty());
        }

        String java = served.get("java");
        assertThat(java).contains("\"data\":{\"text\":\"Grüße, ", "last-applied-configuration");
        assertThat(served)
                .hasSizeGreaterThan(1)
                .allSatisfy((language, bytes) -> assertThat(bytes).as(language).isEqualTo(java));
    }

    /** The bytes as they are served, in their order, without what the API server sets; the uid of the parent is one of these. */
    private static String withoutFieldsOfTheServer(KubeObject configMap) {
        ObjectNode tree = configMap.tree();
        ObjectNode metadata = (ObjectNode) tree.path("metadata");
        metadata.remove(List.of("uid", "resourceVersion", "creationTimestamp", "managedFields"));
        JsonNode owner = metadata.path("ownerReferences").path(0);
        assertThat(owner.path("kind").asText()).isEqualTo("ExampleResource");
        return new String(GoJson.bytes(tree), StandardCharsets.UTF_8)
                .replace(owner.path("uid").asText(), "uid-of-the-parent");
    }

    @ParameterizedTest
    @MethodSource("languages")
    @Execution(ExecutionMode.CONCURRENT)
    void aServerThatWasKilledForTenSecondsCatchesUpWithTheLastEdit(String language) throws Exception {
        assumeTrue(LanguageServers.has(language), language + " is installed");
        String name = "killed-" + language;
        create(name, language);
        await().untilAsserted(() -> assertThat(text(name)).isEqualTo(TWO_LINES));
        String uid = find(name).orElseThrow().uid();

        servers.kill(language);
        for (String message : List.of("first edit", "second edit", "last edit")) {
            cluster.patch(
                    resources,
                    key(name),
                    Patch.merge("{\"spec\":{\"message\":\"" + message + "\"}}"),
                    WriteOptions.PLAIN);
        }
        Awaitility.await()
                .during(OUTAGE)
                .atMost(OUTAGE.multipliedBy(3))
                .untilAsserted(() -> assertThat(text(name)).isEqualTo(TWO_LINES));
        servers.start(language);

        await().untilAsserted(() -> assertThat(text(name)).isEqualTo("last edit\n".repeat(2)));
        assertThat(find(name).orElseThrow().uid()).isEqualTo(uid);
    }
}
