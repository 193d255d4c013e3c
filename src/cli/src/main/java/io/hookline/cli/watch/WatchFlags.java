package io.hookline.cli.watch;

import ch.qos.logback.classic.Level;
import io.hookline.cli.terminal.ApplyFlags;
import io.hookline.cli.terminal.CliErrors;
import io.hookline.cli.terminal.HookFlags;
import io.hookline.cli.terminal.LogTime;
import io.hookline.cli.terminal.Logging;
import io.hookline.election.ElectionConfig;
import io.hookline.election.ElectionTiming;
import io.hookline.kube.KubeOptions;
import io.hookline.kube.config.KubeEnvironment;
import io.hookline.object.HumanDuration;
import io.hookline.object.LabelSelector;
import io.hookline.server.BearerTokens;
import io.hookline.watcher.WatcherOptions;
import io.hookline.watcher.journal.Journal;
import io.hookline.web.Address;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Metacontroller's flags, with its names and defaults. */
public final class WatchFlags {

    static final String METRICS = "--metrics-address";
    static final String HEALTH = "--health-probe-bind-address";
    static final String PPROF = "--pprof-address";
    static final String CONSOLE = "--console-address";

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
            names = METRICS,
            paramLabel = "HOST:PORT",
            description = "The address that serves /metrics; 0 disables it (default: ${DEFAULT-VALUE}).")
    private String metricsAddress = ":9999";

    @Option(
            names = HEALTH,
            paramLabel = "HOST:PORT",
            description = "The address that serves /healthz and /readyz; 0 disables it (default: ${DEFAULT-VALUE}).")
    private String healthAddress = ":8081";

    @Option(
            names = PPROF,
            paramLabel = "HOST:PORT",
            defaultValue = "0",
            description =
                    "Accepted for Metacontroller's manifests, without effect: Hookline serves no profiles (default:"
                            + " ${DEFAULT-VALUE}).")
    private String pprofAddress = "0";

    @Option(
            names = CONSOLE,
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
     */
    void check(CommandLine commandLine) {
        leaderElection.check(commandLine);
        checkForPlan(commandLine);
        Map.<String, Supplier<?>>of(
                        METRICS, this::metricsAddress,
                        HEALTH, this::healthAddress,
                        PPROF, this::pprofAddress,
                        CONSOLE, this::consoleAddress)
                .forEach((flag, address) -> checkLate(commandLine, flag, address));
    }

    /**
     * Rejects invalid values, as {@code watch} does; an election is not checked, since a plan takes part in none.
     *
     * @throws CommandLine.ParameterException naming the flag
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
        if (eventsBurst < 0) {
            throw new CommandLine.ParameterException(
                    commandLine, "--events-burst: expected 0 or more, was " + eventsBurst);
        }
        if (!(eventsQps >= 0)) {
            throw new CommandLine.ParameterException(commandLine, "--events-qps: expected 0 or more, was " + eventsQps);
        }
        checkLate(commandLine, "--target-label-selector", this::targets);
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

    private static void checkLate(CommandLine commandLine, String flag, Supplier<?> value) {
        try {
            var _ = CliErrors.parsed(commandLine, flag, value);
        } catch (CommandLine.ParameterException e) {
            throw new CliErrors.RefusedLate(commandLine, String.valueOf(e.getMessage()));
        }
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

    /** Empty if the port is not opened, as for the other addresses. */
    Optional<Address> metricsAddress() {
        return address(metricsAddress, "0.0.0.0");
    }

    Optional<Address> healthAddress() {
        return address(healthAddress, "0.0.0.0");
    }

    Optional<Address> pprofAddress() {
        return address(pprofAddress, "0.0.0.0");
    }

    Optional<Address> consoleAddress() {
        return address(consoleAddress, "127.0.0.1");
    }

    private static Optional<Address> address(String text, String defaultHost) {
        return text.equals("0") ? Optional.empty() : Optional.of(Address.parse(text, defaultHost));
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

    private LabelSelector targets() {
        return LabelSelector.parse(targetLabelSelector);
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

    /** Metacontroller's flags of leader election, and the times that it does not let users choose. */
    static final class LeaderElectionFlags {

        private static final String LEASES = "leases";
        private static final Path HOST_NAME = Path.of("/proc/sys/kernel/hostname");

        @Option(
                names = "--leader-election",
                paramLabel = "BOOL",
                arity = "0..1",
                fallbackValue = "true",
                defaultValue = "false",
                description = "Run several replicas, of which one works and the others stand by (default: false).")
        private boolean enabled;

        @Option(
                names = "--leader-election-resource-lock",
                paramLabel = "KIND",
                defaultValue = LEASES,
                description = "The kind of the lock; only ${DEFAULT-VALUE} is supported.")
        private String lock = LEASES;

        @Option(
                names = "--leader-election-namespace",
                paramLabel = "NAME",
                defaultValue = "",
                description = "The namespace of the Lease (default: that of the Pod).")
        private String namespace = "";

        @Option(
                names = "--leader-election-id",
                paramLabel = "NAME",
                defaultValue = "metacontroller",
                description = "The name of the Lease (default: ${DEFAULT-VALUE}).")
        private String name = "metacontroller";

        @Option(
                names = "--leader-election-lease-duration",
                paramLabel = "DURATION",
                description =
                        "How long a standby waits after the last renewal that it saw (default: ${DEFAULT-VALUE}).")
        private Duration lease = ElectionTiming.DEFAULTS.lease();

        @Option(
                names = "--leader-election-renew-deadline",
                paramLabel = "DURATION",
                description = "How long after its last renewal a leader works (default: ${DEFAULT-VALUE}).")
        private Duration renewDeadline = ElectionTiming.DEFAULTS.renewDeadline();

        @Option(
                names = "--leader-election-retry-period",
                paramLabel = "DURATION",
                description = "The time between two renewals (default: ${DEFAULT-VALUE}).")
        private Duration retry = ElectionTiming.DEFAULTS.retry();

        /**
         * Rejects values that cannot work. Without leader election none of them matters, as in Metacontroller.
         *
         * @throws CommandLine.ParameterException naming the flag
         */
        void check(CommandLine line) {
            if (!enabled) {
                return;
            }
            if (!lock.equals(LEASES)) {
                throw new CommandLine.ParameterException(
                        line,
                        "--leader-election-resource-lock: expected " + LEASES + ", was " + lock
                                + "; Kubernetes has removed the other kinds of locks");
            }
            if (resolvedNamespace().isEmpty()) {
                throw new CommandLine.ParameterException(
                        line,
                        "--leader-election-namespace is required outside of a cluster: there is no Pod whose namespace could"
                                + " be used");
            }
            try {
                var _ = timing();
            } catch (IllegalArgumentException e) {
                throw new CommandLine.ParameterException(line, "--leader-election: " + e.getMessage());
            }
        }

        /** The election to take part in; empty without leader election. */
        Optional<ElectionConfig> config() {
            return enabled
                    ? resolvedNamespace().map(found -> new ElectionConfig(found, name, identity(), timing()))
                    : Optional.empty();
        }

        private ElectionTiming timing() {
            return new ElectionTiming(lease, renewDeadline, retry);
        }

        private Optional<String> resolvedNamespace() {
            return namespace.isEmpty() ? KubeEnvironment.ofProcess().podNamespace() : Optional.of(namespace);
        }

        /** Different for each process, also for two of one host. */
        private static String identity() {
            return hostName() + "_" + UUID.randomUUID();
        }

        private static String hostName() {
            try {
                return Files.exists(HOST_NAME)
                        ? Files.readString(HOST_NAME).strip()
                        : InetAddress.getLocalHost().getHostName();
            } catch (IOException _) {
                return "unknown";
            }
        }
    }

    /** Metacontroller's flags for its log. */
    static final class ZapFlags {

        private static final List<String> NAMES = List.of("debug", "info", "error", "panic");
        private static final List<String> STACK_NAMES = List.of("info", "error", "panic");

        /** The level from which the bodies of hook calls are logged. */
        private static final int BODIES = 6;

        @Option(
                names = "--zap-log-level",
                paramLabel = "LEVEL",
                defaultValue = "info",
                description =
                        "The log level: debug, info, error, panic, or a number above 0; 4 logs syncs, 6 the bodies of"
                                + " hook calls (default: ${DEFAULT-VALUE}).")
        private String logLevel = "info";

        @Option(
                names = "--zap-devel",
                paramLabel = "BOOL",
                arity = "0..1",
                fallbackValue = "true",
                defaultValue = "false",
                description = "Log text instead of JSON, from level debug.")
        private boolean devel;

        @Option(
                names = {"--zap-encoder", "--log-format"},
                paramLabel = "json|console",
                description = "The log format (default: console on a terminal, else json).")
        private @Nullable String encoder;

        @Option(
                names = "--zap-stacktrace-level",
                paramLabel = "LEVEL",
                description =
                        "The level from which stack traces are logged: info, error or panic (default: error, and warn"
                                + " with --zap-devel).")
        private @Nullable String stacktraceLevel;

        @Option(
                names = "--zap-time-encoding",
                paramLabel = "NAME",
                description = "The times of JSON lines: epoch, millis, nano, iso8601, rfc3339 or rfc3339nano (default:"
                        + " rfc3339, with milliseconds).")
        private @Nullable String timeEncoding;

        /**
         * Rejects invalid values.
         *
         * @throws CommandLine.ParameterException naming the flag
         */
        void check(CommandLine line) {
            if (!isLevel()) {
                throw wrong(
                        line,
                        "--zap-log-level: expected debug, info, error, panic or a number above 0, was " + logLevel);
            }
            if (encoder != null && !List.of("json", "console", "text").contains(lower(encoder))) {
                throw wrong(line, "--zap-encoder: expected json or console, was " + encoder);
            }
            if (stacktraceLevel != null && !STACK_NAMES.contains(lower(stacktraceLevel))) {
                throw wrong(line, "--zap-stacktrace-level: expected info, error or panic, was " + stacktraceLevel);
            }
            if (timeEncoding != null && time().isEmpty()) {
                throw wrong(
                        line,
                        "--zap-time-encoding: expected epoch, millis, nano, iso8601, rfc3339 or rfc3339nano, was "
                                + timeEncoding);
            }
        }

        private static CommandLine.ParameterException wrong(CommandLine line, String message) {
            return new CommandLine.ParameterException(line, message);
        }

        private static String lower(String text) {
            return text.toLowerCase(Locale.ROOT);
        }

        /** A number above 0 is a level too: a higher number logs more. */
        private boolean isLevel() {
            return NAMES.contains(lower(logLevel)) || logLevel.matches("\\+?0*[1-9][0-9]{0,2}");
        }

        private Optional<LogTime> time() {
            return Arrays.stream(LogTime.values())
                    .filter(each -> each.name().toLowerCase(Locale.ROOT).equals(lower(String.valueOf(timeEncoding))))
                    .findFirst();
        }

        /** Configures the log from these flags. */
        void configureLogging() {
            boolean text = encoder == null
                    ? devel || Logging.isTerminal()
                    : !lower(encoder).equals("json");
            Logging.configure(
                    text ? Logging.Format.TEXT : Logging.Format.JSON,
                    level(),
                    stacks(),
                    time().orElse(LogTime.RFC3339));
        }

        /** The level of Hookline's loggers. An explicit level counts more than that of {@code --zap-devel}. */
        Level level() {
            return switch (lower(logLevel)) {
                case "info" -> devel ? Level.DEBUG : Level.INFO;
                case "error", "panic" -> Level.ERROR;
                case "debug" -> Level.DEBUG;
                default -> Integer.parseInt(logLevel) >= BODIES ? Level.TRACE : Level.DEBUG;
            };
        }

        /** The level from which stack traces are printed. */
        Level stacks() {
            if (stacktraceLevel == null) {
                return devel ? Level.WARN : Level.ERROR;
            }
            return switch (lower(stacktraceLevel)) {
                case "info" -> Level.INFO;
                case "error" -> Level.ERROR;
                default -> Level.OFF;
            };
        }
    }
}
