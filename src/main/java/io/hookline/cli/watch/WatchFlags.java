package io.hookline.cli.watch;

import io.hookline.cli.terminal.ApplyFlags;
import io.hookline.cli.terminal.CliErrors;
import io.hookline.cli.terminal.HookFlags;
import io.hookline.election.ElectionConfig;
import io.hookline.kube.KubeOptions;
import io.hookline.kube.config.KubeEnvironment;
import io.hookline.object.DecodeException;
import io.hookline.object.HumanDuration;
import io.hookline.object.LabelSelector;
import io.hookline.server.BearerTokens;
import io.hookline.watcher.WatcherOptions;
import io.hookline.watcher.journal.Journal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Metacontroller's flags, with its names and defaults. */
public final class WatchFlags {

    private static final Pattern JOURNAL_MEMORY = Pattern.compile("0|[1-9][0-9]{0,3}Mi");

    @Option(
            names = {"--kubeconfig", "--client-config-path"},
            paramLabel = "FILE",
            description = "The cluster's kubeconfig (default: the variable KUBECONFIG, then the Pod's service account,"
                    + " then ~/.kube/config).")
    private @Nullable Path kubeconfig;

    @Option(names = "--context", paramLabel = "NAME", description = "The context in the kubeconfig.")
    private @Nullable String context;

    @Option(
            names = "--discovery-interval",
            paramLabel = "DURATION",
            description = "How often the API server's resources are refreshed (default: ${DEFAULT-VALUE}).")
    private Duration discoveryInterval = WatcherOptions.DEFAULTS.discoveryInterval();

    @Option(
            names = "--cache-flush-interval",
            paramLabel = "DURATION",
            description =
                    "How often every parent is synced even without a change; 0 for never (default: ${DEFAULT-VALUE}).")
    private Duration cacheFlushInterval = WatcherOptions.DEFAULTS.cacheFlushInterval();

    @Option(
            names = "--workers",
            paramLabel = "N",
            description = "Maximum concurrent syncs per controller (default: ${DEFAULT-VALUE}).")
    private int workers = WatcherOptions.DEFAULTS.workers();

    @Option(
            names = "--client-go-qps",
            paramLabel = "N",
            description = "Maximum API requests per second (default: no limit but the API server's own).")
    private @Nullable Double qps;

    @Option(
            names = "--client-go-burst",
            paramLabel = "N",
            description = "Maximum burst of API requests if --client-go-qps is set (default: twice its value).")
    private @Nullable Integer burst;

    @Option(
            names = "--events-qps",
            paramLabel = "N",
            description = "Maximum events per second and object, on average (default: one in 5 minutes).")
    private double eventsQps = WatcherOptions.DEFAULTS.eventsPerSecond();

    @Option(
            names = "--events-burst",
            paramLabel = "N",
            description = "Maximum burst of events per object (default: ${DEFAULT-VALUE}).")
    private int eventsBurst = WatcherOptions.DEFAULTS.eventsBurst();

    @Option(
            names = "--finalizer-release-delay",
            paramLabel = "DURATION",
            description = "How long after a controller's deletion its finalizer is removed from its parents"
                    + " (default: ${DEFAULT-VALUE}).")
    private Duration finalizerReleaseDelay = WatcherOptions.DEFAULTS.finalizerReleaseDelay();

    @Option(
            names = "--revision-namespace",
            paramLabel = "NAME",
            description = "The namespace for ControllerRevisions of cluster-scoped parents"
                    + " (default: that of the watcher's pod, or default).")
    private @Nullable String revisionNamespace;

    @Option(
            names = "--target-label-selector",
            paramLabel = "SELECTOR",
            defaultValue = "",
            description = "Run only controllers with these labels, such as team=a,env in (x,y) (default: all).")
    private String targetLabelSelector = "";

    @Option(
            names = "--metrics-address",
            paramLabel = "HOST:PORT",
            description = "The address that serves /metrics; 0 disables it (default: ${DEFAULT-VALUE}).")
    private String metricsAddress = ":9999";

    @Option(
            names = "--health-probe-bind-address",
            paramLabel = "HOST:PORT",
            description = "The address that serves /healthz and /readyz; 0 disables it (default: ${DEFAULT-VALUE}).")
    private String healthAddress = ":8081";

    @Option(
            names = "--pprof-address",
            paramLabel = "HOST:PORT",
            defaultValue = "0",
            description =
                    "Accepted for Metacontroller's manifests, without effect: Hookline serves no profiles (default:"
                            + " ${DEFAULT-VALUE}).")
    private String pprofAddress = "0";

    @Option(
            names = "--console-address",
            paramLabel = "HOST:PORT",
            description = "The address that answers hookline why, to be reached through a tunnel such as kubectl"
                    + " port-forward; 0 disables it (default: ${DEFAULT-VALUE}).")
    private String consoleAddress = "0";

