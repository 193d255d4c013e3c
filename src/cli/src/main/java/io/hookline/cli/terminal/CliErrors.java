package io.hookline.cli.terminal;

import io.hookline.cluster.ClusterException;
import io.hookline.hook.protocol.HookException;
import io.hookline.kube.config.KubeconfigException;
import io.hookline.object.DecodeException;
import io.hookline.object.FileFailure;
import io.hookline.object.NearestName;
import io.hookline.testing.scenario.file.ScenarioException;
import io.hookline.web.PortInUseException;
import io.hookline.webhook.WebhookException;
import java.io.PrintWriter;
import java.io.Serial;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;
import picocli.CommandLine;

/** Reports why a command failed, in one line if the cause is known. */
public final class CliErrors {
    private CliErrors() {}

    /** Ends a command with an error message and exit code 1. */
    public static final class CommandFailed extends RuntimeException {
        @Serial
        private static final long serialVersionUID = 1;

        public CommandFailed(String message) {
            super(message);
        }
    }

    /** Ends a command with an error message about its arguments and exit code 2. */
    public static class UsageError extends RuntimeException {
        @Serial
        private static final long serialVersionUID = 1;

        public UsageError(String message) {
            super(message);
        }
    }

    /** A value that Metacontroller refuses only after it has read all flags: its exit code is 1 then, and ours too. */
    public static final class RefusedLate extends CommandLine.ParameterException {
        @Serial
        private static final long serialVersionUID = 1;

        public RefusedLate(CommandLine line, String message) {
            super(line, message);
        }
    }

    /** Reports a failed command and returns its exit code. */
    public static int report(Exception e, CommandLine commandLine) {
        PrintWriter err = commandLine.getErr();
        if (e instanceof UsageError) {
            err.println("hookline: " + e.getMessage());
            err.flush();
            return 2;
        }
        if (isExplained(e)) {
            err.println("hookline: " + e.getMessage());
        } else if (isOfFile(e)) {
            err.println("hookline: " + FileFailure.text(e));
        } else {
            err.println("hookline: unexpected error: " + e);
            e.printStackTrace(err);
        }
        err.flush();
        return 1;
    }

    /**
     * Starts a server on a port.
     *
     * @param flag the flag that sets the port
     * @throws CommandFailed naming the flag, if the port is in use
     */
    public static <T> T unlessInUse(String flag, Supplier<T> start) {
        try {
            return start.get();
        } catch (PortInUseException e) {
            throw new CommandFailed(e.getMessage() + "; choose another with " + flag);
        }
    }

    /**
     * Checks the folder of {@code --hooks}.
     *
     * @throws CommandFailed naming the flag, if the folder does not exist
     */
    public static Path hooksFolder(Path folder) {
        if (!Files.isDirectory(folder)) {
            throw new CommandFailed("no such hooks folder: " + folder.toAbsolutePath()
                    + "; set --hooks to a folder with one sub-folder for each hook");
        }
        return folder;
    }

    /**
     * Checks a number that must be 1 or more.
     *
     * @throws UsageError naming the flag
     */
    public static int atLeastOne(String flag, int number) {
        if (number < 1) {
            throw new UsageError(flag + ": expected 1 or more, was " + number);
        }
        return number;
    }

    /**
     * Parses the value of a flag.
     *
     * @throws CommandLine.ParameterException naming the flag, if the value is not valid
     */
    public static <T> T parsed(CommandLine line, String flag, Supplier<T> value) {
        try {
            return value.get();
        } catch (IllegalArgumentException | DecodeException e) {
            throw new CommandLine.ParameterException(line, flag + ": " + e.getMessage());
        }
    }

    private static boolean isExplained(Exception e) {
        return e instanceof CommandFailed
                || e instanceof ClusterException
                || e instanceof DecodeException
                || e instanceof HookException
                || e instanceof ScenarioException
                || e instanceof KubeconfigException
                || e instanceof WebhookException
                || e instanceof IllegalArgumentException;
    }

    /** Whether a file or folder could not be read or written, which file and reason explain better than a stack. */
    private static boolean isOfFile(Exception e) {
        return e instanceof FileSystemException
                || (e instanceof UncheckedIOException && e.getCause() instanceof FileSystemException);
    }

    /** Reports wrong arguments and returns the exit code. */
    public static int reportUsage(CommandLine.ParameterException e, String[] args) {
        CommandLine commandLine = e.getCommandLine();
        PrintWriter err = commandLine.getErr();
        err.println("hookline: " + message(e) + meant(e));
        err.println("Run `" + commandLine.getCommandSpec().qualifiedName() + " --help` for details.");
        err.flush();
        return e instanceof RefusedLate ? 1 : 2;
    }

    /** Our words for an argument that no parameter takes: those of picocli name its index. */
    private static String message(CommandLine.ParameterException e) {
        if (!(e instanceof CommandLine.UnmatchedArgumentException unmatched)
                || unmatched.getUnmatched().isEmpty()
                || unmatched.isUnknownOption()) {
            return String.valueOf(e.getMessage());
        }
        String argument = unmatched.getUnmatched().getFirst();
        return e.getCommandLine().getParent() == null
                ? "no command '" + argument + "'"
                : "unexpected argument '" + argument + "'";
    }

    /** The option or command that is probably meant by the first unknown argument. */
    private static String meant(CommandLine.ParameterException e) {
        if (!(e instanceof CommandLine.UnmatchedArgumentException unmatched)
                || unmatched.getUnmatched().isEmpty()) {
            return "";
        }
        String argument = unmatched.getUnmatched().getFirst();
        return argument.startsWith("-")
                ? NearestName.suggestion(argument.replaceFirst("=.*", ""), optionNames(e.getCommandLine()))
                        .orElse("")
                : meantCommand(e.getCommandLine(), argument);
    }

    private static List<String> optionNames(CommandLine commandLine) {
        return commandLine.getCommandSpec().options().stream()
                .filter(option -> !option.hidden())
                .flatMap(option -> Stream.of(option.names()))
                .filter(name -> name.startsWith("--"))
                .toList();
    }

    /** {@code ; did you mean dev?}, or an empty text if no command has a similar name. */
    public static String meantCommand(CommandLine commandLine, String wrong) {
        List<String> commands = commandLine.getSubcommands().entrySet().stream()
                .filter(each -> !each.getValue().getCommandSpec().usageMessage().hidden())
                .map(Map.Entry::getKey)
                .toList();
        return NearestName.suggestion(wrong, commands).orElse("");
    }
}
