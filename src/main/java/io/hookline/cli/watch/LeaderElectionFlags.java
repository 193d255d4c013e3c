package io.hookline.cli.watch;

import io.hookline.election.ElectionConfig;
import io.hookline.election.ElectionTiming;
import io.hookline.kube.config.KubeEnvironment;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/** Metacontroller's flags of leader election, and the times that it does not let users choose. */
final class LeaderElectionFlags {

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
            description = "How long a standby waits after the last renewal that it saw (default: ${DEFAULT-VALUE}).")
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
