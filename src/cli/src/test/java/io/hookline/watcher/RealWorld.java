package io.hookline.watcher;

import io.hookline.cluster.Cluster;
import io.hookline.cluster.ClusterException;
import io.hookline.cluster.DeleteOptions;
import io.hookline.cluster.Discovery;
import io.hookline.cluster.ListOptions;
import io.hookline.cluster.Patch;
import io.hookline.cluster.WriteOptions;
import io.hookline.controlplane.ControlPlane;
import io.hookline.kube.KubeCluster;
import io.hookline.object.ApiResource;
import io.hookline.object.KubeObject;
import io.hookline.object.ObjectKey;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/** A real cluster that the tests of a suite have for themselves, one after the other: each leaves it empty. */
final class RealWorld implements SuiteCluster, AutoCloseable {

    /** Controllers first, so that no children are created again; the kinds that they use last. */
    private static final List<String> KINDS = List.of(
            "metacontroller.k8s.io/v1alpha1 compositecontrollers",
            "metacontroller.k8s.io/v1alpha1 decoratorcontrollers",
            "test.hookline.io/v1 things",
            "test.hookline.io/v1 wides",
            "test.hookline.io/v1 bares",
            "test.hookline.io/v1 narrows",
            "metacontroller.k8s.io/v1alpha1 controllerrevisions",
            "test.hookline.io/v1 parts",
            "v1 configmaps",
            "v1 secrets",
            "v1 events");

    private final KubeCluster cluster;
    private final String namespace;
    private boolean collected;

    private RealWorld(KubeCluster cluster, String namespace) {
        this.cluster = cluster;
        this.namespace = namespace;
    }

    /** With all kinds that suites need, and without the objects that other classes have left. */
    static RealWorld on(ControlPlane plane, String namespace) {
        plane.startControllers();
        RealWorld world = new RealWorld(plane.connect("reconcile"), namespace);
        world.defineControllers();
        Stream.of(TestKinds.THING, TestKinds.GADGET, TestKinds.WIDE).forEach(world::define);
        Awaitility.await("all kinds are served")
                .atMost(Duration.ofSeconds(60))
                .ignoreExceptionsInstanceOf(ClusterException.class)
                .untilAsserted(world::clear);
        return world;
    }

    @Override
    public Cluster cluster() {
        return cluster;
    }

    @Override
    public String namespace() {
        return namespace;
    }

    /** The definitions that users install. */
    private void defineControllers() {
        for (String kind : List.of("compositecontrollers", "controllerrevisions", "decoratorcontrollers")) {
            cluster.patch(
                    definitions(),
                    ObjectKey.clusterScoped(kind + ".metacontroller.k8s.io"),
                    new Patch(Patch.Type.APPLY, TestKinds.installed(kind)),
                    new WriteOptions("", "tests", true, false));
        }
    }

    private ApiResource definitions() {
        return cluster.discover()
                .find("apiextensions.k8s.io/v1", "customresourcedefinitions")
                .orElseThrow();
    }

    /** A real server needs some moments until it serves a new kind. */
    private void define(String yaml) {
        KubeObject crd = LocalWorld.object(yaml);
        try {
            cluster.create(definitions(), crd, WriteOptions.PLAIN);
        } catch (ClusterException.AlreadyExists _) {
            // another class was faster
        }
        String plural = crd.tree().at("/spec/names/plural").asText();
        Awaitility.await(plural + " are served")
                .atMost(Duration.ofSeconds(60))
                .ignoreExceptionsInstanceOf(ClusterException.class)
                .until(() -> cluster.discover()
                        .find("test.hookline.io/v1", plural)
                        .map(resource -> cluster.list(resource, ListOptions.ALL))
                        .isPresent());
    }

    /**
     * Waits until the garbage collector knows the kinds of the tests: it looks for new kinds every 30 s only, and until then
     * no deletion with the propagation Orphan or Foreground ends.
     */
    private void awaitGarbageCollector() {
        ApiResource things =
                cluster.discover().find("test.hookline.io/v1", "things").orElseThrow();
        KubeObject probe = cluster.create(
                things,
                LocalWorld.object("{apiVersion: test.hookline.io/v1, kind: Thing,"
                        + " metadata: {name: probe, namespace: default}, spec: {}}"),
                WriteOptions.PLAIN);
        cluster.delete(things, probe.key(), new DeleteOptions("", "", DeleteOptions.Propagation.ORPHAN, -1, false));
        Awaitility.await("the garbage collector knows things")
                .atMost(Duration.ofSeconds(90))
                .until(() -> cluster.list(things, ListOptions.ALL).items().isEmpty());
        collected = true;
    }

    @Override
    public WatcherFixture open(UnaryOperator<Cluster> between, WatcherOptions options) {
        if (!collected) {
            awaitGarbageCollector();
        }
        return new WatcherFixture(cluster, between::apply, InstantSource.system(), options).closing(this::clear);
    }

    private void clear() {
        Discovery discovery = cluster.discover();
        for (String kind : KINDS) {
            String[] parts = kind.split(" ");
            discovery.find(parts[0], parts[1]).ifPresent(this::clear);
        }
    }

    private void clear(ApiResource resource) {
        cluster.list(resource, ListOptions.ALL).items().stream()
                .filter(object -> !object.namespace().equals("kube-system")
                        && !object.name().equals("kube-root-ca.crt"))
                .forEach(object -> delete(resource, object));
    }

    private void delete(ApiResource resource, KubeObject object) {
        try {
            if (!object.finalizers().isEmpty()) {
                cluster.patch(
                        resource,
                        object.key(),
                        Patch.merge("{\"metadata\":{\"finalizers\":null}}"),
                        WriteOptions.PLAIN);
            }
            Optional<KubeObject> left = cluster.delete(resource, object.key(), DeleteOptions.BACKGROUND);
            if (left.isPresent() && !left.get().finalizers().isEmpty()) {
                throw new AssertionError(
                        left.get() + " is held by " + left.get().finalizers());
            }
        } catch (ClusterException.NotFound _) {
            // deleted already
        }
    }

    @Override
    public void close() {
        cluster.close();
    }
}
