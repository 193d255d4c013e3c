package io.hookline.cli;

import io.hookline.cli.check.CheckCommand;
import io.hookline.cli.check.TestCommand;
import io.hookline.cli.crd.CrdCommand;
import io.hookline.cli.dev.DevCommand;
import io.hookline.cli.check.TestHookCommand;
import io.hookline.cli.init.InitCommand;
import io.hookline.cli.init.SdkCommand;
import io.hookline.cli.plan.PlanCommand;
import io.hookline.cli.pods.PodsCommand;
import io.hookline.cli.rbac.RbacCommand;
import io.hookline.cli.terminal.Build;
import io.hookline.cli.terminal.CliErrors;
import io.hookline.cli.terminal.ColourFlag;
import io.hookline.cli.warmup.WarmupCommand;
import io.hookline.cli.watch.RunCommand;
import io.hookline.cli.watch.WatchCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The command without a subcommand: lists the commands. */
@Command(
        name = "hookline",
        mixinStandardHelpOptions = true,
        versionProvider = Build.class,
        synopsisSubcommandLabel = "COMMAND",
        description = "Run Kubernetes controllers written as one pure function: parent and observed children in,"
                + " desired children and status out.",
        subcommands = {
            InitCommand.class,
            SdkCommand.class,
            DevCommand.class,
            ServeCommand.class,
            WatchCommand.class,
            RunCommand.class,
            CheckCommand.class,
            TestCommand.class,
            TestHookCommand.class,
            CrdCommand.class,
            PlanCommand.class,
            RbacCommand.class,
            ResyncCommand.class,
            ReleaseCommand.class,
            PodsCommand.class,
            WarmupCommand.class,
            VersionCommand.class,
            HelpCommand.class
        },
        footer = {
            "",
            "Try it:   hookline dev             all parts in one process",
            "          hookline dev hello       only the hello example",
            "          hookline COMMAND --help  the options of one command",
            "",
            "Exit codes: 0 success, 1 failure, 2 wrong usage."
        })
final class Hookline implements Runnable {

    @Mixin
    private final ColourFlag colour = new ColourFlag();

    ColourFlag colour() {
        return colour;
    }

    @Override
    public void run() {
        throw new CliErrors.UsageError("missing command; run `hookline --help`");
    }
}
