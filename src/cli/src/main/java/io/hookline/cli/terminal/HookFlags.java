package io.hookline.cli.terminal;

import io.hookline.watcher.WatcherOptions;
import picocli.CommandLine.Option;

/** Flags for the calls of hooks. */
public final class HookFlags {

    @Option(
            names = "--same-host-redirects",
            paramLabel = "BOOL",
            arity = "0..1",
            fallbackValue = "true",
            defaultValue = "false",
            description =
                    "Follow redirects of hooks only to the same host and port: a request contains the parent and its"
                            + " children (default: ${DEFAULT-VALUE}).")
    private boolean sameHostRedirects;

    /** Copies options with the values of the flags. */
    public WatcherOptions addTo(WatcherOptions options) {
        return options.redirectingWithinHosts(sameHostRedirects);
    }
}
