package io.hookline.cli.terminal;

import java.io.Console;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntSupplier;

/** Finds out which standard streams are terminals. */
final class Terminals {

    private static final int STDOUT = 1;
    private static final int STDERR = 2;
    private static final Path STREAMS = Path.of("/proc/self/fd");

    /** That of the process, whatever its streams are. */
    private static final File TERMINAL = new File("/dev/tty");

    private Terminals() {}

    static boolean isOut() {
        return is(STDOUT);
    }

    static boolean isErr() {
        return is(STDERR);
    }

    private static boolean is(int stream) {
        return is(stream, STREAMS, ParentProcess.toEndWith().map(ParentProcess::streams))
                .orElseGet(Terminals::isConsole);
    }

    /**
     * Whether a stream is a terminal, or a pipe to a build tool that copies it to one. The JVM only knows whether input and output
     * both are terminals; Linux knows it of each stream.
     *
     * @param own the open files of this process
     * @param buildTool the open files of the process that reads the pipe
     * @return empty if that is not known
     */
    static Optional<Boolean> is(int stream, Path own, Optional<Path> buildTool) {
        Optional<String> file = file(stream, own);
        boolean copied = file.filter(name -> name.startsWith("pipe:"))
                .flatMap(_ -> buildTool.flatMap(streams -> file(stream, streams)))
                .filter(Terminals::isTerminal)
                .isPresent();
        return file.map(name -> copied || isTerminal(name));
    }

    private static Optional<String> file(int stream, Path streams) {
        try {
            return Optional.of(Files.readSymbolicLink(streams.resolve(Integer.toString(stream)))
                    .toString());
        } catch (IOException | UnsupportedOperationException _) {
            return Optional.empty();
        }
    }

    private static boolean isTerminal(String file) {
        return file.startsWith("/dev/pts/") || file.startsWith("/dev/tty") || file.equals("/dev/console");
    }

    /** The width of the terminal of this process, also after it was changed; 0 if it is not known. */
    static IntSupplier columns() {
        AtomicInteger columns = new AtomicInteger(columns(size()));
        Signals.handle(List.of("WINCH"), () -> columns.set(columns(size())));
        return columns::get;
    }

    /** @param size the lines and columns, as stty prints them */
    static int columns(String size) {
        return size.matches("\\d{1,5} \\d{1,5}") ? Integer.parseInt(size.substring(size.indexOf(' ') + 1)) : 0;
    }

    private static String size() {
        try {
            Process stty = new ProcessBuilder("stty", "size")
                    .redirectInput(TERMINAL)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return new String(stty.getInputStream().readAllBytes(), StandardCharsets.US_ASCII).strip();
        } catch (IOException _) {
            return ""; // no terminal, or no POSIX system
        }
    }

    /** Whether the process runs on a terminal. */
    static boolean isConsole() {
        return Optional.ofNullable(System.console()).filter(Console::isTerminal).isPresent();
    }
}
