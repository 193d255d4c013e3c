package io.hookline.testing;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.slf4j.LoggerFactory;

/** What one class logs during a test: a field with {@code @RegisterExtension}. Thread-safe. */
public final class LogLines extends AppenderBase<ILoggingEvent> implements BeforeEachCallback, AfterEachCallback {

    private final Logger log;
    private final List<ILoggingEvent> lines = new CopyOnWriteArrayList<>();

    /** Of this class. */
    public LogLines(Class<?> source) {
        log = (Logger) LoggerFactory.getLogger(source);
    }

    /** So far. */
    public List<ILoggingEvent> all() {
        return List.copyOf(lines);
    }

    @Override
    protected void append(ILoggingEvent line) {
        lines.add(line);
    }

    @Override
    public void beforeEach(ExtensionContext context) {
        start();
        log.addAppender(this);
    }

    @Override
    public void afterEach(ExtensionContext context) {
        log.detachAppender(this);
    }
}
