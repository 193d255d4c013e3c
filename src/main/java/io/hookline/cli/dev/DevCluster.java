package io.hookline.cli.dev;

import io.hookline.cli.terminal.Build;
import io.hookline.cli.terminal.CliErrors;
import io.hookline.cli.terminal.Console;
import io.hookline.cli.terminal.Shutdown;
import io.hookline.cluster.Cluster;
import io.hookline.console.ConsoleServer;
import io.hookline.kube.KubeCluster;
import io.hookline.kube.KubeOptions;
import io.hookline.kube.KubeServer;
import io.hookline.kube.config.ConfigLoader;
import io.hookline.local.LocalCluster;
import io.hookline.local.http.AccessToken;
import io.hookline.local.http.LocalApiServer;
import io.hookline.web.tls.SelfSignedCertificate;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** The cluster that {@code dev} works on: an embedded one, or one that a kubeconfig names. */
final class DevCluster {

    private DevCluster() {}

    /**
     * Starts an embedded cluster and serves it to kubectl.
     *
     * @param token what clients need; empty for a new one
     * @param shutdown closes the server
     */
    static Embedded embedded(int port, Optional<AccessToken> token, Console console, Shutdown shutdown) {
        InstantSource clock = InstantSource.system();
        SecureRandom random = new SecureRandom();
        // In parallel: a JVM that has just started needs as long for a key as for the cluster.
        CompletableFuture<SelfSignedCertificate> creating = CompletableFuture.supplyAsync(
                () -> SelfSignedCertificate.create(clock.instant(), random),
                task -> Thread.ofPlatform().daemon().name("certificate").start(task));
        LocalCluster cluster = LocalCluster.create(clock, random);
        SelfSignedCertificate certificate = creating.join();
        AccessToken given = token.orElseGet(() -> AccessToken.random(random));
        LocalApiServer server = shutdown.closing(
                CliErrors.unlessInUse("--port", () -> LocalApiServer.start(cluster, port, certificate, given)));
        console.step("api server", server.url());
        return new Embedded(cluster, server);
    }

    /**
     * A cluster of this process.
     *
     * @param server serves it to other processes
     */
    record Embedded(Cluster cluster, LocalApiServer server) {

        /** The text of a kubeconfig for it, with the address of the console. */
        String kubeconfig(Optional<ConsoleServer> console) {
            return server.kubeconfig("default", console.map(open -> Map.entry(ConfigLoader.CONSOLE, open.uri())));
        }
    }

    /**
     * Connects to a real cluster.
     *
     * @param confirmed whether the user confirmed changes to this cluster
     */
    static Cluster real(Path kubeconfig, boolean confirmed, Console console, Shutdown shutdown) {
        KubeCluster cluster = shutdown.closing(
                KubeCluster.connect(KubeOptions.of(new Build().version()).withKubeconfig(kubeconfig.toString())));
        KubeServer server = cluster.server();
        console.step("cluster", server.context() + " at " + server.url() + " (" + server.version() + ")");
        if (!confirmed) {
            throw new CliErrors.CommandFailed("this would install CRDs, controllers and samples on context "
                    + server.context() + "; add --yes to confirm");
        }
        return cluster;
    }
}
