package io.hookline.server.compiled;

import java.util.Arrays;
import java.util.logging.Handler;
import java.util.logging.LogManager;
import java.util.logging.LogRecord;
import java.util.logging.SimpleFormatter;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Passes records of {@code java.util.logging} to the log, in which {@code System.Logger} also ends: those of a hook's call as
 * output of the hook, others by their own loggers. Closing it restores the former handlers. Thread-safe.
 */
public final class JulBridge extends Handler implements AutoCloseable {

    private final HookOutput output;
    private final java.util.logging.Logger root;
    private final Handler[] former;
    private final SimpleFormatter formatter = new SimpleFormatter();

    private JulBridge(HookOutput output, java.util.logging.Logger root) {
        this.output = output;
        this.root = root;
        this.former = root.getHandlers();
    }

    /** Replaces the handlers of the root logger. */
    static JulBridge install(HookOutput output) {
        JulBridge bridge = new JulBridge(output, LogManager.getLogManager().getLogger(""));
        Arrays.stream(bridge.former).forEach(bridge.root::removeHandler);
        bridge.root.addHandler(bridge);
        return bridge;
    }

    @Override
    public void publish(LogRecord event) {
        if (!isLoggable(event)) {
            return;
        }
        Level level = level(event.getLevel());
        String text = formatter.formatMessage(event);
        if (output.log(level, text, event.getThrown())) {
            return;
        }
        Logger log = LoggerFactory.getLogger(String.valueOf(event.getLoggerName()));
        log.atLevel(level).setCause(event.getThrown()).log(text);
    }

    private static Level level(java.util.logging.Level level) {
        int value = level.intValue();
        if (value >= java.util.logging.Level.SEVERE.intValue()) {
            return Level.ERROR;
        }
        if (value >= java.util.logging.Level.WARNING.intValue()) {
            return Level.WARN;
        }
        return value >= java.util.logging.Level.CONFIG.intValue() ? Level.INFO : Level.DEBUG;
    }

    @Override
    public void flush() {
        // the log writes each record at once
    }

    @Override
    public void close() {
        root.removeHandler(this);
        Arrays.stream(former).forEach(root::addHandler);
    }
}
