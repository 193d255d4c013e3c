package io.hookline.cli;

import io.hookline.cli.terminal.CliErrors;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code hookline help}: the same as {@code --help}. */
@Command(
        name = "help",
        helpCommand = true,
        mixinStandardHelpOptions = true,
        description = "Show the commands, or the options of one command.")
final class HelpCommand implements Callable<Integer> {

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
