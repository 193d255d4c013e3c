package io.hookline.cli.watch;

import picocli.CommandLine;
import picocli.CommandLine.Option;

/**
 * Metacontroller's flags for features that this watcher does not have yet. The default values are accepted, for manifests that
 * set them. Any other value is rejected: to ignore it would be worse than an error.
 */
final class UnsupportedFlags {

    @Option(
            names = "--apply-strategy",
            paramLabel = "NAME",
            defaultValue = "dynamic-apply",
            description = "How children are written: dynamic-apply (server-side-apply is not supported yet).")
    private String applyStrategy = "dynamic-apply";

    @Option(
            names = "--leader-election",
            paramLabel = "BOOL",
            arity = "0..1",
            fallbackValue = "true",
            defaultValue = "false",
            description = "Not supported yet: run one replica.")
    private boolean leaderElection;

    @Option(names = "--pprof-address", defaultValue = "0", hidden = true)
    private String pprofAddress = "0";

    /** Details of the features above, or of Go's log. Their values are ignored. */
    @Option(
            names = {
                "--apply-strategy-ssa-field-manager",
                "--leader-election-resource-lock",
                "--leader-election-namespace",
                "--leader-election-id",
                "--zap-stacktrace-level",
                "--zap-time-encoding"
            },
            hidden = true)
    void ignored(String value) {}

    void check(CommandLine line) {
        if (applyStrategy.equals("server-side-apply")) {
            throw wrong(line, "--apply-strategy=server-side-apply is not supported yet; use dynamic-apply");
        }
        if (!applyStrategy.isEmpty() && !applyStrategy.equals("dynamic-apply")) {
            throw wrong(line, "--apply-strategy: expected dynamic-apply, was " + applyStrategy);
        }
        if (leaderElection) {
            throw wrong(line, "--leader-election is not supported yet; run one replica without it");
        }
        if (!pprofAddress.equals("0")) {
            throw wrong(line, "--pprof-address: Go profiles are not supported; use a flight recording of the JVM");
        }
    }

    private static CommandLine.ParameterException wrong(CommandLine line, String message) {
        return new CommandLine.ParameterException(line, message);
    }
}
