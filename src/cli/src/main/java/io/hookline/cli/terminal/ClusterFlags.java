package io.hookline.cli.terminal;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Flags for the cluster that a command connects to. */
public final class ClusterFlags {

    @Option(
            names = "--kubeconfig",
            paramLabel = "FILE",
            description =
                    "The cluster's kubeconfig (default: that of hookline dev if it runs in this folder, else as for"
                            + " hookline watch).")
    private @Nullable Path kubeconfig;

    @Option(names = "--context", paramLabel = "NAME", description = "The context in the kubeconfig.")
    private @Nullable String context;

    /** The path of the kubeconfig; empty for the default. */
    public String kubeconfig() {
        return kubeconfig == null ? "" : kubeconfig.toString();
    }

    /** The context in the kubeconfig; empty for its current one. */
    public String context() {
        return context == null ? "" : context;
    }
}