    @Option(
            names = "--console-token-file",
            paramLabel = "FILE",
            description = "The bearer tokens of those who may ask, one in each line; required by --console-address.")
    private @Nullable Path consoleTokens;

    @Option(
            names = "--journal-memory",
            paramLabel = "SIZE",
            description = "Memory for what the last syncs did and why, such as 8Mi; 0 to remember nothing"
                    + " (default: ${DEFAULT-VALUE}).")
    private String journalMemory = "8Mi";

    @Mixin
    private final ZapFlags log = new ZapFlags();

    @Mixin
    private final ApplyFlags apply = new ApplyFlags();

    @Mixin
    private final HookFlags hookCalls = new HookFlags();

    @Mixin
    private final LeaderElectionFlags leaderElection = new LeaderElectionFlags();

    /**
     * Rejects invalid values.
     *
     * @throws CommandLine.ParameterException naming the flag
     * @throws CliErrors.CommandFailed if the selector of controllers is not valid
     */
    void check(CommandLine commandLine) {
        leaderElection.check(commandLine);
        checkForPlan(commandLine);
    }

    /**
     * Rejects invalid values, as {@code watch} does; an election is not checked, since a plan takes part in none.
     *
     * @throws CommandLine.ParameterException naming the flag
     * @throws CliErrors.CommandFailed if the selector of controllers is not valid
     */
    public void checkForPlan(CommandLine commandLine) {
        apply.check(commandLine);
        if (workers < 1) {
            throw new CommandLine.ParameterException(commandLine, "--workers: expected 1 or more, was " + workers);
        }
        if (!discoveryInterval.isPositive()) {
            throw new CommandLine.ParameterException(
                    commandLine,
                    "--discovery-interval: expected more than 0, was " + HumanDuration.text(discoveryInterval));
        }
        targets();
        if (!consoleAddress.equals("0") && consoleTokens == null) {
            throw new CommandLine.ParameterException(
                    commandLine, "--console-address needs --console-token-file: who may ask must have a token");
        }
        if (!JOURNAL_MEMORY.matcher(journalMemory).matches()) {
            throw new CommandLine.ParameterException(
                    commandLine, "--journal-memory: expected 0 or an amount such as 8Mi, was " + journalMemory);
        }
        log.check(commandLine);
    }

    Optional<Path> kubeconfig() {
        return Optional.ofNullable(kubeconfig);
    }

    Optional<String> context() {
        return Optional.ofNullable(context);
    }

    Optional<Double> qps() {
        return Optional.ofNullable(qps);
    }

    int burst() {
        return burst == null ? (int) Math.max(1, Math.ceil(qps == null ? 1 : qps * 2)) : burst;
    }

    /** How to connect to the cluster. */
    public KubeOptions connection(String version) {
        KubeOptions options = KubeOptions.of(version)
                .withKubeconfig(kubeconfig().map(Path::toString).orElse(""))
                .withContext(context().orElse(""));
        return qps().map(limit -> options.withThrottle(limit, burst())).orElse(options);
    }

    /** The election to take part in; empty without leader election. */
    Optional<ElectionConfig> election() {
        return leaderElection.config();
    }

    String metricsAddress() {
        return metricsAddress;
    }

    String healthAddress() {
        return healthAddress;
    }

    String pprofAddress() {
        return pprofAddress;
    }

    String consoleAddress() {
        return consoleAddress;
    }

    /** The tokens of the console, read now. */
    BearerTokens consoleTokens() {
        try {
            return BearerTokens.in(Objects.requireNonNull(consoleTokens));
        } catch (IllegalArgumentException e) {
            throw new CliErrors.UsageError("--console-token-file: " + e.getMessage());
        }
    }

    /** The options of the watcher. */
    public WatcherOptions watcherOptions() {
        WatcherOptions options = new WatcherOptions(
                workers,
                discoveryInterval,
                cacheFlushInterval,
                targets(),
                eventsQps,
                eventsBurst,
                finalizerReleaseDelay,
                revisionNamespace());
        long journal = Long.parseLong(journalMemory.replace("Mi", "")) << 20;
        return hookCalls.addTo(
                apply.addTo(options.remembering(new Journal.Limits(journal, Journal.Limits.CLUSTER.perParent()))));
    }

    /** As in Metacontroller, a wrong selector is not wrong usage. */
    private LabelSelector targets() {
        try {
            return LabelSelector.parse(targetLabelSelector);
        } catch (DecodeException e) {
            throw new CliErrors.CommandFailed("--target-label-selector: " + e.getMessage());
        }
    }

    private String revisionNamespace() {
        return revisionNamespace == null
                ? KubeEnvironment.ofProcess().podNamespace().orElse(WatcherOptions.DEFAULTS.revisionNamespace())
                : revisionNamespace;
    }

    /** Configures the log from these flags. */
    void configureLogging() {
        log.configureLogging();
    }
}
