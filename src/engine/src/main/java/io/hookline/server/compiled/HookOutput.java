package io.hookline.server.compiled;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.slf4j.event.Level;

/**
 * Logs what Java hooks print, up to a limit for each call. Thread-safe.
 *
 * <p>The hook is found by the thread that prints, or by the thread that started that thread.
 */
public final class HookOutput {

    @SuppressWarnings("ThreadLocalUsage") // one for each hook loader, which lives as long as the process
    private final ThreadLocal<@Nullable PrintedLines> current = new InheritableThreadLocal<>();

    /**
     * Returns a stream that replaces another one. Output of other threads is still printed to the other stream.
     *
     * @param name the name of the stream in the log, such as {@code stdout}
     */
    public PrintStream instead(String name, PrintStream other) {
        return new PrintStream(new Router(name, other), true, StandardCharsets.UTF_8);
    }

    /** Passes what hooks log with {@code java.util.logging} and {@code System.Logger} to the log, until the result is closed. */
    public JulBridge installLogging() {
        return JulBridge.install(this);
    }

    /** Logs a record as output of the hook that this thread calls; returns false if it calls none. */
    boolean log(Level level, String text, @Nullable Throwable thrown) {
        PrintedLines lines = current.get();
        if (lines != null) {
            lines.logged(level, text, thrown);
        }
        return lines != null;
    }

    /** Assigns what this thread prints to a call of a hook, until the result is closed. */
    public Printing begin(String hook) {
        PrintedLines lines = new PrintedLines(hook);
        PrintedLines before = current.get();
        current.set(lines);
        return () -> {
            current.set(before);
            lines.end();
        };
    }

    /** The time in which the output of a thread belongs to a call of a hook. */
    public interface Printing extends AutoCloseable {
        @Override
        void close();
    }

    private final class Router extends OutputStream {
        private final String name;
        private final PrintStream other;

        Router(String name, PrintStream other) {
            this.name = name;
            this.other = other;
        }

        @Override
        public void write(int b) {
            write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) {
            PrintedLines lines = current.get();
            if (lines == null) {
                other.write(bytes, offset, length);
            } else {
                current.remove(); // the logger may print to this stream itself
                try {
                    lines.add(name, bytes, offset, length);
                } finally {
                    current.set(lines);
                }
            }
        }

        @Override
        public void flush() {
            other.flush();
        }
    }
}
