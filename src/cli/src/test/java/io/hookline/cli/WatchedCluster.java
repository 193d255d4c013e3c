package io.hookline.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.cluster.ClusterException;
import io.hookline.cluster.DeleteOptions;
import io.hookline.cluster.ListOptions;
import io.hookline.cluster.Patch;
import io.hookline.cluster.WriteOptions;
import io.hookline.hook.protocol.InProcessHooks;
import io.hookline.local.LocalCluster;
import io.hookline.object.ApiResource;
import io.hookline.object.GroupVersionKind;
import io.hookline.object.Json;
import io.hookline.object.KubeObject;
import io.hookline.object.ObjectKey;
import io.hookline.process.WatcherProcess;
import io.hookline.testing.embedded.ControllerKinds;
import io.hookline.testing.embedded.RealTime;
import io.hookline.testing.scenario.environment.ManifestInstaller;
import io.hookline.testing.scenario.environment.ScenarioEnvironment;
import io.hookline.testing.scenario.file.Manifest;
import io.hookline.watcher.WatcherOptions;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;

/** A complete watcher, wired as in production, on an empty cluster in memory, without the CRDs of controllers. */
public final class WatchedCluster implements AutoCloseable {

    public final PrometheusRegistry registry = new PrometheusRegistry();
    public final WatcherProcess watcher;
    private final LocalCluster cluster = LocalCluster.create(InstantSource.system(), new SplittableRandom(1));
    private final ScenarioEnvironment world =
            new ScenarioEnvironment(cluster, _ -> 0, _ -> 0, InstantSource.system(), new RealTime());

    public WatchedCluster() {
        this(Optional.empty());
    }

    /** With hooks of this process, in place of the Service of hooks. */
    public WatchedCluster(Optional<InProcessHooks> hooks) {
        watcher = WatcherProcess.start(cluster, hooks, WatcherOptions.DEFAULTS, registry, Map.of());
    }

    public static ConditionFactory soon() {
        return Awaitility.await().pollInterval(Duration.ofMillis(10)).atMost(Duration.ofSeconds(60));
    }

    public void installControllerKinds() throws InterruptedException {
        ControllerKinds.install(world);
    }

    /** Creates or replaces an object, in namespace default if its kind is namespaced. */
    public void apply(String yaml) {
        Manifest manifest = Manifest.parse("test.yaml", yaml).getFirst();
        soon().until(() -> world.resource(manifest.object().gvk()).isPresent());
        new ManifestInstaller(world).apply(manifest, "default");
    }

    /** Creates empty objects of a namespaced kind in namespace default: faster than {@link #apply}. */
    public void create(GroupVersionKind kind, Stream<String> names) {
        ApiResource resource = world.resource(kind).orElseThrow();
        names.forEach(name -> {
            ObjectNode object =
                    Json.NODES.objectNode().put("apiVersion", kind.apiVersion()).put("kind", kind.kind());
            object.putObject("metadata").put("name", name).put("namespace", "default");
            cluster.create(resource, KubeObject.of(object), WriteOptions.PLAIN);
        });
    }

    /** Changes an object by a merge patch. */
    public void merge(String apiVersion, String plural, String name, String json) {
        ApiResource resource = world.resource(apiVersion, plural).orElseThrow();
        cluster.patch(resource, key(resource, name), Patch.merge(json), WriteOptions.PLAIN);
    }

    public void delete(String apiVersion, String plural, String name) {
        ApiResource resource = world.resource(apiVersion, plural).orElseThrow();
        cluster.delete(resource, key(resource, name), DeleteOptions.BACKGROUND);
    }

    public Optional<KubeObject> find(String apiVersion, String plural, String name) {
        ApiResource resource = world.resource(apiVersion, plural).orElseThrow();
        try {
            return Optional.of(cluster.get(resource, key(resource, name)));
        } catch (ClusterException.NotFound _) {
            return Optional.empty();
        }
    }

    /** Waits until the watcher logs the start of a controller. */
    public void awaitStarted(String controller) {
        ApiResource events = world.resource("v1", "events").orElseThrow();
        soon().until(() -> cluster.list(events, ListOptions.ALL).items().stream()
                .map(KubeObject::tree)
                .anyMatch(event -> event.path("message").asText().equals("Started controller: " + controller)));
    }

    /** The events of all objects. */
    public List<KubeObject> events() {
        return cluster.list(world.resource("v1", "events").orElseThrow(), ListOptions.ALL)
                .items();
    }

    private static ObjectKey key(ApiResource resource, String name) {
        return resource.namespaced() ? new ObjectKey("default", name) : ObjectKey.clusterScoped(name);
    }

    @Override
    public void close() {
        watcher.close();
    }
}
