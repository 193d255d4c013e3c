package io.hookline.cli.dev;

import ch.qos.logback.classic.Level;
import io.hookline.cli.dev.record.CallRecorder;
import io.hookline.cli.dev.record.RecordedHooks;
import io.hookline.cli.dev.record.TimedHooks;
import io.hookline.cli.plan.PlannedTrial;
import io.hookline.cli.terminal.Build;
import io.hookline.cli.terminal.CliErrors;
import io.hookline.cli.terminal.Console;
import io.hookline.cli.terminal.Logging;
import io.hookline.cli.terminal.Shutdown;
import io.hookline.cluster.Cluster;
import io.hookline.console.Answers;
import io.hookline.console.ConsoleServer;
import io.hookline.local.http.AccessToken;
import io.hookline.process.ClusterSideEffects;
import io.hookline.process.HookHost;
import io.hookline.process.WatcherProcess;
import io.hookline.server.HookServer;
import io.hookline.server.call.HookSettings;
import io.hookline.server.call.SideEffects;
import io.hookline.testing.embedded.ControllerKinds;
import io.hookline.testing.embedded.RealTime;
import io.hookline.testing.embedded.WatcherLog;
import io.hookline.testing.scenario.Scenario;
import io.hookline.testing.scenario.environment.CountingCluster;
import io.hookline.testing.scenario.environment.ScenarioEnvironment;
import io.hookline.watcher.model.HookConnector;
import io.hookline.web.Address;
import io.hookline.web.PortInUseException;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.InstantSource;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One run of {@code hookline dev}. */
final class DevSession {

    private static final String HOOK_LOGGERS = "io.hookline.server";
    private static final String LOADED_LOGGER = "io.hookline.server.folder";
    private static final String PARENT_LOGGER = "io.hookline.watcher.sync.ParentReports";
    private static final Duration READY_WITHIN = Duration.ofSeconds(30);

    /** The timeout of hook calls that a debugger may stop. */
    private static final Duration UNDER_DEBUGGER = Duration.ofDays(1);

    /** The time for hooks in all languages: in whole seconds, as Kubernetes stores times. */
    private static final InstantSource HOOK_CLOCK = Clock.tickSeconds(ZoneOffset.UTC);

    private static final int CONSOLE_PORT = 8090;

    private static final Duration REFRESH_INTERVAL = Duration.ofMillis(250);

    private final DevCommand.Options options;
    private final Path root;
    private final DevConsole console;
    private final DevEnd end;
    private final SeenRules rules = new SeenRules();
    private final PrometheusRegistry registry = new PrometheusRegistry();

    /**
     * Prepares a run.
     *
     * @param root the folder of the project
     */
    DevSession(DevCommand.Options options, Path root, Console console) {
        this.options = options;
        this.root = root;
        this.console = new DevConsole(console);
        this.end = new DevEnd(console, options.once());
    }

    /** The parts of a running session. */
    private record Running(
            ScenarioEnvironment environment,
            HookHost hooks,
            HookServer server,
            Optional<WatcherProcess> watcher,
            String kubectl,
            Optional<ConsoleAccess> access) {}

    /**
     * How the user reaches the console.
     *
     * @param why the command that asks it; empty for a real cluster, whose kubeconfig is not written
     * @param page the URL of its page, with the token in the fragment, which browsers do not send
     */
    private record ConsoleAccess(String why, String page) {}

    /** Runs until a signal, or with {@code --once} until every example was tested. Returns the exit code. */
    int run(boolean confirmed) throws InterruptedException {
        DevProject project = new DevProject(root, options);
        List<Scenario> tested = options.once() ? withSteps(project) : List.of();
        try (Shutdown shutdown = new Shutdown()) {
            shutdown.whenRequested(end::now);
            shutdown.listen(); // before anything is printed
            console.plain()
                    .line("hookline " + new Build().version() + " on Java "
                            + Runtime.version().feature());
            console.found(project.folders(), root);
            ExampleReader reader = new ExampleReader(project, console);
            reader.read();
            Running running = start(project, confirmed, shutdown);
            if (options.once()) {
                return new DevExamples(running.environment(), console.plain()).runOnce(tested, shutdown);
            }
            serve(running, project, reader, shutdown);
            return 0;
        }
    }

    private static List<Scenario> withSteps(DevProject project) {
        for (Path folder : project.folders()) {
            if (!Files.exists(folder.resolve(Scenario.FILE))) {
                throw new CliErrors.CommandFailed(folder.toAbsolutePath().normalize() + " has no " + Scenario.FILE
                        + ", whose steps --once runs; write one, or run without --once");
            }
        }
        return project.folders().stream().map(Scenario::read).toList();
    }

