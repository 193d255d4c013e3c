package io.hookline.clients;

import io.fabric8.kubernetes.client.Config;
import io.hookline.cluster.WriteOptions;
import io.hookline.controlplane.ControlPlane;
import io.hookline.controlplane.ControlPlanes;
import io.hookline.kube.KubeCluster;
import io.hookline.kube.KubeOptions;
import io.hookline.local.LocalClusters;
import io.hookline.local.http.LocalApiServer;
import io.hookline.object.KubeObject;
import io.hookline.web.tls.SelfSignedCertificate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;

/** The API servers on which a client takes the same steps: the real one decides what is right. */
enum TestedServer {
    EMBEDDED {
        @Override
        Access start(ControlPlanes real, Path folder, String name) throws IOException {
            LocalApiServer server = LocalApiServer.start(
                    LocalClusters.fresh(), 0, SelfSignedCertificate.create(Instant.now(), new SecureRandom()));
            Path kubeconfig = Files.writeString(folder.resolve("kubeconfig"), server.kubeconfig());
            return withNamespace(kubeconfig, name, server::close);
        }
    },
    REAL {
        @Override
        Access start(ControlPlanes real, Path folder, String name) {
            ControlPlane plane = real.of("clients");
            plane.startControllers(); // for namespaces and dependents
            return withNamespace(plane.kubeconfig(ControlPlane.ADMIN), name, () -> {});
        }
    };

    private static final AtomicInteger NAMESPACES = new AtomicInteger();

    /**
     * Starts the server, or uses the running one. Skips the test if there is no real one here.
     *
     * @param folder for a kubeconfig
     * @param name the start of the name of a new namespace
     */
    abstract Access start(ControlPlanes real, Path folder, String name) throws IOException;

    private static Access withNamespace(Path kubeconfig, String name, Runnable end) {
        String namespace = name.toLowerCase(Locale.ROOT) + "-" + NAMESPACES.incrementAndGet();
        try (KubeCluster cluster =
                KubeCluster.connect(KubeOptions.of("clients").withKubeconfig(kubeconfig.toString()))) {
            KubeObject object = KubeObject.of(
                    "{\"apiVersion\":\"v1\",\"kind\":\"Namespace\",\"metadata\":{\"name\":\"" + namespace + "\"}}");
            cluster.create(cluster.discover().find("v1", "namespaces").orElseThrow(), object, WriteOptions.PLAIN);
        }
        return new Access(kubeconfig, namespace, end);
    }

    /**
     * What a client needs.
     *
     * @param kubeconfig of a user who may do everything
     * @param namespace that no other test has
     */
    record Access(Path kubeconfig, String namespace, Runnable end) implements AutoCloseable {

        /** The configuration of a fabric8 client, with the namespace. */
        Config config() {
            Config config = Config.fromKubeconfig(kubeconfig.toFile());
            config.setNamespace(namespace);
            return config;
        }

        @Override
        public void close() {
            end.run();
        }
    }
}
