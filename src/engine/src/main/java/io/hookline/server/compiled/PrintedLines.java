package io.hookline.server.compiled;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/** Logs the lines that one call of a hook prints, up to a limit; further bytes are only counted. Thread-safe. */
public final class PrintedLines {

    static final int MAX_LINES = 100;
    static final int MAX_BYTES = 16 << 10;

    private static final Logger LOG = LoggerFactory.getLogger(HookOutput.class);

    private final String hook;

    /** The incomplete last line of each stream. */
    private final Map<String, ByteArrayOutputStream> open = new TreeMap<>();

    private int lines;
    private long bytes;
    private long cut;

    public PrintedLines(String hook) {
        this.hook = hook;
    }

    public synchronized void add(String stream, byte[] text, int offset, int length) {
        ByteArrayOutputStream line = open.computeIfAbsent(stream, _ -> new ByteArrayOutputStream());
        for (int i = offset; i < offset + length; i++) {
            if (lines >= MAX_LINES || bytes >= MAX_BYTES) {
                cut += offset + length - i;
                return;
            }
            if (text[i] == '\n') {
                log(stream, line);
            } else {
                line.write(text[i]);
                bytes++;
            }
        }
    }

    private void log(String stream, ByteArrayOutputStream line) {
        lines++;
        String text = line.toString(StandardCharsets.UTF_8);
        line.reset();
        LOG.atInfo()
                .addKeyValue("hook", hook)
                .addKeyValue("stream", stream)
                .addKeyValue("line", text.stripTrailing())
                .log("hook printed");
    }

    /** Logs a record of a logging library that the hook uses. */
    synchronized void logged(Level level, String text, @Nullable Throwable thrown) {
        int length = text.getBytes(StandardCharsets.UTF_8).length;
        if (lines >= MAX_LINES || bytes + length > MAX_BYTES) {
            cut += length;
            return;
        }
        lines++;
        bytes += length;
        LOG.atLevel(level)
                .addKeyValue("hook", hook)
                .addKeyValue("line", text)
                .setCause(thrown)
                .log("hook logged");
    }

    /** Ends the call: logs an incomplete last line, and how many bytes were not logged. */
    public synchronized void end() {
        open.forEach((stream, line) -> {
            if (line.size() > 0) {
                log(stream, line);
            }
        });
        if (cut > 0) {
            LOG.atWarn()
                    .addKeyValue("hook", hook)
                    .addKeyValue("cutBytes", cut)
                    .addKeyValue("maxLines", MAX_LINES)
                    .addKeyValue("maxBytes", MAX_BYTES)
                    .log("output of a hook call was cut; print less, or log to a file of your own");
        }
    }
}
