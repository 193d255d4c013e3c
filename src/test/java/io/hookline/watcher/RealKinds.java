package io.hookline.watcher;

import io.hookline.cluster.Cluster;
import io.hookline.cluster.ClusterException;
import io.hookline.cluster.ListOptions;
import io.hookline.cluster.WriteOptions;
import io.hookline.object.ApiResource;
import io.hookline.object.GroupVersionKind;
import io.hookline.object.KubeObject;
import java.time.Duration;
import org.awaitility.Awaitility;

/** Things and Gadgets on a real API server, which classes of tests share. */
final class RealKinds {
    private RealKinds() {}

    static void define(Cluster cluster) {
        define(cluster, TestKinds.THING, TestKinds.GADGET);
    }

    static void define(Cluster cluster, String... definitions) {
        for (String yaml : definitions) {
            KubeObject crd = LocalWorld.object(yaml);
            try {
                cluster.create(cluster.discover().find(crd.gvk()).orElseThrow(), crd, WriteOptions.PLAIN);
            } catch (ClusterException.AlreadyExists _) {
                // another class was faster
            }
            awaitServed(cluster, crd.tree().at("/spec/names/kind").asText());
        }
    }

    /** A real server needs some moments until it serves a new kind. */
    private static void awaitServed(Cluster cluster, String kind) {
        Awaitility.await(kind + " is served")
                .atMost(Duration.ofSeconds(60))
                .ignoreExceptionsInstanceOf(ClusterException.class)
                .until(() -> {
                    ApiResource resource = cluster.discover()
                            .find(GroupVersionKind.of("test.hookline.io/v1", kind))
                            .orElse(null);
                    return resource != null && cluster.list(resource, ListOptions.ALL) != null;
                });
    }
}
