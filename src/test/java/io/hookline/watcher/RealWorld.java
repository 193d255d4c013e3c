package io.hookline.watcher;

import io.hookline.cluster.Cluster;
import io.hookline.cluster.ClusterException;
import io.hookline.cluster.DeleteOptions;
import io.hookline.cluster.Discovery;
import io.hookline.cluster.ListOptions;
import io.hookline.cluster.Patch;
import io.hookline.cluster.WriteOptions;
import io.hookline.kube.KubeCluster;
import io.hookline.object.ApiResource;
import io.hookline.object.KubeObject;
import io.hookline.object.ObjectKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.awaitility.Awaitility;

/** A real cluster that the tests of a suite have for themselves, one after the other: each leaves it empty. */
final class RealWorld implements AutoCloseable {

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

    RealWorld(KubeCluster cluster) {
        this.cluster = cluster;
    }

    /** The definitions that users install. */
    void defineControllers() throws IOException {
        for (String kind : List.of("compositecontrollers", "controllerrevisions", "decoratorcontrollers")) {
            Patch definition = new Patch(Patch.Type.APPLY, Files.readString(Path.of("manifests/crds", kind + ".yaml")));
            ApiResource definitions = cluster.discover()
                    .find("apiextensions.k8s.io/v1", "customresourcedefinitions")
                    .orElseThrow();
            cluster.patch(
                    definitions,
                    ObjectKey.clusterScoped(kind + ".metacontroller.k8s.io"),
                    definition,
                    new WriteOptions("", "tests", true, false));
        }
    }

    /**
     * Waits until the garbage collector knows the kinds of the tests: it looks for new kinds every 30 s only, and until then
     * no deletion with the propagation Orphan or Foreground ends. Removes what other classes have left before.
     */
    void awaitGarbageCollector() {
        awaitServed();
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
    }

    /** Waits until all kinds of the tests are served, and removes what other classes have left before. */
    void awaitServed() {
        RealKinds.define(cluster);
        Awaitility.await("all kinds are served")
                .atMost(Duration.ofSeconds(60))
                .ignoreExceptionsInstanceOf(ClusterException.class)
                .untilAsserted(this::clear);
    }

    /** A world for one test. */
    WatcherFixture open(UnaryOperator<Cluster> between) {
        return open(between, WatcherOptions.DEFAULTS);
    }

    /** A world for one test, with a watcher that has these options. */
    WatcherFixture open(UnaryOperator<Cluster> between, WatcherOptions options) {
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
