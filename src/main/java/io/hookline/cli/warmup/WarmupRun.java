package io.hookline.cli.warmup;

import io.hookline.cli.dev.DevExamples;
import io.hookline.cli.terminal.Build;
import io.hookline.cli.terminal.Console;
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
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/**
 * Work of every kind, on one's own: an API server, hooks and an example, first with {@code hookline watch} as a process of
 * its own, over TLS and HTTP as in a cluster, then all in this process, as {@code dev} does it.
 *
 * <p>The watcher's process is apart because it gets a cache of its own: whatever is in a cache costs memory and time to
 * start, and a watcher needs neither a Java compiler nor an API server.
 */
final class WarmupRun {

    private static final Address ANY_PORT = new Address("127.0.0.1", 0);

    /** How an in-process watcher reaches the hooks of its process. */
    private static final String HOOKS_OF_THIS_PROCESS = "http://hooks.hookline";

    private final Path folder;
    private final Path launcher;
    private final Console console;
    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);

    /**
     * Prepares one.
     *
     * @param folder for its files; the watcher's process writes its cache there
     * @param launcher {@code bin/hookline}
     */
    WarmupRun(Path folder, Path launcher, Console console) {
        this.folder = folder;
        this.launcher = launcher;
        this.console = console;
    }

    /** Does all the work; gives the exit code. */
    int run(Shutdown shutdown) throws InterruptedException {
        WarmupExample example = new WarmupExample(folder);
        HookHost hooks = shutdown.closing(HookHost.load(example.writeHooks(), registry));
        HookServer server = shutdown.closing(hooks.serve(ANY_PORT));
        LocalCluster cluster = LocalCluster.create(InstantSource.system(), new SecureRandom());
        TlsTerminatingProxy front = front(LocalApiServer.start(cluster, 0), shutdown);
        Path kubeconfig = write("kubeconfig", front.kubeconfig());
        KubeCluster client = shutdown.closing(
                KubeCluster.connect(KubeOptions.of(new Build().version()).withKubeconfig(kubeconfig.toString())));

        RealTime time = shutdown.closing(new RealTime());
        ScenarioEnvironment outsideEnvironment = environment(client, hooks, time);
        ControllerKinds.install(outsideEnvironment);
        WarmupWatcher watcher = shutdown.closing(WarmupWatcher.start(launcher, folder, kubeconfig));
        int outside = new DevExamples(outsideEnvironment, console)
                .runOnce(List.of(example.write(server.uri().toString())), shutdown);
        watcher.askToEnd();

        shutdown.closing(WatcherProcess.start(cluster, Optional.of(hooks.hooks()), WatcherOptions.DEFAULTS, registry));
        DevExamples local = new DevExamples(environment(cluster, hooks, time), console);
        int inside = local.runOnce(List.of(example.write(HOOKS_OF_THIS_PROCESS)), shutdown);
        watcher.awaitEnd();
        return Math.max(outside, inside);
    }

    private TlsTerminatingProxy front(LocalApiServer server, Shutdown shutdown) throws InterruptedException {
        shutdown.closing(server);
        return shutdown.closing(TlsTerminatingProxy.start(server.port(), SelfSignedCertificate.create(folder)));
    }

    private static ScenarioEnvironment environment(Cluster cluster, HookHost hooks, RealTime time) {
        return new ScenarioEnvironment(cluster, hooks.hooks()::calls, _ -> 0, InstantSource.system(), time);
    }

    private Path write(String name, String text) {
        try {
            return Files.writeString(folder.resolve(name), text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
