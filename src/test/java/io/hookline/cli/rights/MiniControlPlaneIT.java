package io.hookline.cli.rights;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.cluster.Cluster;
import io.hookline.local.LocalCluster;
import io.hookline.object.KubeObject;
import io.hookline.object.LabelSelector;
import io.hookline.process.ClusterSideEffects;
import io.hookline.process.HookHost;
import io.hookline.process.WatcherProcess;
import io.hookline.server.call.HookSettings;
import io.hookline.server.folder.HookSource;
import io.hookline.testing.embedded.ControllerKinds;
import io.hookline.testing.embedded.RealTime;
import io.hookline.testing.scenario.Scenario;
import io.hookline.testing.scenario.ScenarioResult;
import io.hookline.testing.scenario.ScenarioRunner;
import io.hookline.testing.scenario.environment.CountingCluster;
import io.hookline.testing.scenario.environment.ManifestInstaller;
import io.hookline.testing.scenario.environment.ScenarioEnvironment;
import io.hookline.testing.scenario.file.Manifest;
import io.hookline.watcher.Interposed;
import io.hookline.watcher.WatcherOptions;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * The story of the mini control plane, with each of its controllers in a watcher and a hook server of its own. They have nothing in
 * common but the API server.
 */
@Execution(ExecutionMode.CONCURRENT)
class MiniControlPlaneIT {

    private static final Scenario STORY = Scenario.read(Path.of("examples/mini-control-plane"));
    /** What each watcher writes about its controller. */
    private static final Set<String> OWN = Set.of("events", "compositecontrollers", "decoratorcontrollers");

    private static final Set<String> READS = Set.of("get", "list", "watch");
    private static final String LABEL = "controller";

    private final LocalCluster api = LocalCluster.create(InstantSource.system(), new SplittableRandom(1));
    private final Map<String, Set<String>> writes = new TreeMap<>();
    private final Deque<AutoCloseable> parts = new ArrayDeque<>();
    private final CountingCluster counted = new CountingCluster(api);

    @AfterEach
    void stop() throws Exception {
        for (AutoCloseable part : parts) {
            part.close();
        }
    }

    @Test
    void eachControllerWritesOnlyItsOwnKindsAndTheirStoryWorksWithTheApiServerAlone() throws Exception {
        RealTime time = new RealTime();
        parts.push(time);
        ScenarioEnvironment world =
                new ScenarioEnvironment(api, _ -> 0, counted::writes, InstantSource.system(), time).patient(4);
        ControllerKinds.install(world);
        install(world);
        STORY.everything().stream().filter(Manifest::isController).forEach(this::start);

        assertThat(ScenarioRunner.run(STORY, world)).isInstanceOf(ScenarioResult.Passed.class);

        assertThat(writes)
                .isEqualTo(Map.of(
                        "mini-deployment", Set.of("minireplicasets", "minideployments/status"),
                        "mini-replicaset", Set.of("pods", "minireplicasets/status"),
                        "mini-scheduler", Set.of("pods/binding", "pods/status"),
                        "mini-scheduler-kubelet", Set.of("pods", "pods/status"),
                        "mini-endpoints", Set.of("endpointslices", "endpoints"),
                        "service-lb", Set.of("services", "services/status"),
                        "mini-kube-proxy", Set.of("configmaps", "proxyrules/status")));
    }

    /** The CRDs, and the controllers with labels by which the watchers select them. */
    private static void install(ScenarioEnvironment world) throws InterruptedException {
        List<Manifest> manifests = STORY.everything().stream()
                .filter(manifest -> manifest.isCrd() || manifest.isController())
                .map(manifest -> manifest.with(labelled(manifest.object())))
                .toList();
        assertThat(new ManifestInstaller(world).install(manifests, "default", Duration.ofSeconds(10), _ -> {}))
                .isEmpty();
    }

    private static KubeObject labelled(KubeObject object) {
        var tree = object.tree();
        tree.withObject("/metadata/labels").put(LABEL, object.name());
        return KubeObject.of(tree);
    }

    /** Starts the hook and the watcher of one controller. Both use the same connection, which records the writes. */
    private void start(Manifest controller) {
        String name = controller.object().name();
        Set<String> written = new ConcurrentSkipListSet<>();
        writes.put(name, written);
        Cluster recorded = recording(written);
        Set<String> hooks = new TreeSet<>();
        Scenario.hookPaths(controller).forEach(path -> hooks.add(path.split("/")[1]));
        PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        HookHost host = HookHost.open(
                () -> HookSource.in(Path.of("hooks")).stream()
                        .filter(source -> hooks.contains(source.name()))
                        .toList(),
                HookSettings.DEFAULTS.withSideEffects(ClusterSideEffects.on(() -> recorded)),
                registry);
        parts.push(host);
        host.loadOnce(_ -> true);
        parts.push(WatcherProcess.start(recorded, Optional.of(host.hooks()), only(name), registry));
    }

    private Cluster recording(Set<String> written) {
        Interposed recorder = request -> {
            if (!request.resource().isEmpty() && !OWN.contains(request.resource()) && !READS.contains(request.verb())) {
                written.add(request.resource() + (request.subresource().isEmpty() ? "" : "/" + request.subresource()));
            }
            return request.pass();
        };
        return recorder.before(counted);
    }

    private static WatcherOptions only(String controller) {
        WatcherOptions all = WatcherOptions.DEFAULTS;
        return new WatcherOptions(
                all.workers(),
                all.discoveryInterval(),
                all.cacheFlushInterval(),
                LabelSelector.ofLabel(LABEL, controller),
                all.eventsPerSecond(),
                all.eventsBurst(),
                all.finalizerReleaseDelay(),
                all.revisionNamespace());
    }
}
