package io.hookline.cli.watch;

import picocli.CommandLine;
import picocli.CommandLine.Option;

/**
 * Metacontroller's flags for features that this watcher does not have yet. The default values are accepted, for manifests that
 * set them. Any other value is rejected: to ignore it would be worse than an error.
 */
final class UnsupportedFlags {

    @Option(
            names = "--leader-election",
            paramLabel = "BOOL",
            arity = "0..1",
            fallbackValue = "true",
            defaultValue = "false",
            description = "Not supported yet: run one replica.")
    private boolean leaderElection;

    /** Details of the feature above. Their values are ignored. */
    @Option(
            names = {"--leader-election-resource-lock", "--leader-election-namespace", "--leader-election-id"},
            hidden = true)
    void ignored(String value) {}

    void check(CommandLine line) {
        if (leaderElection) {
            throw wrong(line, "--leader-election is not supported yet; run one replica without it");
        }
    }

    private static CommandLine.ParameterException wrong(CommandLine line, String message) {
        return new CommandLine.ParameterException(line, message);
    }
}
