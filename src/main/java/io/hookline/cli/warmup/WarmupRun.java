package io.hookline.cli.warmup;

import io.hookline.cli.dev.DevExamples;
import io.hookline.cli.terminal.Build;
import io.hookline.cli.terminal.Console;
import io.hookline.cli.terminal.PrivateFile;
import io.hookline.cli.terminal.Shutdown;
import io.hookline.cluster.Cluster;
import io.hookline.kube.KubeCluster;
import io.hookline.kube.KubeOptions;
import io.hookline.local.LocalCluster;
import io.hookline.local.http.LocalApiServer;
import io.hookline.process.HookHost;
import io.hookline.process.WatcherProcess;
import io.hookline.server.HookServer;
import io.hookline.testing.embedded.ControllerKinds;
import io.hookline.testing.embedded.RealTime;
import io.hookline.testing.scenario.environment.ScenarioEnvironment;
import io.hookline.watcher.WatcherOptions;
import io.hookline.web.Address;
import io.hookline.web.tls.SelfSignedCertificate;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/**
 * Runs an API server, hooks and an example twice: first with {@code hookline watch} in its own process, over TLS and HTTP as in
 * a cluster, then all in this process as in {@code hookline dev}.
 *
 * <p>The watcher gets its own process because it gets its own cache: every class in a cache costs memory and startup time, and
 * a watcher needs neither a Java compiler nor an API server.
 */
final class WarmupRun {

    private static final Address ANY_PORT = new Address("127.0.0.1", 0);

    /** The URL for which an in-process watcher calls the hooks of its process. */
    private static final String HOOKS_OF_THIS_PROCESS = "http://hooks.hookline";

    private final Path folder;
    private final Path launcher;
    private final Console console;
    private final PrometheusRegistry registry = new PrometheusRegistry();

    /**
     * Prepares a run.
     *
     * @param folder for files; the watcher process writes its cache there
     * @param launcher {@code bin/hookline}
     */
    WarmupRun(Path folder, Path launcher, Console console) {
        this.folder = folder;
        this.launcher = launcher;
        this.console = console;
    }

    /** Runs the example twice and returns the exit code. */
    int run(Shutdown shutdown) throws InterruptedException {
        WarmupExample example = new WarmupExample(folder);
        HookHost hooks = shutdown.closing(HookHost.load(example.writeHooks(), registry));
        HookServer server = shutdown.closing(hooks.serve(ANY_PORT));
        LocalCluster cluster = LocalCluster.create(InstantSource.system(), new SecureRandom());
        SelfSignedCertificate certificate = SelfSignedCertificate.create(Instant.now(), new SecureRandom());
        LocalApiServer api = shutdown.closing(LocalApiServer.start(cluster, 0, certificate));
        Path kubeconfig = write(api.kubeconfig());
        KubeCluster client = shutdown.closing(
                KubeCluster.connect(KubeOptions.of(new Build().version()).withKubeconfig(kubeconfig.toString())));

        RealTime time = shutdown.closing(new RealTime());
        ScenarioEnvironment remoteEnvironment = environment(client, hooks, time);
        ControllerKinds.install(remoteEnvironment);
        WarmupWatcher watcher = shutdown.closing(WarmupWatcher.start(launcher, folder, kubeconfig));
        int remote = new DevExamples(remoteEnvironment, console)
                .runOnce(List.of(example.write(server.uri().toString())), shutdown);
        watcher.terminate();

        shutdown.closing(WatcherProcess.start(cluster, Optional.of(hooks.hooks()), WatcherOptions.DEFAULTS, registry));
        DevExamples local = new DevExamples(environment(cluster, hooks, time), console);
        int inProcess = local.runOnce(List.of(example.write(HOOKS_OF_THIS_PROCESS)), shutdown);
        watcher.awaitEnd();
        return Math.max(remote, inProcess);
    }

    private static ScenarioEnvironment environment(Cluster cluster, HookHost hooks, RealTime time) {
        return new ScenarioEnvironment(cluster, hooks.hooks()::calls, _ -> 0, InstantSource.system(), time);
    }

    private Path write(String kubeconfig) {
        Path file = folder.resolve("kubeconfig");
        try {
            PrivateFile.replace(file, kubeconfig.getBytes(StandardCharsets.UTF_8));
            return file;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
