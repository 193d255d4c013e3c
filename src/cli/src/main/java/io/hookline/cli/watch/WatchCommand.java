package io.hookline.cli.watch;

import io.hookline.cli.terminal.Shutdown;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code hookline watch}: the watcher alone, in place of Metacontroller. */
@Command(
        name = "watch",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Run the CompositeControllers and DecoratorControllers of a cluster, in place of Metacontroller"
                + " and with its flags.")
public final class WatchCommand implements Callable<Integer> {

    private static final Logger LOG = LoggerFactory.getLogger(WatchCommand.class);

    @Mixin
    private final WatchFlags flags = new WatchFlags();

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Override
    public Integer call() throws InterruptedException {
        flags.check(spec.commandLine());
        flags.configureLogging();
        if (!WatcherServer.isConfigured(flags)) {
            return 1;
        }
        try (Shutdown shutdown = new Shutdown()) {
            shutdown.listen();
            WatcherServer server = WatcherServer.open(flags, new PrometheusRegistry(), shutdown);
            server.start(Optional.empty());
            shutdown.await();
            LOG.atInfo().log("stopping");
            return server.exitCode();
        }
    }
}