    private Running start(DevProject project, boolean confirmed, Shutdown shutdown) throws InterruptedException {
        Logging.level(PARENT_LOGGER, Level.INFO); // ParentLog logs the same with differences
        // One line below reports what is loaded at the start. What a hook prints is shown: it may say why nothing
        // is ready.
        Logging.level(options.once() ? HOOK_LOGGERS : LOADED_LOGGER, Level.WARN);
        // Compiling hooks takes longest. It begins while the API server starts, with the hooks of the examples.
        CompletableFuture<Cluster> target = new CompletableFuture<>();
        Set<String> acting = ConcurrentHashMap.newKeySet();
        SideEffects effects = ClusterSideEffects.on(target::join);
        HookSettings settings = settings().withSideEffects((hook, effect) -> {
            acting.add(hook);
            return effects.client(hook, effect);
        });
        CompletableFuture<HookHost> opening = CompletableFuture.supplyAsync(
                () -> HookHost.open(project::hooks, settings, registry, Optional.of(HOOK_CLOCK)));
        shutdown.closing(() -> opening.whenComplete((hooks, _) -> close(hooks))
                .exceptionally(_ -> null)
                .join());
        CompletableFuture<Void> loading = opening.thenAcceptAsync(hooks -> load(hooks, project));
        StringBuilder kubectl = new StringBuilder("kubectl --kubeconfig ");
        AtomicReference<Answers> answers = new AtomicReference<>();
        AtomicReference<ConsoleAccess> access = new AtomicReference<>();
        CountingCluster cluster = new CountingCluster(cluster(confirmed, kubectl, answers, access, shutdown));
        target.complete(cluster); // what hooks write counts too
        HookHost hooks = result(opening);
        HookServer server = shutdown.closing(serve(hooks));
        result(loading);
        console.hooks(hooks.hooks().names(), server.uri());
        ScenarioEnvironment environment = environment(cluster, hooks, shutdown);
        ControllerKinds.install(environment);
        Optional<WatcherProcess> watcher = options.watcherRuns()
                ? Optional.of(shutdown.closing(watch(cluster, hooks, project)))
                : Optional.empty();
        watcher.ifPresent(running -> answers.set(new Answers(
                running.view(),
                running.journal(),
                () -> "",
                Optional.of(new PlannedTrial(
                        cluster.direct(),
                        hooks.hooks(),
                        acting::contains,
                        calls -> new TimedHooks(calls, HOOK_CLOCK),
                        options.watcher())))));
        Logging.withoutThreads(WatcherProcess.OBSERVED_THREADS); // of what is only tried
        console.plain().step("watcher", watcher.isPresent() ? "running" : "none, by --no-watcher");
        return new Running(environment, hooks, server, watcher, kubectl.toString(), Optional.ofNullable(access.get()));
    }

    /** For chosen examples, the other hooks of a large folder would take most of the time of a start. */
    private static void load(HookHost hooks, DevProject project) {
        if (project.isWhole()) {
            hooks.load(project::calls);
        } else {
            hooks.loadCalled(project::calls);
        }
    }

    /** @param hooks null if they could not be opened, which is reported elsewhere */
    private static void close(@Nullable HookHost hooks) {
        if (hooks != null) {
            hooks.close();
        }
    }

    private WatcherProcess watch(Cluster cluster, HookHost host, DevProject project) {
        Optional<CallRecorder> recorder = options.record().map(folder -> Recording.start(folder, project, console));
        AnswerChecks hooks = new AnswerChecks(new CallLog(host.hooks()), console, rules);
        options.debugger().ifPresent(port -> console.plain().step("debugger", port + "; hook calls have no timeout"));
        return WatcherProcess.develop(
                cluster,
                hooks,
                options.debugger().map(_ -> UNDER_DEBUGGER),
                calls -> new TimedHooks(
                        recorder.<HookConnector>map(open -> new RecordedHooks(calls, open))
                                .orElse(calls),
                        HOOK_CLOCK),
                options.watcher(),
                registry,
                new ParentLog(InstantSource.system()));
    }

    private HookSettings settings() {
        HookSettings settings = HookSettings.DEFAULTS.abandoningReplaced();
        return options.debugger().isEmpty() ? settings : settings.withTimeout(UNDER_DEBUGGER);
    }

    /** Installs the examples, and applies edits until the process ends. */
    private void serve(Running running, DevProject project, ExampleReader reader, Shutdown shutdown)
            throws InterruptedException {
        // An edited hook is called at once.
        running.watcher().ifPresent(watcher -> running.hooks().whenEachLoaded(watcher::hookChanged));
        DevManifests manifests = new DevManifests(
                running.environment(), console, options.kubeconfig().isEmpty());
        DevChecks checks = new DevChecks(project, running.hooks().hooks(), running.environment(), console, rules);
        AtomicBoolean hooksChanged = new AtomicBoolean();
        running.hooks().whenEachLoaded(rules::loaded);
        running.hooks().whenLoaded(() -> running.hooks().whenEachLoaded(_ -> hooksChanged.set(true)));
        List<Scenario> installed = manifests.install(reader.examples());
        checks.run(reader.examples(), reader.notInstalled());
        Thread.ofVirtual().name("ready").start(() -> awaitReady(running, installed));
        while (!shutdown.isRequestedWithin(REFRESH_INTERVAL)) {
            if (reader.refresh()) {
                running.hooks().refresh(); // before a controller calls them by a new name
                manifests.update(reader.examples(), reader.knowsAll());
                hooksChanged.set(true);
            }
            if (rules.takeChanged()) {
                hooksChanged.set(true);
            }
            if (hooksChanged.getAndSet(false)) {
                checks.run(reader.examples(), reader.notInstalled());
            }
        }
    }

