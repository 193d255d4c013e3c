package io.hookline.cli.dev;

import io.hookline.cli.terminal.Build;
import io.hookline.cli.terminal.CliErrors;
import io.hookline.cli.terminal.Console;
import io.hookline.cli.terminal.Shutdown;
import io.hookline.cluster.Cluster;
import io.hookline.kube.KubeCluster;
import io.hookline.kube.KubeOptions;
import io.hookline.kube.KubeServer;
import io.hookline.local.LocalCluster;
import io.hookline.local.http.LocalApiServer;
import io.hookline.web.SelfSignedCertificate;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;

/** The cluster that {@code dev} works on: an embedded one, or one that a kubeconfig names. */
final class DevCluster {

    private DevCluster() {}

    /**
     * Starts an embedded cluster, serves it to kubectl and writes the kubeconfig.
     *
     * @param shutdown closes the server and deletes the kubeconfig, which would name a closed server
     */
    static Cluster embedded(int port, Path kubeconfig, Console console, Shutdown shutdown) {
        InstantSource clock = InstantSource.system();
        SecureRandom random = new SecureRandom();
        // In parallel: a JVM that has just started needs as long for a key as for the cluster.
        CompletableFuture<SelfSignedCertificate> creating = CompletableFuture.supplyAsync(
                () -> SelfSignedCertificate.create(clock.instant(), random),
                task -> Thread.ofPlatform().daemon().name("certificate").start(task));
        LocalCluster cluster = LocalCluster.create(clock, random);
        SelfSignedCertificate certificate = creating.join();
        LocalApiServer server = shutdown.closing(
                CliErrors.unlessInUse("--port", () -> LocalApiServer.start(cluster, port, certificate)));
        String text = server.kubeconfig();
        write(kubeconfig, text);
        shutdown.closing(() -> remove(kubeconfig, text));
        console.step("api server", server.url());
        return cluster;
    }

    private static void write(Path file, String kubeconfig) {
        try {
            Path folder = file.toAbsolutePath().getParent();
            if (folder != null) {
                Files.createDirectories(folder);
            }
            Files.writeString(file, kubeconfig);
        } catch (IOException e) {
            throw new CliErrors.CommandFailed(
                    "cannot write " + file + " (" + reason(e) + "); choose another file with --kubeconfig-out");
        }
    }

    /** Deletes the file only if its content did not change: another process may have replaced it. */
    private static void remove(Path file, String kubeconfig) throws IOException {
        if (Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
                && Arrays.equals(Files.readAllBytes(file), kubeconfig.getBytes(StandardCharsets.UTF_8))) {
            Files.deleteIfExists(file);
        }
    }

    /** The reason without the file's name, which the message already has. */
    private static String reason(IOException e) {
        return switch (e) {
            case AccessDeniedException _ -> "access denied";
            case FileSystemException f when f.getReason() != null -> f.getReason();
            default -> e.getClass().getSimpleName();
        };
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
