package io.hookline.cli;

import io.hookline.cli.ServeCommand.ServeFlags;
import java.time.Duration;
import picocli.CommandLine;

/** The command line as {@link Main} runs it, for tests in other packages. */
public final class Invocation {

    /** What the hook server waits for calls that are in flight when it stops. */
    public static final Duration ANSWERS_WITHIN = ServeFlags.ANSWERS_WITHIN;

    private Invocation() {}

    /** With the command that the arguments call, as {@link Main} makes it. */
    public static CommandLine commandLine(String... arguments) {
        return Main.commandLine(arguments);
    }

    /** Arguments in the notation of Go, as picocli reads them. */
    public static String[] normalised(String... arguments) {
        return Main.GoFlags.normalise(arguments);
    }
}
