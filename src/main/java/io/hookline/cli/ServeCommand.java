package io.hookline.cli;

import ch.qos.logback.classic.Level;
import io.hookline.cli.terminal.Build;
import io.hookline.cli.terminal.CliErrors;
import io.hookline.cli.terminal.Logging;
import io.hookline.cli.terminal.MemorySize;
import io.hookline.cli.terminal.Shutdown;
import io.hookline.cli.watch.SideEffectFlags;
import io.hookline.kube.KubeOptions;
import io.hookline.process.HookHost;
import io.hookline.server.CallRules;
import io.hookline.server.HookServer;
import io.hookline.server.call.HookSettings;
import io.hookline.testing.scenario.Scenario;
import io.hookline.web.Address;
import io.hookline.web.WebOptions;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code hookline serve}: the hook server alone. */
@Command(
        name = "serve",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Serve hooks over HTTP, for any watcher: POST /NAME/sync, /NAME/finalize, /NAME/customize.",
            "For the API server, hooks of admission are at /NAME/validate and /NAME/mutate.",
            "GET / lists the hooks; /healthz, /readyz and /metrics are served too. Limits of a call: 10 s, and 64 MiB for"
                    + " the request. At most 32 Java calls and 32 calls of scripts and executables run at a time, a few of them for one hook"
                    + " (--calls-per-hook); further calls wait within their 10 s."
        })
final class ServeCommand implements Callable<Integer> {

    private static final Logger LOG = LoggerFactory.getLogger(ServeCommand.class);

    @Option(
            names = "--address",
            paramLabel = "HOST:PORT",
            description = "The address to listen on (default: ${DEFAULT-VALUE}).")
    private Address address = new Address("0.0.0.0", 8080);

    @Option(
            names = "--hooks",
            paramLabel = "DIR",
            description =
                    "One folder for each hook: Java sources, or scripts and executables sync.*, finalize.*, customize.*, validate.*,"
                            + " mutate.*; or the folder of one hook, such as a Maven project (default: ${DEFAULT-VALUE}).")
    private Path hooks = Path.of("hooks");

    @Mixin
    private ServeFlags flags = new ServeFlags();

    @Option(
            names = "--calls-per-hook",
            paramLabel = "N",
            description = "Maximum concurrent calls of one hook; a call that hangs counts until it ends"
                    + " (default: ${DEFAULT-VALUE}).")
    private int callsPerHook = HookSettings.DEFAULTS.callsPerHook();

    @Option(
            names = "--worker-memory",
            paramLabel = "SIZE",
            converter = MemorySize.class,
            description =
                    "Maximum memory of a worker of Python, Node.js or Jsonnet; less in a small container (default: ${DEFAULT-VALUE}).")
    private long workerMemory = HookSettings.DEFAULTS.workerMemory();

    @Mixin
    private final SideEffectFlags sideEffects = new SideEffectFlags();

    @Option(
            names = "--kubeconfig",
            paramLabel = "FILE",
            description =
                    "The cluster that these hooks change (default: the variable KUBECONFIG, then the Pod's service"
                            + " account, then ~/.kube/config).")
    private @Nullable Path kubeconfig;

    @Option(names = "--context", paramLabel = "NAME", description = "The context in the kubeconfig.")
    private @Nullable String context;

    @Option(
            names = "--log-format",
            paramLabel = "json|text",
            description = "The log format (default: text on a terminal, else json).")
    private String logFormat = Logging.isTerminal() ? "text" : "json";

    @Option(
            names = {"-v", "--verbose"},
            description =
                    "Log each failed call with its stack trace; as JSON, the first of equal failures always has it.")
    private boolean verbose;

    @Override
    public Integer call() throws InterruptedException {
        Logging.configure(format(), verbose ? Level.DEBUG : Level.INFO);
        var _ = CliErrors.atLeastOne("--calls-per-hook", callsPerHook);
        WebOptions options = flags.at(address).withStopWithin(ServeFlags.ANSWERS_WITHIN);
        CallRules rules = flags.rules();
        sideEffects.checkCallers(address, rules.areAuthenticated());
        PrometheusRegistry registry = new PrometheusRegistry();
        try (Shutdown shutdown = new Shutdown()) {
            shutdown.listen();
            HookHost runtime =
                    shutdown.closing(HookHost.open(hooks, Scenario.hooksCalledIn(hooks), settings(shutdown), registry));
            HookServer server =
                    shutdown.closing(CliErrors.unlessInUse("--address", () -> runtime.serve(options, rules)));
            flags.watch(shutdown, registry);
            runtime.load(_ -> true);
            LOG.atInfo().addKeyValue("url", server.uri()).log("hook server is listening");
            shutdown.await();
            flags.drain(server, shutdown, address);
        }
        return 0;
    }

    /** With the name of the text format of {@code hookline watch} too. */
    private Logging.Format format() {
        return switch (logFormat) {
            case "json" -> Logging.Format.JSON;
            case "text", "console" -> Logging.Format.TEXT;
            default -> throw new CliErrors.UsageError("--log-format: expected json or text, was " + logFormat);
        };
    }

    private HookSettings settings(Shutdown shutdown) {
        HookSettings limits = HookSettings.DEFAULTS
                .withCallsPerHook(callsPerHook)
                .withWorkerMemory(workerMemory)
                .keepingClasses();
        return sideEffects.addTo(limits, this::connection, shutdown);
    }

    private KubeOptions connection() {
        return KubeOptions.of(new Build().version())
                .withKubeconfig(kubeconfig == null ? "" : kubeconfig.toString())
                .withContext(context == null ? "" : context);
    }
}
