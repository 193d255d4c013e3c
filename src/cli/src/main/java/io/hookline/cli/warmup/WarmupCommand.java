package io.hookline.cli.warmup;

import ch.qos.logback.classic.Level;
import io.hookline.cli.dev.DevCommand;
import io.hookline.cli.dev.DevExamples;
import io.hookline.cli.terminal.Build;
import io.hookline.cli.terminal.CliErrors;
import io.hookline.cli.terminal.Console;
import io.hookline.cli.terminal.Logging;
import io.hookline.cli.terminal.PrivateFile;
import io.hookline.cli.terminal.Shutdown;
import io.hookline.cli.terminal.Signals;
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
import io.hookline.testing.scenario.Scenario;
import io.hookline.testing.scenario.environment.ScenarioEnvironment;
import io.hookline.watcher.WatcherOptions;
import io.hookline.web.Address;
import io.hookline.web.tls.SelfSignedCertificate;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import javax.tools.ToolProvider;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code hookline warmup}: runs an example while the JVM records its AOT caches. */
@Command(
        name = "warmup",
        mixinStandardHelpOptions = true,
        description = {
            "Build AOT caches for faster startup.",
            "Writes the JVM's AOT caches to lib/, with classes that are already loaded and linked. The caches fit this JDK"
                    + " and these jars; with another JDK or other jars they are ignored until you rebuild them, which"
                    + " hookline version reports. The command"
                    + " takes up to a minute and needs write access to lib/, but no cluster and no network."
        })
public final class WarmupCommand implements Callable<Integer> {

    /** Set by {@code bin/hookline}: its own path, and the file that the JVM writes when this process ends. */
    private static final String LAUNCHER = "HOOKLINE_LAUNCHER";

    private static final String OUTPUT = "HOOKLINE_AOT_OUTPUT";

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Override
    public Integer call() throws InterruptedException {
        Logging.configure(Logging.Format.TEXT, Level.WARN);
        Path launcher = fromLauncher(LAUNCHER);
        Path folder = fromLauncher(OUTPUT).toAbsolutePath().getParent();
        if (folder == null) {
            throw new CliErrors.CommandFailed(OUTPUT + " must name a file in a folder");
        }
        Console console = Console.onto(spec.commandLine().getOut());
        Signals.handle(List.of("INT", "TERM"), WarmupWatcher::giveUp);
        try (Shutdown shutdown = new Shutdown()) {
            return new WarmupRun(folder, launcher, console).run(shutdown);
        }
    }

    private static Path fromLauncher(String variable) {
        return Optional.ofNullable(System.getenv(variable))
                .map(Path::of)
                .orElseThrow(() -> new CliErrors.CommandFailed(
                        "AOT caches need the distribution, whose jars do not change; run its bin/hookline warmup"));
    }

    /**
     * Runs an API server, hooks and an example twice: first with {@code hookline watch} in its own process, over TLS
     * and HTTP as in a cluster, then all in this process. At last it starts the example as {@code hookline dev} does.
     *
     * <p>The watcher gets its own process because it gets its own cache: every class in a cache costs memory and
     * startup time, and a watcher needs neither a Java compiler nor an API server.
     */
    static final class WarmupRun {

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

        /** Runs the example and returns the exit code. */
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

            shutdown.closing(
                    WatcherProcess.start(cluster, Optional.of(hooks.hooks()), WatcherOptions.DEFAULTS, registry));
            DevExamples local = new DevExamples(environment(cluster, hooks, time), console);
            int inProcess = local.runOnce(List.of(example.write(HOOKS_OF_THIS_PROCESS)), shutdown);
            int session = DevCommand.untilReady(folder, console);
            watcher.awaitEnd();
            return Math.max(Math.max(remote, inProcess), session);
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

        /** The example of a warm-up run, part of the jar: a CompositeController and a DecoratorController. */
        static final class WarmupExample {

            private static final String HOOKS = "HOOKS";

            private final Path folder;

            /**
             * Creates the example of one run.
             *
             * @param folder for its files
             */
            WarmupExample(Path folder) {
                this.folder = folder;
            }

            /**
             * Writes the hooks and returns the folder to load them from. On a runtime without a compiler they are
             * scripts: the cache of the watcher has the same classes then.
             */
            Path writeHooks() {
                Path hooks = folder.resolve("hooks");
                for (String fixture : List.of("first.request.json", "first.answer.json")) {
                    write(hooks, "runner/fixtures/" + fixture, "");
                }
                if (ToolProvider.getSystemJavaCompiler() != null) {
                    write(hooks.resolve("runner"), "RunnerHook.java", "");
                    write(hooks.resolve("shoe"), "ShoeHook.java", "");
                    return hooks;
                }
                for (String script : List.of("runner/customize", "runner/sync", "runner/finalize", "shoe/sync")) {
                    write(hooks, script + ".sh", "");
                }
                return hooks;
            }

            /**
             * Writes the manifests and {@code expect.yaml}.
             *
             * @param hooks the URL of the hook server
             */
            Scenario write(String hooks) {
                Path example = folder.resolve("examples/runner");
                for (String file : Scenario.MANIFESTS) {
                    write(example, file, hooks);
                }
                write(example, Scenario.FILE, hooks);
                return Scenario.read(example);
            }

            private static void write(Path folder, String file, String hooks) {
                String resource = "/io/hookline/cli/warmup/" + file;
                try (InputStream in = WarmupExample.class.getResourceAsStream(resource)) {
                    if (in == null) {
                        throw new IllegalStateException(resource + " is missing in the jar");
                    }
                    String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
                    Files.createDirectories(folder.resolve(file).resolveSibling("")); // the folder of the file
                    Files.writeString(folder.resolve(file), text.replace(HOOKS, hooks));
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
        }
    }
}
