package io.hookline.cli;

import io.hookline.cli.terminal.CliErrors;
import picocli.CommandLine;

/** Where the process starts. Exit codes: 0 done, 1 failed, 2 wrong usage. */
public final class Main {
    private Main() {}

    /** Runs one command, and ends the process with its exit code. */
    public static void main(String[] args) {
        System.exit(run(args));
    }

    /** Runs one command and tells its exit code. */
    static int run(String... args) {
        return commandLine().execute(GoFlags.normalise(args));
    }

    static CommandLine commandLine() {
        CommandLine line = new CommandLine(new Hookline())
                .setExecutionExceptionHandler((e, commandLine, _) -> CliErrors.tell(e, commandLine))
                .setParameterExceptionHandler(CliErrors::tellUsage)
                .setUsageHelpAutoWidth(true)
                .setCaseInsensitiveEnumValuesAllowed(true);
        Conversions.register(line);
        return line;
    }
}
