package io.hookline.cli.init;

import io.hookline.cli.terminal.CliErrors;
import picocli.CommandLine.Command;

/** {@code hookline sdk}: the libraries for hooks. */
@Command(
        name = "sdk",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        description =
                "Get the libraries for hooks: those for Java in your local Maven repository, the module for Python.",
        subcommands = {SdkInstallCommand.class, SdkPythonCommand.class})
public final class SdkCommand implements Runnable {

    @Override
    public void run() {
        throw new CliErrors.UsageError("missing command: install or python; run `hookline sdk --help`");
    }
}
