package io.hookline.cli.terminal;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;

/** The exception of a log event, with its stack trace or without. */
final class LogStack {
    private LogStack() {}

    /**
     * The text of an event's exception.
     *
     * @param from the level from which stack traces are printed
     */
    static String of(ILoggingEvent event, Level from) {
        IThrowableProxy thrown = event.getThrowableProxy();
        return event.getLevel().isGreaterOrEqual(from)
                ? ThrowableProxyUtil.asString(thrown)
                : thrown.getClassName() + ": " + thrown.getMessage();
    }
}
