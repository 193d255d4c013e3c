package io.hookline.cli.watch;

import io.hookline.cli.terminal.CliErrors;
import io.hookline.cli.terminal.MemorySize;
import io.hookline.cli.terminal.Shutdown;
import io.hookline.kube.KubeCluster;
import io.hookline.kube.KubeOptions;
import io.hookline.process.ClusterSideEffects;
import io.hookline.server.call.HookSettings;
import io.hookline.server.call.SideEffects;
import io.hookline.web.Address;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Option;

/** Flags for the hooks that run in or under this process: their limits, and which may change the cluster themselves. */
public final class HookHostFlags {

    /** Half of the time of a call, so that the hook can still report an error. */
    private static final Duration TIMEOUT = Duration.ofSeconds(5);

    private static final String ANONYMOUS = "--allow-anonymous-side-effects";

    private static final Logger LOG = LoggerFactory.getLogger(HookHostFlags.class);

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

    @Option(
            names = SideEffects.FLAG,
            paramLabel = "HOOK",
            split = ",",
            description =
                    "Java hooks that may change the cluster themselves, such as the binding of Pods by a scheduler"
                            + " (default: none).")
    private Set<String> hooks = new LinkedHashSet<>();

    @Option(
            names = ANONYMOUS,
            description =
                    "Also serve these hooks to callers without a token or a client certificate, on other addresses"
                            + " than loopback: only where a NetworkPolicy admits the watcher alone.")
    private boolean anonymous;

    /**
     * The settings of the hooks. A cluster is configured only if a hook may change it.
     *
     * @param connection how to connect
     * @param shutdown closes the connection
     */
    public HookSettings settings(Supplier<KubeOptions> connection, Shutdown shutdown) {
        HookSettings settings = HookSettings.DEFAULTS
                .withCallsPerHook(CliErrors.atLeastOne("--calls-per-hook", callsPerHook))
                .withWorkerMemory(workerMemory)
                .keepingClasses();
        if (hooks.isEmpty()) {
            return settings;
        }
        KubeOptions options = connection.get();
        KubeCluster cluster = shutdown.closing(KubeCluster.connect(options.withLimits(options.maxInFlight(), TIMEOUT)));
        return settings.withSideEffects(ClusterSideEffects.on(() -> cluster).only(hooks));
    }

    /**
     * Refuses to serve the named hooks to callers without credentials, unless that is explicitly allowed. A hook acts
     * on the Pod that its caller sends, with the rights of this process.
     *
     * @param address where the hooks are served
     * @param authenticated whether callers need a token or a certificate
     * @throws CliErrors.UsageError if others than the watcher can call them
     */
    public void checkCallers(Address address, boolean authenticated) {
        if (hooks.isEmpty() || authenticated || address.isLoopback()) {
            return;
        }
        String named = String.join(",", hooks);
        if (!anonymous) {
            throw new CliErrors.UsageError(SideEffects.FLAG + " " + named + ": every client that reaches " + address
                    + " could have these hooks change the cluster; demand credentials with --token-file or"
                    + " --client-ca-file of `hookline serve`, listen on 127.0.0.1, or accept it with " + ANONYMOUS
                    + " if a NetworkPolicy admits the watcher alone");
        }
        LOG.atWarn()
                .addKeyValue("hooks", named)
                .addKeyValue("address", address)
                .log("callers without credentials can have these hooks change the cluster");
    }
}
