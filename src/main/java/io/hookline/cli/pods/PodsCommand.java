package io.hookline.cli.pods;

import io.hookline.cli.terminal.CliErrors;
import picocli.CommandLine.Command;

/** {@code hookline pods}: two commands that only read. */
@Command(
        name = "pods",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        description = {
            "List or watch the Pods of a cluster: the first steps of the ladder to a controller.",
            "The page ladder.md of the documentation continues with an informer, a queue, a custom resource and a controller."
        },
        subcommands = {PodsListCommand.class, PodsWatchCommand.class})
public final class PodsCommand implements Runnable {

    @Override
    public void run() {
        throw new CliErrors.UsageError("missing command: list or watch; run `hookline pods --help`");
    }
}
