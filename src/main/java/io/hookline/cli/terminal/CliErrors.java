package io.hookline.cli.terminal;

import io.hookline.cluster.ClusterException;
import io.hookline.hook.protocol.HookException;
import io.hookline.kube.config.KubeconfigException;
import io.hookline.object.DecodeException;
import io.hookline.testing.scenario.file.ScenarioException;
import io.hookline.web.PortInUseException;
import io.hookline.webhook.WebhookException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Supplier;
import picocli.CommandLine;

/** Tells a person why a command ended, in one line where the cause is known. */
public final class CliErrors {
    private CliErrors() {}

    /** Ends a command with a sentence and exit code 1. */
    public static final class CommandFailed extends RuntimeException {
        @java.io.Serial
        private static final long serialVersionUID = 1;

        public CommandFailed(String message) {
            super(message);
        }
    }

    /** Ends a command whose arguments name something unknown with a sentence and exit code 2. */
    public static class UsageError extends RuntimeException {
        @java.io.Serial
        private static final long serialVersionUID = 1;

        public UsageError(String message) {
            super(message);
        }
    }

    public static int tell(Exception e, CommandLine commandLine) {
        PrintWriter err = commandLine.getErr();
        if (e instanceof UsageError) {
            err.println("hookline: " + e.getMessage());
            err.flush();
            return 2;
        }
        if (isExplained(e)) {
            err.println("hookline: " + e.getMessage());
        } else {
            err.println("hookline: this should not have happened: " + e);
            e.printStackTrace(err);
        }
        err.flush();
        return 1;
    }

    /**
     * Starts something that listens.
     *
     * @param flag how its user chooses where
     * @throws CommandFailed if somebody else listens there, with the flag
     */
    public static <T> T unlessInUse(String flag, Supplier<T> start) {
        try {
            return start.get();
        } catch (PortInUseException e) {
            throw new CommandFailed(e.getMessage() + "; choose another with " + flag);
        }
    }

    /**
     * The folder of {@code --hooks}.
     *
     * @throws CommandFailed if it does not exist, with the flag
     */
    public static Path hooksFolder(Path folder) {
        if (!Files.isDirectory(folder)) {
            throw new CommandFailed("there is no hooks folder " + folder.toAbsolutePath()
                    + "; name one with --hooks, with a folder for each hook in it");
        }
        return folder;
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

    public static int tellUsage(CommandLine.ParameterException e, String[] args) {
        CommandLine commandLine = e.getCommandLine();
        PrintWriter err = commandLine.getErr();
        err.println("hookline: " + e.getMessage());
        CommandLine.UnmatchedArgumentException.printSuggestions(e, err);
        err.println("See: " + commandLine.getCommandSpec().qualifiedName() + " --help");
        err.flush();
        return 2;
    }
}
