package io.hookline.cli.terminal;

import io.hookline.watcher.WatcherOptions;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/** Flags for the way in which children are applied: Metacontroller's, and one of our own. */
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

    @Option(
            names = "--strip-managed-fields",
            paramLabel = "BOOL",
            arity = "0..1",
            fallbackValue = "true",
            defaultValue = "false",
            description =
                    "Keep only the entries of the watcher's own field managers of metadata.managedFields in caches"
                            + " and hook requests, to save memory (default: ${DEFAULT-VALUE}).")
    private boolean stripManagedFields;

    @Option(
            names = "--loop-brake",
            paramLabel = "BOOL",
            arity = "0..1",
            fallbackValue = "true",
            defaultValue = "true",
            description = "Slow down writes of a field that never end because each of them causes the next one, and"
                    + " report them (default: ${DEFAULT-VALUE}).")
    private boolean loopBrake = true;

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
        return options.applying(strategy, fieldManager)
                .strippingManagedFields(stripManagedFields)
                .brakingLoops(loopBrake);
    }
}
