package io.hookline.distribution;

import java.util.ArrayList;
import java.util.List;

/**
 * Commands that SIGINT ends, as Ctrl-C does. A background job of a shell, such as a build without a terminal, ignores this signal;
 * processes inherit that, and neither a shell nor a JVM can undo it for itself.
 */
public final class Interruptible {

    private static final String RESET_AND_RUN = "import os, signal, sys\n"
            + "signal.signal(signal.SIGINT, signal.SIG_DFL)\n"
            + "os.execvp(sys.argv[1], sys.argv[1:])";

    private Interruptible() {}

    /** The command with the default reaction to SIGINT. Its process has the id of the process that is started. */
    public static List<String> command(List<String> command) {
        List<String> all = new ArrayList<>(List.of("python3", "-c", RESET_AND_RUN));
        all.addAll(command);
        return all;
    }
}
