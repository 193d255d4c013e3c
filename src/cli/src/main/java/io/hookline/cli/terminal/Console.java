package io.hookline.cli.terminal;

import io.hookline.object.HumanDuration;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Locale;

/** Prints progress in aligned lines with the time since the process started, and later with the time of day, as a log does. Thread-safe. */
public final class Console {

    private static final int WIDTH = 14;

    private final PrintWriter out;
    private final InstantSource clock;
    private final Instant start;
    private final Ansi ansi;
    private final LineWrap wrap;
    private boolean showsTimeOfDay;

    /** Creates a console without colours. */
    public Console(PrintWriter out, InstantSource clock, Instant start) {
        this(out, clock, start, Ansi.PLAIN, LineWrap.NONE);
    }

    /**
     * Creates a console.
     *
     * @param start when the process started, so that the times include the start of the JVM
     */
    Console(PrintWriter out, InstantSource clock, Instant start, Ansi ansi, LineWrap wrap) {
        this.out = out;
        this.clock = clock;
        this.start = start;
        this.ansi = ansi;
        this.wrap = wrap;
    }

    /** Creates a console with times since the start of this process. */
    public static Console onto(PrintWriter out) {
        InstantSource clock = InstantSource.system();
        return new Console(
                out,
                clock,
                ProcessHandle.current().info().startInstant().orElseGet(clock::instant),
                Logging.colours(),
                Logging.wrap());
    }

    /**
     * Prints one completed step: {@code   1.2 s  hooks      5 in hooks/}; from {@link #showTimeOfDay} on, in the columns of the log:
     * {@code 12:00:01  changed    hooks/hello}.
     */
    public synchronized void step(String what, String result) {
        String time = showsTimeOfDay
                ? TextLayout.TIME.format(clock.instant())
                : String.format(Locale.ROOT, "%9s", HumanDuration.text(sinceStart()));
        int width = showsTimeOfDay ? TextLayout.NAME_WIDTH : WIDTH;
        String padding = " ".repeat(Math.max(0, width - what.length()));
        out.println(wrap.of(
                ansi.dim(time) + "  " + ansi.verb(what) + padding + " ", result, time.length() + 2 + width + 1));
        out.flush();
    }

    /** Ends the start, which the times since then were of: lines have the time of day from now on, as those of the log. */
    public synchronized void showTimeOfDay() {
        showsTimeOfDay = true;
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
