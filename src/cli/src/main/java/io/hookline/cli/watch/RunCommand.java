package io.hookline.cli.watch;

import io.hookline.cli.terminal.Build;
import io.hookline.cli.terminal.CliErrors;
import io.hookline.cli.terminal.Shutdown;
import io.hookline.process.HookHost;
import io.hookline.server.HookServer;
import io.hookline.testing.scenario.Scenario;
import io.hookline.web.Address;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code hookline run}: watcher and hooks in one process. */
@Command(
        name = "run",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Run watcher and hooks in one process, on any cluster.",
            "Calls to the Service hooks in namespace hookline run in this process, with the rights and the heap of the"
                    + " watcher. In production, run hookline serve and hookline watch separately."
        })
public final class RunCommand implements Callable<Integer> {

    private static final Logger LOG = LoggerFactory.getLogger(RunCommand.class);

    @Option(
            names = "--address",
            paramLabel = "HOST:PORT",
            description = "The address that also serves the hooks; 0 disables it (default: ${DEFAULT-VALUE}).")
    private String address = "127.0.0.1:8080";

    @Option(
            names = "--hooks",
            paramLabel = "DIR",
            description = "One folder for each hook (default: ${DEFAULT-VALUE}).")
    private Path hooks = Path.of("hooks");

    @Mixin
    private final HookHostFlags hookFlags = new HookHostFlags();

    @Mixin
    private final WatchFlags flags = new WatchFlags();

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Override
    public Integer call() throws InterruptedException {
        flags.check(spec.commandLine());
        Address wanted = CliErrors.parsed(spec.commandLine(), "--address", () -> Address.parse(address, "127.0.0.1"));
        flags.configureLogging();
        if (!WatcherServer.isConfigured(flags)) {
            return 1;
        }
        PrometheusRegistry registry = new PrometheusRegistry();
        try (Shutdown shutdown = new Shutdown()) {
            shutdown.listen();
            HookHost runtime = shutdown.closing(HookHost.open(
                    CliErrors.hooksFolder(hooks),
                    Scenario.hooksCalledIn(hooks),
                    hookFlags.settings(() -> flags.connection(new Build().version()), shutdown),
                    registry));
            if (!address.equals("0")) {
                hookFlags.checkCallers(wanted, false);
                HookServer server = shutdown.closing(CliErrors.unlessInUse("--address", () -> runtime.serve(wanted)));
                LOG.atInfo().addKeyValue("url", server.uri()).log("hook server is listening");
            }
            WatcherServer cluster = WatcherServer.open(flags, registry, shutdown);
            runtime.load(_ -> true);
            cluster.start(Optional.of(runtime.hooks()));
            shutdown.await();
            LOG.atInfo().log("stopping");
            return cluster.exitCode();
        }
    }
}
