package io.hookline.server;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Turns what Java hooks print into lines of the log, as many as one call may have. A hook is known by the thread that prints,
 * or by the one that started it. Thread-safe.
 */
public final class HookOutput {

    @SuppressWarnings("ThreadLocalUsage") // one for each loader of hooks, which lives as long as the process
    private final ThreadLocal<@Nullable PrintedLines> current = new InheritableThreadLocal<>();

    /**
     * A stream to print to in place of another one: what is printed by others than hooks goes there still.
     *
     * @param name as the log names it, such as {@code stdout}
     */
    public PrintStream instead(String name, PrintStream other) {
        return new PrintStream(new Router(name, other), true, StandardCharsets.UTF_8);
    }

    /** From now on, this thread prints for a call of a hook; closed when that is over. */
    Printing begin(String hook) {
        PrintedLines lines = new PrintedLines(hook);
        PrintedLines before = current.get();
        current.set(lines);
        return () -> {
            current.set(before);
            lines.end();
        };
    }

    /** The time in which a thread prints for a hook. */
    interface Printing extends AutoCloseable {
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
                current.remove(); // the log may print here in its turn
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
