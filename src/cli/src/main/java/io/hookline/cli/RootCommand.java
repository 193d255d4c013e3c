package io.hookline.cli;

import io.hookline.cli.check.CheckCommand;
import io.hookline.cli.check.TestCommand;
import io.hookline.cli.check.TestHookCommand;
import io.hookline.cli.crd.CrdCommand;
import io.hookline.cli.dev.DevCommand;
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
import io.hookline.cli.why.WhyCommand;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command without a subcommand: lists the commands. */
@Command(
        name = "hookline",
        mixinStandardHelpOptions = true,
        versionProvider = Build.class,
        synopsisSubcommandLabel = "COMMAND",
        description = "Run Kubernetes controllers written as one pure function: parent and observed children in,"
                + " desired children and status out.",
        footer = {
            "",
            "Try it:   hookline dev             all parts in one process",
            "          hookline dev hello       only the hello example",
            "          hookline COMMAND --help  the options of one command",
            "",
            "Exit codes: 0 success, 1 failure, 2 wrong usage."
        })
final class RootCommand implements Runnable {

    private static final String HELP = "help";

    /** The commands in the order of the help, by their names. */
    private static final Map<String, Class<?>> COMMANDS = new LinkedHashMap<>();

    static {
        COMMANDS.put("init", InitCommand.class);
        COMMANDS.put("sdk", SdkCommand.class);
        COMMANDS.put("dev", DevCommand.class);
        COMMANDS.put("serve", ServeCommand.class);
        COMMANDS.put("watch", WatchCommand.class);
        COMMANDS.put("run", RunCommand.class);
        COMMANDS.put("check", CheckCommand.class);
        COMMANDS.put("test", TestCommand.class);
        COMMANDS.put("test-hook", TestHookCommand.class);
        COMMANDS.put("crd", CrdCommand.class);
        COMMANDS.put("plan", PlanCommand.class);
        COMMANDS.put("why", WhyCommand.class);
        COMMANDS.put("rbac", RbacCommand.class);
        COMMANDS.put("resync", ResyncCommand.class);
        COMMANDS.put("release", ReleaseCommand.class);
        COMMANDS.put("pods", PodsCommand.class);
        COMMANDS.put("warmup", WarmupCommand.class);
        COMMANDS.put("version", VersionCommand.class);
        COMMANDS.put(HELP, HelpCommand.class);
    }

    @Mixin
    private final ColourFlag colour = new ColourFlag();

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    ColourFlag colour() {
        return colour;
    }

    /**
     * Adds the command that the arguments call, or all commands if the first argument names none, or {@code help}. Each
     * command that is added makes the start of the process longer.
     */
    static void addCommands(CommandLine line, String... args) {
        String called = args.length == 0 ? HELP : args[0];
        Class<?> only = called.equals(HELP) ? null : COMMANDS.get(called);
        if (only != null) {
            line.addSubcommand(called, only);
            return;
        }
        COMMANDS.forEach(line::addSubcommand);
        addFormerName(line);
    }

    /** Keeps the former name of {@code warmup}. A picocli alias would appear in the help. */
    private static void addFormerName(CommandLine line) {
        CommandLine warmup = new CommandLine(new WarmupCommand());
        warmup.getCommandSpec().usageMessage().hidden(true);
        line.addSubcommand("train", warmup);
    }

    /** As of kubectl: the list of commands, which is no error. */
    @Override
    public void run() {
        spec.commandLine().usage(spec.commandLine().getOut());
    }

    /** {@code hookline help}: the same as {@code --help}. */
    @Command(
            name = HELP,
            helpCommand = true,
            mixinStandardHelpOptions = true,
            description = "Show the commands, or the options of one command.")
    static final class HelpCommand implements Callable<Integer> {

        @Parameters(paramLabel = "COMMAND", arity = "0..1", description = "The command to explain (default: all).")
        private @Nullable String command;

        @Spec
        @SuppressWarnings("NullAway.Init") // picocli sets it
        private CommandSpec spec;

        @Override
        public Integer call() {
            CommandLine all = spec.commandLine().getParent();
            CommandLine wanted = command == null ? all : find(all, command);
            wanted.usage(spec.commandLine().getOut());
            return 0;
        }

        private static CommandLine find(CommandLine all, String command) {
            CommandLine found = all.getSubcommands().get(command);
            if (found == null) {
                throw new CliErrors.UsageError("no command '" + command + "'" + CliErrors.meantCommand(all, command)
                        + "\nRun `hookline --help` for all commands.");
            }
            return found;
        }
    }

    /** {@code hookline version}: prints version, Java and commit. */
    @Command(name = "version", mixinStandardHelpOptions = true, description = "Print version, Java and commit.")
    static final class VersionCommand implements Callable<Integer> {

        @Spec
        @SuppressWarnings("NullAway.Init") // picocli sets it
        private CommandSpec spec;

        @Override
        public Integer call() {
            PrintWriter out = spec.commandLine().getOut();
            for (String line : new Build().getVersion()) {
                out.println(line);
            }
            out.flush();
            return 0;
        }
    }
}
