package io.hookline.cli.watch;

import io.hookline.cli.terminal.Build;
import io.hookline.cli.terminal.CliErrors;
import io.hookline.cli.terminal.Shutdown;
import io.hookline.cluster.ClusterException;
import io.hookline.console.Answers;
import io.hookline.console.ConsoleServer;
import io.hookline.election.ElectionConfig;
import io.hookline.hook.protocol.InProcessHooks;
import io.hookline.kube.KubeCluster;
import io.hookline.kube.KubeOptions;
import io.hookline.kube.KubeServer;
import io.hookline.kube.config.KubeconfigException;
import io.hookline.process.WatcherProcess;
import io.hookline.process.metrics.ProcessMetrics;
import io.hookline.process.metrics.RequestMetrics;
import io.hookline.server.BearerTokens;
import io.hookline.web.Address;
import io.hookline.web.WebOptions;
import io.hookline.web.WebServer;
import io.javalin.config.RoutesConfig;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.net.URI;
import java.time.Duration;
import java.time.ZoneId;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The watcher on a real cluster, with its probes and metrics: shared by {@code watch} and {@code run}. */
final class WatcherServer {

    private static final Logger LOG = LoggerFactory.getLogger(WatcherServer.class);

    private final WatchFlags flags;
    private final PrometheusRegistry registry;
    private final Shutdown shutdown;
    private volatile @Nullable WatcherProcess watcher;
    private volatile @Nullable ElectedWatcher elected;

    private WatcherServer(WatchFlags flags, PrometheusRegistry registry, Shutdown shutdown) {
        this.flags = flags;
        this.registry = registry;
        this.shutdown = shutdown;
    }

    /**
     * Opens the ports first, so that a port in use is reported before any slow work. The process is then alive, but not
     * ready until its watcher is.
     *
     * @param shutdown closes the ports
     * @throws CliErrors.CommandFailed if a port is in use
     */
    static WatcherServer open(WatchFlags flags, PrometheusRegistry registry, Shutdown shutdown) {
        WatcherServer server = new WatcherServer(flags, registry, shutdown);
        ProcessMetrics.addTo(registry);
        HealthEndpoints probes = new HealthEndpoints(server::health, registry);
        server.serve("metrics", WatchFlags.METRICS, flags.metricsAddress(), probes::addTo);
        server.serve("probes", WatchFlags.HEALTH, flags.healthAddress(), probes::addTo);
        flags.consoleAddress().ifPresent(address -> {
            BearerTokens tokens = flags.consoleTokens();
            server.listen(
                    "console",
                    WatchFlags.CONSOLE,
                    () -> ConsoleServer.start(address, server::answers, tokens::accept, ZoneId.systemDefault()),
                    ConsoleServer::uri);
        });
        if (flags.pprofAddress().isPresent()) {
            LOG.atWarn()
                    .addKeyValue("flag", WatchFlags.PPROF)
                    .log("flag has no effect: Hookline serves no profiles; use jcmd in the container");
        }
        return server;
    }

    /** Whether a cluster is configured; logs why not, so that nothing is started in vain. It sends no request. */
    static boolean isConfigured(WatchFlags flags) {
        try (KubeCluster _ = KubeCluster.connect(flags.connection(new Build().version()))) {
            return true;
        } catch (KubeconfigException e) {
            LOG.atError().log(e.getMessage());
            return false;
        }
    }

    /** The exit code of the process after a shutdown. */
    int exitCode() {
        ElectedWatcher started = elected;
        return started == null ? 0 : started.exitCode();
    }

    private Optional<Answers> answers() {
        ElectedWatcher competing = elected;
        WatcherProcess started = watcher;
        return competing == null
                ? Optional.ofNullable(started).map(alone -> new Answers(alone.view(), alone.journal(), () -> ""))
                : Optional.of(competing.answers());
    }

    private HealthEndpoints.Health health() {
        ElectedWatcher competing = elected;
        if (competing != null) {
            return competing.health();
        }
        WatcherProcess started = watcher;
        return started == null ? HealthEndpoints.Health.STARTING : HealthEndpoints.Health.of(started);
    }

    /**
     * Starts the watcher; the shutdown closes it. If the shutdown is requested before the API server answers, no
     * watcher starts.
     *
     * @param localHooks hooks of this process, called in place of the Service {@code hooks} in namespace
     *     {@code hookline}
     */
    void start(Optional<InProcessHooks> localHooks) throws InterruptedException {
        KubeOptions options = flags.connection(new Build().version()).withObserver(new RequestMetrics(registry));
        if (contact(options, shutdown).isEmpty()) {
            return;
        }
        Optional<ElectionConfig> election = flags.election();
        if (election.isPresent()) {
            elected = ElectedWatcher.start(
                    election.get(), options, localHooks, flags.watcherOptions(), registry, shutdown);
        } else {
            KubeCluster cluster = shutdown.closing(KubeCluster.connect(options));
            watcher = shutdown.closing(WatcherProcess.start(cluster, localHooks, flags.watcherOptions(), registry));
        }
        IdleHeapTrimmer.watch(shutdown);
    }

