package io.hookline.cli.terminal;

import java.io.Console;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Finds out which standard streams are terminals. */
final class Terminals {

    private static final int STDOUT = 1;
    private static final int STDERR = 2;
    private static final Path STREAMS = Path.of("/proc/self/fd");

    private Terminals() {}

    static boolean isOut() {
        return is(STDOUT);
    }

    static boolean isErr() {
        return is(STDERR);
    }

    /** The JVM only knows whether input and output both are terminals; Linux knows it of each stream. */
    private static boolean is(int stream) {
        try {
            String file = Files.readSymbolicLink(STREAMS.resolve(Integer.toString(stream)))
                    .toString();
            return file.startsWith("/dev/pts/") || file.startsWith("/dev/tty") || file.equals("/dev/console");
        } catch (IOException | UnsupportedOperationException _) {
            return isConsole();
        }
    }

    /** Whether the process runs on a terminal. */
    static boolean isConsole() {
        return Optional.ofNullable(System.console()).filter(Console::isTerminal).isPresent();
    }
}
