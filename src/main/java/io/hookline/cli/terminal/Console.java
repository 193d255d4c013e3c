package io.hookline.cli.terminal;

import io.hookline.object.HumanDuration;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Locale;

/** Prints progress in aligned lines with the time since the process started. Thread-safe. */
public final class Console {

    private static final int WIDTH = 14;

    private final PrintWriter out;
    private final InstantSource clock;
    private final Instant start;
    private final Ansi ansi;

    /** Creates a console without colours. */
    public Console(PrintWriter out, InstantSource clock, Instant start) {
        this(out, clock, start, Ansi.PLAIN);
    }

    /**
     * Creates a console.
     *
     * @param start when the process started, so that the times include the start of the JVM
     */
    public Console(PrintWriter out, InstantSource clock, Instant start, Ansi ansi) {
        this.out = out;
        this.clock = clock;
        this.start = start;
        this.ansi = ansi;
    }

    /** Creates a console with times since the start of this process. */
    public static Console onto(PrintWriter out) {
        InstantSource clock = InstantSource.system();
        return new Console(
                out, clock, ProcessHandle.current().info().startInstant().orElseGet(clock::instant), Logging.colours());
    }

    /** Prints one completed step: {@code   1.2 s  hooks      5 in hooks/}. */
    public synchronized void step(String what, String result) {
        String time = String.format(Locale.ROOT, "%9s", HumanDuration.text(sinceStart()));
        String padding = " ".repeat(Math.max(0, WIDTH - what.length()));
        out.println(ansi.dim(time) + "  " + ansi.verb(what) + padding + " " + result);
        out.flush();
    }

    /** Prints the result of something: {@code PASS hello (1.2 s)}. */
    public void result(String word, String rest) {
        line(ansi.verb(word) + " " + rest);
    }

    /** Prints a line without a time. */
    public synchronized void line(String text) {
        out.println(text);
        out.flush();
    }

    Duration sinceStart() {
        return Duration.between(start, clock.instant());
    }
}
