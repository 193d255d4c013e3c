package io.hookline.cli.dev;

import ch.qos.logback.classic.Level;
import io.hookline.cli.check.rule.AnswerFixture;
import io.hookline.cli.check.rule.CheckedProject;
import io.hookline.cli.check.rule.Checks;
import io.hookline.cli.check.rule.Finding;
import io.hookline.cli.check.rule.ProjectApi;
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
import io.hookline.kube.KubeCluster;
import io.hookline.kube.KubeOptions;
import io.hookline.kube.KubeServer;
import io.hookline.kube.config.ConfigLoader;
import io.hookline.local.LocalCluster;
import io.hookline.local.http.AccessToken;
import io.hookline.local.http.LocalApiServer;
import io.hookline.object.FileFailure;
import io.hookline.process.ClusterSideEffects;
import io.hookline.process.HookHost;
import io.hookline.process.WatcherProcess;
import io.hookline.server.HookServer;
import io.hookline.server.ServedHooks;
import io.hookline.server.call.HookSettings;
import io.hookline.server.call.SideEffects;
import io.hookline.server.folder.HookSource;
import io.hookline.testing.embedded.ControllerKinds;
import io.hookline.testing.embedded.RealTime;
import io.hookline.testing.embedded.WatcherLog;
import io.hookline.testing.scenario.Scenario;
import io.hookline.testing.scenario.ScenarioRunner;
import io.hookline.testing.scenario.environment.CountingCluster;
import io.hookline.testing.scenario.environment.ScenarioEnvironment;
import io.hookline.watcher.model.HookConnector;
import io.hookline.web.Address;
import io.hookline.web.PortInUseException;
import io.hookline.web.tls.SelfSignedCertificate;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.InstantSource;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

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
    private final boolean untilReady;
    private final SeenRules rules = new SeenRules();
    private final PrometheusRegistry registry = new PrometheusRegistry();

    /**
     * Prepares a run.
     *
     * @param root the folder of the project
     * @param untilReady whether to end once all is ready, or the time for that is over; signals are left to the caller then
     */
    DevSession(DevCommand.Options options, Path root, Console console, boolean untilReady) {
        this.options = options;
        this.root = root;
        this.untilReady = untilReady;
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
            if (!untilReady) {
                shutdown.whenRequested(end::now);
                shutdown.listen(); // before anything is printed
            }
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
                        options.watcher())),
                hooks::problems)));
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
                calls -> {
                    HookConnector known = new RemoteHooks(calls, console);
                    return options.hookUrls()
                            .before(new TimedHooks(
                                    recorder.<HookConnector>map(open -> new RecordedHooks(known, open))
                                            .orElse(known),
                                    HOOK_CLOCK));
                },
                options.watcher(),
                registry,
                new ParentLog(InstantSource.system()));
    }

    private HookSettings settings() {
        HookSettings settings = HookSettings.DEFAULTS.keepingClasses().abandoningReplaced();
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
        options.hookUrls()
                .warnings(running.environment().cluster())
                .forEach(text -> console.plain().step("WARN", text));
        Thread.ofVirtual().name("ready").start(() -> {
            try {
                awaitReady(running, installed);
            } finally {
                if (untilReady) {
                    shutdown.request();
                }
            }
        });
        checks.run(reader.examples(), reader.notInstalled());
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
            DevExamples examples = new DevExamples(running.environment(), console.plain());
            List<ScenarioRunner.Readiness> late = examples.awaitReady(installed, chosen, READY_WITHIN);
            explain(running, installed);
            running.hooks().whenLoaded(() -> Logging.level(LOADED_LOGGER, Level.INFO));
            if (!untilReady) {
                examples.awaitLate(late);
            }
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

    /** Prints what to do next, in one piece: a signal or a log line does not come between. */
    private void explain(Running running, List<Scenario> examples) {
        List<String> lines = new ArrayList<>();
        lines.add("");
        if (examples.isEmpty()) {
            lines.add("  begin    " + running.kubectl() + " apply -f YOUR-CRD.yaml -f YOUR-CONTROLLER.yaml");
        } else {
            lines.add("  look     " + running.kubectl() + " get " + DevExamples.plurals(examples) + " -A");
            lines.add("  change   " + running.kubectl() + " edit " + DevExamples.firstSample(examples));
        }
        running.access().ifPresent(access -> {
            lines.add("  console  " + access.page());
            if (!access.why().isEmpty()) {
                lines.add("  why      " + access.why()
                        + (examples.isEmpty()
                                ? ""
                                : " " + DevExamples.firstSample(examples).replaceFirst(" .*", "")));
            }
        });
        lines.add("  hooks    curl " + running.server().uri());
        lines.add("  end      Ctrl-C");
        lines.add("");
        running.watcher().stream()
                .flatMap(watcher -> watcher.problems().stream())
                .forEach(problem -> lines.add("  problem  " + problem));
        Console plain = console.plain();
        plain.showTimeOfDay();
        plain.line(String.join(System.lineSeparator(), lines));
    }

    /**
     * Ends the process of a session at once, in any state. Nothing has to be completed, since a session keeps no state:
     * a hook or a compiler that runs must not delay the end. Thread-safe.
     */
    static final class DevEnd {

        private final Console console;
        private final boolean interrupts;
        private Optional<DevKubeconfig> kubeconfig = Optional.empty();
        private boolean ended;

        /**
         * Creates it for one session.
         *
         * @param interrupts whether an end by a signal is a failure, because tests were not completed
         */
        DevEnd(Console console, boolean interrupts) {
            this.console = console;
            this.interrupts = interrupts;
        }

        /** Writes a kubeconfig, unless the session has ended. */
        synchronized DevKubeconfig deleting(Supplier<DevKubeconfig> file) {
            if (ended) {
                throw new IllegalStateException("the session has ended");
            }
            DevKubeconfig written = file.get();
            kubeconfig = Optional.of(written);
            return written;
        }

        /** Deletes the kubeconfig, kills the processes of hooks, and exits. */
        synchronized void now() {
            if (ended) {
                return;
            }
            ended = true;
            Logging.silence(); // what fails from here on fails because it is stopped
            console.line(interrupts ? "interrupted" : "stopping");
            kubeconfig.ifPresent(DevEnd::delete);
            ProcessHandle.current().descendants().forEach(ProcessHandle::destroyForcibly);
            System.exit(interrupts ? 1 : 0);
        }

        private static void delete(DevKubeconfig kubeconfig) {
            try {
                kubeconfig.close();
            } catch (IOException _) {
                // a process that ends cannot do more
            }
        }
    }

    /** The cluster that {@code dev} works on: an embedded one, or one that a kubeconfig names. */
    static final class DevCluster {

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

    /**
     * Checks the examples at the start and after each edit, and prints each finding once as long as it stays. What the
     * API server refuses is printed when the manifests are applied. Used by one thread.
     */
    static final class DevChecks {

        private final DevProject project;
        private final ServedHooks hooks;
        private final ScenarioEnvironment environment;
        private final DevConsole console;
        private final SeenRules rules;
        private Set<Finding> reported = Set.of();

        /** @param rules what customize hooks request */
        DevChecks(
                DevProject project,
                ServedHooks hooks,
                ScenarioEnvironment environment,
                DevConsole console,
                SeenRules rules) {
            this.rules = rules;
            this.project = project;
            this.hooks = hooks;
            this.environment = environment;
            this.console = console;
        }

        /**
         * Prints the new findings.
         *
         * @param notInstalled manifests that no API server has accepted or refused; there are some only if there is no
         *     example
         */
        void run(List<Scenario> examples, List<Scenario> notInstalled) {
            List<Finding> found;
            try {
                found = notInstalled.isEmpty()
                        ? Checks.exceptRefusals(checked(examples))
                        : Checks.all(checked(notInstalled));
            } catch (RuntimeException e) { // a defect of a check must not cost the cluster of the session
                LoggerFactory.getLogger(DevChecks.class).atError().setCause(e).log("the project cannot be checked");
                return;
            }
            found.stream().filter(finding -> !reported.contains(finding)).forEach(console::finding);
            reported = Set.copyOf(found);
        }

        private CheckedProject checked(List<Scenario> examples) {
            ProjectApi api =
                    ProjectApi.of(examples, environment.cluster().discover().resources());
            List<HookSource> sources = project.hooks().stream()
                    .filter(hook -> project.isWhole() || project.calls(hook.name()))
                    .toList();
            List<AnswerFixture> fixtures = sources.stream()
                    .flatMap(hook -> AnswerFixture.in(hook.folder(), hook.name()).stream())
                    .toList();
            return new CheckedProject(
                    examples, api, hooks::problem, hooks::types, hooks::parentShape, rules.rules(), sources, fixtures);
        }
    }

    /** What {@code --record} writes where, and what it prints. */
    static final class Recording {

        private Recording() {}

        /**
         * Starts recording.
         *
         * @param root the folder of the option
         * @throws CliErrors.CommandFailed if it cannot be created
         */
        static CallRecorder start(Path root, DevProject project, DevConsole console) {
            try {
                Files.createDirectories(root);
            } catch (IOException e) {
                throw new CliErrors.CommandFailed("cannot create " + root + " (" + FileFailure.reason(e)
                        + "); choose another folder with --record");
            }
            console.plain().step("record", "hook calls as fixtures in " + root);
            return new CallRecorder(
                    hook -> folderOf(hook, root, project), CallRecorder.Rules.SESSION, new CallRecorder.Listener() {
                        @Override
                        public void recorded(String hook, Path answer, boolean isAnswered) {
                            String name = answer.getFileName().toString().replace(".answer.json", "");
                            Path folder = AnswerFixture.shown(answer.resolveSibling(name));
                            console.plain()
                                    .step(
                                            "recorded",
                                            folder + (isAnswered ? "" : ", without an answer because the call failed"));
                        }

                        @Override
                        public void notRecorded(String hook, String reason) {
                            console.warning(
                                    "record " + hook, "not all calls of hook " + hook + " are recorded: " + reason);
                        }
                    });
        }

        /** The folder of a hook that is in the folder of the option; otherwise a folder of its name. */
        static Path folderOf(String hook, Path root, DevProject project) {
            Path within = root.toAbsolutePath().normalize();
            return project.hooks().stream()
                    .filter(source -> source.name().equals(hook))
                    .map(HookSource::folder)
                    .map(folder -> folder.toAbsolutePath().normalize())
                    .filter(folder -> folder.startsWith(within))
                    .findFirst()
                    .orElse(within.resolve(hook));
        }
    }
}
