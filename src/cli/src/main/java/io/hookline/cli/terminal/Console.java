package io.hookline.cli.terminal;

import io.hookline.object.HumanDuration;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Locale;

/** Prints progress in aligned lines with the time since the process started, and later with the time of day, as a log does. Thread-safe. */
public final class Console {

    private static final int WIDTH = 14;
    private static final Duration MOST_ROUNDED = Duration.ofMillis(1100);

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
        Instant start = ProcessHandle.current().info().startInstant().orElseGet(clock::instant);
        try {
            String stat = Files.readString(Path.of("/proc/self/stat"));
            String uptime = Files.readString(Path.of("/proc/uptime"));
            start = start(start, stat, uptime, clock.instant());
        } catch (IOException _) {
            // another system, whose JVM knows it exactly
        }
        return new Console(out, clock, start, Logging.colours(), Logging.wrap());
    }

    /**
     * When this process started. The JVM knows that on Linux to a second only: it adds up whole seconds of the boot and
     * hundredths since then.
     *
     * @param known what the JVM knows, which is at most a second too early
     * @param stat {@code /proc/self/stat}: the 20th word after the name is when the process started, in hundredths of a
     *     second since the boot (proc(5))
     * @param uptime {@code /proc/uptime}: the first word is the time since the boot, in seconds
     */
    static Instant start(Instant known, String stat, String uptime, Instant now) {
        try {
            String afterName = stat.substring(stat.lastIndexOf(')') + 1).strip();
            long started = Long.parseLong(afterName.split(" ", -1)[19]) * 10;
            long up = Math.round(Double.parseDouble(uptime.split(" ", -1)[0]) * 1000);
            Instant exact = now.minusMillis(up - started);
            Duration late = Duration.between(known, exact);
            return late.isNegative() || late.compareTo(MOST_ROUNDED) > 0 ? known : exact;
        } catch (IndexOutOfBoundsException | NumberFormatException _) {
            return known;
        }
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