    private static Optional<KubeServer> contact(KubeOptions options, Shutdown shutdown) throws InterruptedException {
        KubeOptions shortTimeout = options.withLimits(options.maxInFlight(), ApiServerWait.TIMEOUT);
        try (KubeCluster cluster = KubeCluster.connect(shortTimeout)) {
            ApiServerWait wait = new ApiServerWait(cluster.url(), time -> !shutdown.isRequestedWithin(time));
            Optional<KubeServer> found = wait.with(cluster::server);
            found.ifPresent(server -> LOG.atInfo()
                    .addKeyValue("context", server.context())
                    .addKeyValue("server", server.url())
                    .addKeyValue("version", server.version())
                    .log("connected"));
            return found;
        }
    }

    private void serve(String what, String flag, Optional<Address> address, Consumer<RoutesConfig> routes) {
        address.map(WebOptions::at)
                .ifPresent(wanted -> listen(what, flag, () -> WebServer.start(wanted, routes), WebServer::uri));
    }

    private <S extends AutoCloseable> void listen(String what, String flag, Supplier<S> start, Function<S, URI> uri) {
        S server = shutdown.closing(CliErrors.unlessInUse(flag, start));
        LOG.atInfo()
                .addKeyValue("endpoint", what)
                .addKeyValue("url", uri.apply(server))
                .log("server is listening");
    }

    /** Waits for an API server that is not reachable or still starting, as long as Metacontroller does. */
    static final class ApiServerWait {

        /** The timeout of one attempt. */
        static final Duration TIMEOUT = Duration.ofSeconds(5);

        /** The pause between a failure and the next attempt. */
        static final Duration PAUSE = Duration.ofSeconds(5);

        private static final int ATTEMPTS = 6;

        /** Waits between two attempts. */
        @FunctionalInterface
        interface Pause {
            /** Waits this long. Returns false if a shutdown was requested. */
            boolean of(Duration time) throws InterruptedException;
        }

        private final String url;
        private final Pause pause;

        /** Creates a wait; the URL is only for messages. */
        ApiServerWait(String url, Pause pause) {
            this.url = url;
            this.pause = pause;
        }

        /**
         * Retries until the server answers.
         *
         * @param server one attempt, of at most {@link #TIMEOUT}
         * @return empty if a shutdown was requested before the server answered
         * @throws CliErrors.CommandFailed if the last attempt fails
         */
        Optional<KubeServer> with(Supplier<KubeServer> server) throws InterruptedException {
            for (int attempt = 1; ; attempt++) {
                try {
                    return Optional.of(server.get());
                } catch (ClusterException e) {
                    if (attempt == ATTEMPTS) {
                        throw new CliErrors.CommandFailed(
                                "the API server at " + url + " did not answer after " + ATTEMPTS
                                        + " attempts: " + e.getMessage()
                                        + "; check that it runs, and that the kubeconfig and context are the right ones");
                    }
                    LOG.atWarn()
                            .addKeyValue("server", url)
                            .addKeyValue("attempt", attempt + " of " + ATTEMPTS)
                            .addKeyValue("error", e.getMessage())
                            .addKeyValue("retryAfter", PAUSE)
                            .log("the API server does not answer, retrying");
                }
                if (!pause.of(PAUSE)) {
                    return Optional.empty();
                }
            }
        }
    }

    /**
     * Returns unused heap to the operating system while the process is idle. The serial collector, which needs the
     * least memory, collects the whole heap only when it is full. Without this class a watcher keeps several times the
     * memory that it needs after a busy hour. Not thread-safe.
     */
    static final class IdleHeapTrimmer {

        private static final Duration INTERVAL = Duration.ofSeconds(10);

        /** If the used heap changed by less than this in an interval, the process is idle. */
        private static final long IDLE_CHANGE = 2L << 20;

        /** Less garbage than this is not worth a collection. */
        private static final long MIN_GARBAGE = 16L << 20;

        /** Nor is less than this part of what is needed: the more is kept, the longer a collection takes. */
        private static final long MIN_PART = 8;

        /** A larger heap is not collected: a collection stops all threads, about one second per GiB. */
        private static final long MAX_HEAP = 1L << 30;

        /** The heap of a process, in bytes. */
        interface Heap {
            long used();

            /** Collects all garbage and returns the free memory to the operating system. */
            void collect();
        }

        private final Heap heap;
        private long before = Long.MIN_VALUE / 2;
        private long needed;

        IdleHeapTrimmer(Heap heap) {
            this.heap = heap;
        }

        /** Checks this process every ten seconds until the shutdown. */
        static void watch(Shutdown shutdown) {
            IdleHeapTrimmer trimmer = new IdleHeapTrimmer(new OfThisProcess());
            ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(
                    Thread.ofPlatform().daemon().name("idle-heap").factory());
            shutdown.closing(timer::shutdownNow);
            long seconds = INTERVAL.toSeconds();
            var _ = timer.scheduleWithFixedDelay(trimmer::look, seconds, seconds, TimeUnit.SECONDS);
        }

        /** Collects if the process was idle since the last check and there is enough garbage. */
        void look() {
            long used = heap.used();
            boolean idle = Math.abs(used - before) < IDLE_CHANGE;
            before = used;
            if (idle && used - needed > Math.max(MIN_GARBAGE, needed / MIN_PART) && used < MAX_HEAP) {
                heap.collect();
                needed = heap.used();
                before = needed;
            }
        }

        private static final class OfThisProcess implements Heap {
            @Override
            public long used() {
                return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
            }

            @Override
            public void collect() {
                Runtime.getRuntime().gc();
            }
        }
    }
}
