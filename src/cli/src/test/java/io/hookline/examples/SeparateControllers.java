package io.hookline.examples;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.cluster.Cluster;
import io.hookline.cluster.WriteOptions;
import io.hookline.local.LocalCluster;
import io.hookline.object.ApiResource;
import io.hookline.object.KubeObject;
import io.hookline.object.LabelSelector;
import io.hookline.object.ObjectKey;
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
import io.hookline.testing.scenario.environment.ScenarioEnvironment;
import io.hookline.testing.scenario.file.Manifest;
import io.hookline.watcher.Interposed;
import io.hookline.watcher.WatcherOptions;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.stream.Collectors;

/**
 * An example with each of its controllers in a watcher and a hook server of its own. They have nothing in common but the API server, which
 * records what each of them writes.
 */
final class SeparateControllers implements AutoCloseable {

    /** What each watcher writes about its controller. */
    private static final Set<String> OWN = Set.of("events", "compositecontrollers", "decoratorcontrollers");

    private static final Set<String> WRITES = Set.of("create", "update", "patch", "delete");
    private static final String LABEL = "controller";

    private final Scenario example;
    private final LocalCluster api = LocalCluster.create(InstantSource.system(), new SplittableRandom(1));
    private final Map<String, Set<Written>> written = new TreeMap<>();
    private final Deque<AutoCloseable> parts = new ArrayDeque<>();
    private final List<HookHost> hosts = new ArrayList<>();
    private final CountingCluster counted = new CountingCluster(api);

    /**
     * An object that a controller wrote.
     *
     * @param resource with its subresource, such as {@code pods/status}
     */
    record Written(String resource, String object) implements Comparable<Written> {
        @Override
        public int compareTo(Written other) {
            return (resource + " " + object).compareTo(other.resource + " " + other.object);
        }
    }

    SeparateControllers(Scenario example) {
        this.example = example;
    }

    /** The names of the controllers of an example and of those that it needs. */
    static List<Manifest> controllers(Scenario example) {
        return example.everything().stream().filter(Manifest::isController).toList();
    }

    /** Carries out the steps of the example, which must pass. */
    void pass() throws InterruptedException {
        RealTime time = new RealTime();
        parts.push(time);
        ScenarioEnvironment world = new ScenarioEnvironment(
                        labelling(), this::calls, counted::writes, InstantSource.system(), time)
                .patient(4);
        ControllerKinds.install(world);
        controllers(example).forEach(this::start);

        assertThat(ScenarioRunner.run(example, world)).isInstanceOf(ScenarioResult.Passed.class);
    }

    /** What each controller wrote. */
    Map<String, Set<Written>> written() {
        return written;
    }

    /** The resources that each controller wrote. */
    Map<String, Set<String>> resources() {
        Map<String, Set<String>> resources = new TreeMap<>();
        written.forEach((controller, objects) -> resources.put(
                controller, objects.stream().map(Written::resource).collect(Collectors.toCollection(TreeSet::new))));
        return resources;
    }

    private long calls(String hook) {
        return hosts.stream().mapToLong(host -> host.hooks().calls(hook)).sum();
    }

    /** Controllers get labels by which the watchers select them. */
    private Cluster labelling() {
        Interposed label = request -> {
            if (request.verb().equals("create") && request.resource().endsWith("controllers")) {
                Object[] arguments = request.arguments();
                return api.create(
                        (ApiResource) arguments[0], labelled((KubeObject) arguments[1]), (WriteOptions) arguments[2]);
            }
            return request.pass();
        };
        return label.before(api);
    }

    private static KubeObject labelled(KubeObject object) {
        var tree = object.tree();
        tree.withObject("/metadata/labels").put(LABEL, object.name());
        return KubeObject.of(tree);
    }

    /** Starts the hook and the watcher of one controller. Both use the same connection, which records the writes. */
    private void start(Manifest controller) {
        String name = controller.object().name();
        Set<Written> own = new ConcurrentSkipListSet<>();
        written.put(name, own);
        Cluster recorded = recording(own);
        Set<String> hooks = new TreeSet<>();
        Scenario.hookPaths(controller).forEach(path -> hooks.add(path.split("/")[1]));
        PrometheusRegistry registry = new PrometheusRegistry();
        HookHost host = HookHost.open(
                () -> HookSource.in(Path.of("hooks")).stream()
                        .filter(source -> hooks.contains(source.name()))
                        .toList(),
                HookSettings.DEFAULTS.withSideEffects(ClusterSideEffects.on(() -> recorded)),
                registry);
        parts.push(host);
        hosts.add(host);
        host.loadOnce(_ -> true);
        parts.push(WatcherProcess.start(recorded, Optional.of(host.hooks()), only(name), registry));
    }

    private Cluster recording(Set<Written> own) {
        Interposed recorder = request -> {
            if (WRITES.contains(request.verb()) && !OWN.contains(request.resource())) {
                String sub = request.subresource().isEmpty() ? "" : "/" + request.subresource();
                own.add(new Written(request.resource() + sub, key(request).toString()));
            }
            return request.pass();
        };
        return recorder.before(counted);
    }

    private static ObjectKey key(Interposed.Request request) {
        return Arrays.stream(request.arguments())
                .filter(argument -> argument instanceof KubeObject || argument instanceof ObjectKey)
                .map(argument -> argument instanceof KubeObject object ? object.key() : (ObjectKey) argument)
                .findFirst()
                .orElseThrow();
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

    @Override
    public void close() {
        for (AutoCloseable part : parts) {
            try {
                part.close();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
