package io.hookline.cli.init;

import io.hookline.cli.terminal.CliErrors;
import picocli.CommandLine.Command;

/** {@code hookline sdk}: the libraries for Java hooks. */
@Command(
        name = "sdk",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        description = "Install the SDK for Java hooks, so that Maven finds it.",
        subcommands = SdkInstallCommand.class)
public final class SdkCommand implements Runnable {

    @Override
    public void run() {
        throw new CliErrors.UsageError("missing command: install; run `hookline sdk --help`");
    }
}