    private void awaitReady(Running running, List<Scenario> installed) {
        if (running.watcher().isEmpty()) {
            console.plain().step("ready", "every sample is installed");
            explain(running, installed);
            return;
        }
        boolean chosen = !options.names().isEmpty() || installed.size() == 1; // no check sees objects of others
        try {
            new DevExamples(running.environment(), console.plain()).awaitReady(installed, chosen, READY_WITHIN);
            explain(running, installed);
            running.hooks().whenLoaded(() -> Logging.level(LOADED_LOGGER, Level.INFO));
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Opens the cluster.
     *
     * @param kubectl gets the kubeconfig as its option
     * @param answers of the console, as soon as the watcher runs
     * @param access gets how to reach the console; nothing if there is no console
     */
    private Cluster cluster(
            boolean confirmed,
            StringBuilder kubectl,
            AtomicReference<Answers> answers,
            AtomicReference<ConsoleAccess> access,
            Shutdown shutdown) {
        boolean explains = options.watcherRuns() && !options.once();
        if (options.kubeconfig().isPresent()) {
            Path kubeconfig = options.kubeconfig().get();
            kubectl.append(kubeconfig);
            if (explains) {
                AccessToken token = AccessToken.random(new SecureRandom());
                access.set(new ConsoleAccess("", page(shutdown.closing(console(token, answers)), token)));
            }
            return DevCluster.real(kubeconfig, confirmed, console.plain(), shutdown);
        }
        DevCluster.Embedded embedded = DevCluster.embedded(options.port(), options.token(), console.plain(), shutdown);
        AccessToken token = embedded.server().token();
        Optional<ConsoleServer> server =
                explains ? Optional.of(shutdown.closing(console(token, answers))) : Optional.empty();
        String kubeconfig = embedded.kubeconfig(server);
        DevKubeconfig file = shutdown.closing(end.deleting(() -> options.kubeconfigOut()
                .map(wanted -> DevKubeconfig.at(wanted, kubeconfig))
                .orElseGet(() -> DevKubeconfig.in(root, kubeconfig))));
        kubectl.append(file.file());
        boolean found = file.file().equals(DevKubeconfig.preferred(root)); // by the command itself
        server.ifPresent(open -> access.set(
                new ConsoleAccess("hookline why" + (found ? "" : " --kubeconfig " + file.file()), page(open, token))));
        return embedded.cluster();
    }

    private static String page(ConsoleServer console, AccessToken token) {
        return console.uri() + "/#token=" + token.text();
    }

    /** At its usual port, or at a free one if another process uses that: the kubeconfig has its address. */
    private static ConsoleServer console(AccessToken token, AtomicReference<Answers> answers) {
        Supplier<Optional<Answers>> now = () -> Optional.ofNullable(answers.get());
        try {
            return ConsoleServer.start(
                    new Address("127.0.0.1", CONSOLE_PORT), now, token::accept, ZoneId.systemDefault());
        } catch (PortInUseException _) {
            return ConsoleServer.start(new Address("127.0.0.1", 0), now, token::accept, ZoneId.systemDefault());
        }
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
        return environment
                .withWatcherLog(log::lines)
                .telling(text -> console.plain().result("WAIT", text));
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

    private void explain(Running running, List<Scenario> examples) {
        Console plain = console.plain();
        plain.showTimeOfDay();
        plain.line("");
        if (examples.isEmpty()) {
            plain.line("  begin    " + running.kubectl() + " apply -f YOUR-CRD.yaml -f YOUR-CONTROLLER.yaml");
        } else {
            plain.line("  look     " + running.kubectl() + " get " + DevExamples.plurals(examples) + " -A");
            plain.line("  change   " + running.kubectl() + " edit " + DevExamples.firstSample(examples));
        }
        running.access().ifPresent(access -> {
            plain.line("  console  " + access.page());
            if (!access.why().isEmpty()) {
                plain.line("  why      " + access.why()
                        + (examples.isEmpty()
                                ? ""
                                : " " + DevExamples.firstSample(examples).replaceFirst(" .*", "")));
            }
        });
        plain.line("  hooks    curl " + running.server().uri());
        plain.line("  end      Ctrl-C");
        plain.line("");
        running.watcher().stream()
                .flatMap(watcher -> watcher.problems().stream())
                .forEach(problem -> plain.line("  problem  " + problem));
    }
}
