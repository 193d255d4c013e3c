package io.hookline.cli.terminal;

import io.hookline.watcher.WatcherOptions;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/** Metacontroller's flags for the way in which children are applied. */
public final class ApplyFlags {

    /** The API server's limit. */
    private static final int LONGEST_MANAGER = 128;

    @Option(
            names = "--apply-strategy",
            paramLabel = "NAME",
            defaultValue = "dynamic-apply",
            description = "How children are written: dynamic-apply or server-side-apply (default: ${DEFAULT-VALUE}).")
    private String strategy = "dynamic-apply";

    @Option(
            names = "--apply-strategy-ssa-field-manager",
            paramLabel = "NAME",
            defaultValue = "metacontroller",
            description = "The field manager of server-side apply (default: ${DEFAULT-VALUE}).")
    private String fieldManager = "metacontroller";

    /**
     * Rejects unknown values.
     *
     * @throws CommandLine.ParameterException naming the flag
     */
    public void check(CommandLine line) {
        if (fieldManager.isBlank() || fieldManager.length() > LONGEST_MANAGER) {
            throw new CommandLine.ParameterException(
                    line, "--apply-strategy-ssa-field-manager: expected a name of 1 to 128 characters");
        }
        try {
            addTo(WatcherOptions.DEFAULTS);
        } catch (IllegalArgumentException e) {
            throw new CommandLine.ParameterException(
                    line, "--apply-strategy: " + e.getMessage() + "; expected dynamic-apply or server-side-apply", e);
        }
    }

    /** Copies options with the values of the flags, which were checked before. */
    public WatcherOptions addTo(WatcherOptions options) {
        return options.applying(strategy, fieldManager);
    }
}
