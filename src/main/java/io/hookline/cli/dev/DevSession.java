package io.hookline.cli.dev;

import ch.qos.logback.classic.Level;
import io.hookline.cli.terminal.Build;
import io.hookline.cli.terminal.CliErrors;
import io.hookline.cli.terminal.Console;
import io.hookline.cli.terminal.Logging;
import io.hookline.cli.terminal.Shutdown;
import io.hookline.cluster.Cluster;
import io.hookline.process.HookHost;
import io.hookline.process.WatcherProcess;
import io.hookline.server.HookServer;
import io.hookline.testing.embedded.ControllerKinds;
import io.hookline.testing.embedded.RealTime;
import io.hookline.testing.embedded.WatcherLog;
import io.hookline.testing.scenario.Scenario;
import io.hookline.testing.scenario.environment.CountingCluster;
import io.hookline.testing.scenario.environment.ScenarioEnvironment;
import io.hookline.web.Address;
import io.hookline.web.PortInUseException;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.Collectors;

/** One run of {@code hookline dev}. */
final class DevSession {

    private static final String HOOK_LOGGERS = "io.hookline.server";
    private static final Duration READY_WITHIN = Duration.ofSeconds(30);

    /** More names of hooks do not fit into a line; the hook server lists all of them. */
    private static final int MAX_NAMES = 6;

    private final DevCommand.Options options;
    private final Console console;
    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);

    DevSession(DevCommand.Options options, Console console) {
        this.options = options;
        this.console = console;
    }

    /** Runs until a signal, or with {@code --once} until every example was tested. Returns the exit code. */
    int run(boolean confirmed) throws InterruptedException {
        List<Scenario> examples = DevExamples.chosen(options);
        console.line("hookline " + new Build().version() + " on Java "
                + Runtime.version().feature());
        try (Shutdown shutdown = new Shutdown()) {
            shutdown.listen();
            Logging.level(HOOK_LOGGERS, Level.WARN); // one line below reports what is loaded at the start
            // Compiling hooks takes longest. It begins while the API server starts, with the hooks of the examples.
            Set<String> needed = examples.stream()
                    .flatMap(example -> example.hooks().stream())
                    .collect(Collectors.toSet());
            CompletableFuture<HookHost> opening = CompletableFuture.supplyAsync(
                    () -> HookHost.open(CliErrors.hooksFolder(options.hooks()), registry));
            CompletableFuture<Void> loading = opening.thenAcceptAsync(hooks -> hooks.load(needed::contains));
            CountingCluster cluster = new CountingCluster(cluster(confirmed, shutdown));
            HookHost hooks = shutdown.closing(result(opening));
            HookServer server = shutdown.closing(serve(hooks));
            result(loading);
            console.step("hooks", inShort(hooks.hooks().names()) + " from " + options.hooks() + "/ at " + server.uri());
            ScenarioEnvironment environment = environment(cluster, hooks, shutdown);
            DevExamples installed = new DevExamples(environment, console);
            ControllerKinds.install(environment);
            WatcherProcess watcher = shutdown.closing(
                    WatcherProcess.start(cluster, Optional.of(hooks.hooks()), options.watcher(), registry));
            console.step("watcher", "running");
            if (options.once()) {
                return installed.runOnce(examples, shutdown);
            }
            hooks.whenEachLoaded(watcher::restart); // an edited hook is called at once, not at the next change
            installed.install(examples);
            installed.awaitReady(examples, READY_WITHIN);
            explain(watcher, server, examples);
            hooks.whenLoaded(() -> Logging.level(HOOK_LOGGERS, Level.INFO));
            shutdown.await();
            Logging.level(HOOK_LOGGERS, Level.WARN);
            console.line("stopping");
        }
        return 0;
    }

    /** All names, or the first two and the last if a line is too short for all. */
    static String inShort(List<String> names) {
        return names.size() <= MAX_NAMES
                ? String.join(", ", names)
                : names.get(0) + ", " + names.get(1) + ", ..., " + names.getLast();
    }

    private Cluster cluster(boolean confirmed, Shutdown shutdown) {
        return options.kubeconfig()
                .map(file -> DevCluster.real(file, confirmed, console, shutdown))
                .orElseGet(() -> DevCluster.embedded(options.port(), options.kubeconfigOut(), console, shutdown));
    }

    private ScenarioEnvironment environment(CountingCluster cluster, HookHost hooks, Shutdown shutdown) {
        ScenarioEnvironment environment = new ScenarioEnvironment(
                cluster.direct(),
                hooks.hooks()::calls,
                cluster::writes,
                InstantSource.system(),
                shutdown.closing(new RealTime()));
        if (!options.once()) {
            return environment;
        }
        Logging.recordWithoutPrinting(WatcherLog.LOGGER);
        WatcherLog log = shutdown.closing(WatcherLog.record());
        return environment.withWatcherLog(log::lines);
    }

    private static <T> T result(CompletableFuture<T> work) {
        try {
            return work.join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw e;
        }
    }

    private HookServer serve(HookHost hooks) {
        if (options.hookPort().isPresent()) {
            Address wanted = new Address("127.0.0.1", options.hookPort().get());
            return CliErrors.unlessInUse("--hook-port", () -> hooks.serve(wanted));
        }
        try {
            return hooks.serve(new Address("127.0.0.1", options.once() ? 0 : 8080));
        } catch (PortInUseException _) {
            return hooks.serve(new Address("127.0.0.1", 0));
        }
    }

    private void explain(WatcherProcess watcher, HookServer server, List<Scenario> examples) {
        String kubectl = "kubectl --kubeconfig " + options.kubeconfig().orElse(options.kubeconfigOut());
        console.line("");
        if (examples.isEmpty()) {
            console.line("  begin    " + kubectl + " apply -f YOUR-CRD.yaml -f YOUR-CONTROLLER.yaml");
        } else {
            console.line("  look     " + kubectl + " get " + DevExamples.plurals(examples) + " -A");
            console.line("  change   " + kubectl + " edit " + DevExamples.firstSample(examples));
        }
        console.line("  hooks    curl " + server.uri());
        console.line("  end      Ctrl-C");
        console.line("");
        watcher.problems().forEach(problem -> console.line("  problem  " + problem));
    }
}
