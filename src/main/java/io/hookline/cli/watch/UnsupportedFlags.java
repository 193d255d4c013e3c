package io.hookline.cli.watch;

import picocli.CommandLine;
import picocli.CommandLine.Option;

/**
 * Metacontroller's flags for features that this watcher does not have yet. The default values are accepted, for manifests that
 * set them. Any other value is rejected: to ignore it would be worse than an error.
 */
final class UnsupportedFlags {

    @Option(names = "--pprof-address", defaultValue = "0", hidden = true)
    private String pprofAddress = "0";

    /** Details of the features above, or of Go's log. Their values are ignored. */
    @Option(
            names = {"--zap-stacktrace-level", "--zap-time-encoding"},
            hidden = true)
    void ignored(String value) {}

    void check(CommandLine line) {
        if (!pprofAddress.equals("0")) {
            throw wrong(line, "--pprof-address: Go profiles are not supported; use a flight recording of the JVM");
        }
    }

    private static CommandLine.ParameterException wrong(CommandLine line, String message) {
        return new CommandLine.ParameterException(line, message);
    }
}
