package io.hookline.contract;

import io.hookline.cluster.Cluster;
import io.hookline.controlplane.ControlPlane;
import io.hookline.kube.KubeCluster;
import io.hookline.kube.KubeOptions;
import io.hookline.local.LocalCluster;
import io.hookline.local.http.LocalApiServer;
import java.time.InstantSource;
import java.util.Optional;
import java.util.Random;

/**
 * A cluster that a class of tests has for itself.
 *
 * @param namespace an existing namespace that no other client writes to
 * @param memory the cluster in memory that is asked, directly or by HTTP
 * @param server sends the cluster requests as they are written, if it speaks HTTP
 * @param end closes the rest
 */
public record World(
        Kind kind,
        Cluster cluster,
        String namespace,
        Optional<LocalCluster> memory,
        Optional<RawApi> server,
        Runnable end)
        implements AutoCloseable {

    /** What answers. */
    public enum Kind {
        /** The cluster in memory. */
        MEMORY,
        /** The cluster in memory, asked by HTTP as a real one is. */
        HTTP,
        /** A real API server, which decides who is right. */
        REAL
    }

    static World open(Kind kind) {
        return switch (kind) {
            case MEMORY -> inMemory(newCluster());
            case HTTP -> overHttp(newCluster());
            case REAL -> throw new IllegalArgumentException("only a class with a real control plane has one");
        };
    }

    private static LocalCluster newCluster() {
        return LocalCluster.create(InstantSource.system(), new Random(1));
    }

    private static World inMemory(LocalCluster memory) {
        return new World(Kind.MEMORY, memory, "default", Optional.of(memory), Optional.empty(), () -> {});
    }

    private static World overHttp(LocalCluster memory) {
        LocalApiServer server = LocalApiServer.start(memory, 0);
        KubeCluster cluster = KubeCluster.at(server.url(), server.token().text(), KubeOptions.of("contract"));
        RawApi api = RawApi.at(server.url(), server.token().text());
        return new World(Kind.HTTP, cluster, "default", Optional.of(memory), Optional.of(api), () -> {
            api.close();
            cluster.close();
            server.close();
        });
    }

    /** With the controllers that end namespaces and delete dependents. */
    static World real(ControlPlane plane, String namespace) {
        plane.startControllers();
        KubeCluster cluster = plane.connect("contract");
        RawApi api = RawApi.trusting(plane.server(), plane.trust(), ControlPlane.token(ControlPlane.ADMIN));
        return new World(Kind.REAL, cluster, namespace, Optional.empty(), Optional.of(api), () -> {
            api.close();
            cluster.close();
        });
    }

    @Override
    public void close() {
        end.run();
    }

    @Override
    public String toString() {
        return kind.name();
    }
}
