package io.hookline.cli;

import io.hookline.cli.dev.DevCommand;
import io.hookline.cli.terminal.Build;
import io.hookline.cli.warmup.WarmupCommand;
import io.hookline.cli.watch.RunCommand;
import io.hookline.cli.watch.WatchCommand;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The command without subcommand: says what there is. */
@Command(
        name = "hookline",
        mixinStandardHelpOptions = true,
        versionProvider = Build.class,
        synopsisSubcommandLabel = "COMMAND",
        description = "Kubernetes controllers as one pure function: parent and observed children in,"
                + " desired children and status out.",
        subcommands = {
            DevCommand.class,
            ServeCommand.class,
            WatchCommand.class,
            RunCommand.class,
            TestHookCommand.class,
            ReleaseCommand.class,
            WarmupCommand.class,
            VersionCommand.class
        },
        footer = {
            "",
            "Try it:   hookline dev             everything in one process",
            "          hookline dev hello       only the hello example",
            "          hookline COMMAND --help  all about one command",
            "",
            "Exit codes: 0 done, 1 failed, 2 wrong usage."
        })
final class Hookline implements Runnable {

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Override
    public void run() {
        throw new CommandLine.ParameterException(spec.commandLine(), "which command? " + names());
    }

    private String names() {
        return String.join(", ", spec.subcommands().keySet());
    }
}
