package io.hookline.cli.watch;

import io.hookline.cli.terminal.Build;
import io.hookline.cli.terminal.CliErrors;
import io.hookline.cli.terminal.Shutdown;
import io.hookline.hook.protocol.InProcessHooks;
import io.hookline.kube.KubeCluster;
import io.hookline.kube.KubeOptions;
import io.hookline.kube.KubeServer;
import io.hookline.process.WatcherProcess;
import io.hookline.web.Address;
import io.hookline.web.WebOptions;
import io.hookline.web.WebServer;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The watcher on a real cluster, with its probes and metrics: what {@code watch} and {@code run} have in common. */
final class WatcherServer {

    private static final Logger LOG = LoggerFactory.getLogger(WatcherServer.class);

    private final WatchFlags flags;
    private final PrometheusMeterRegistry registry;
    private final Shutdown shutdown;
    private volatile @Nullable WatcherProcess watcher;

    private WatcherServer(WatchFlags flags, PrometheusMeterRegistry registry, Shutdown shutdown) {
        this.flags = flags;
        this.registry = registry;
        this.shutdown = shutdown;
    }

    /**
     * Opens its ports, so that one in use is told before anything else takes its time. It is alive from now on, and not
     * ready until its watcher is.
     *
     * @param shutdown ends it
     * @throws CliErrors.CommandFailed if a port is taken
     */
    static WatcherServer open(WatchFlags flags, PrometheusMeterRegistry registry, Shutdown shutdown) {
        WatcherServer run = new WatcherServer(flags, registry, shutdown);
        HealthEndpoints probes = new HealthEndpoints(run::troubles, registry);
        run.serve("metrics", "--metrics-address", flags.metricsAddress(), probes);
        run.serve("probes", "--health-probe-bind-address", flags.healthAddress(), probes);
        return run;
    }

    private List<String> troubles() {
        WatcherProcess started = watcher;
        return started == null ? List.of("the watcher has not started yet") : started.troubles();
    }

    /**
     * Starts the watcher; the shutdown ends it. If it is asked for before the API server answers, nothing is started.
     *
     * @param localHooks hooks of this process, which answer for the Service {@code hooks} in namespace {@code hookline}
     */
    void start(Optional<InProcessHooks> localHooks) throws InterruptedException {
        KubeOptions options = options(flags);
        if (contact(options, shutdown).isEmpty()) {
            return;
        }
        KubeCluster cluster = shutdown.closing(KubeCluster.connect(options));
        watcher = shutdown.closing(WatcherProcess.start(cluster, localHooks, flags.watcherOptions(), registry));
        IdleHeapTrimmer.watch(shutdown);
    }

    private static Optional<KubeServer> contact(KubeOptions options, Shutdown shutdown) throws InterruptedException {
        KubeOptions impatient = options.withLimits(options.maxInFlight(), ApiServerWait.TIMEOUT);
        try (KubeCluster cluster = KubeCluster.connect(impatient)) {
            ApiServerWait contact = new ApiServerWait(cluster.url(), time -> !shutdown.isAskedWithin(time));
            Optional<KubeServer> found = contact.with(cluster::server);
            found.ifPresent(server -> LOG.atInfo()
                    .addKeyValue("context", server.context())
                    .addKeyValue("server", server.url())
                    .addKeyValue("version", server.version())
                    .log("connected"));
            return found;
        }
    }

    private static KubeOptions options(WatchFlags flags) {
        KubeOptions options = KubeOptions.of(new Build().version())
                .withKubeconfig(flags.kubeconfig().map(Path::toString).orElse(""))
                .withContext(flags.context().orElse(""));
        return flags.qps().map(qps -> options.withThrottle(qps, flags.burst())).orElse(options);
    }

    private void serve(String what, String flag, String address, HealthEndpoints probes) {
        if (!address.equals("0")) {
            WebOptions wanted = WebOptions.at(Address.parse(address, "0.0.0.0"));
            WebServer server =
                    shutdown.closing(CliErrors.unlessInUse(flag, () -> WebServer.start(wanted, probes::addTo)));
            LOG.atInfo().addKeyValue("url", server.uri()).log("{} are served", what);
        }
    }
}
