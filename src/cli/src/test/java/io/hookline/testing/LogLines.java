package io.hookline.testing;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.slf4j.LoggerFactory;

/**
 * Records the log of one class or package during a test, instead of printing it: a field with {@code @RegisterExtension}. The runner of the
 * tests takes printed lines so slowly that a test that logs thousands would wait for it. Thread-safe.
 */
public final class LogLines extends AppenderBase<ILoggingEvent> implements BeforeEachCallback, AfterEachCallback {

    private final Logger log;
    private final @Nullable Level wanted;
    private @Nullable Level before;
    private boolean printed;
    private final Queue<ILoggingEvent> lines = new ConcurrentLinkedQueue<>();

    /** Records a class at the log level of tests. */
    public LogLines(Class<?> source) {
        this(source, null);
    }

    /** Records a class from this level on. */
    public LogLines(Class<?> source, @Nullable Level wanted) {
        this(source.getName(), wanted);
    }

    /** Records a package, such as {@code io.hookline}, at the log level of tests. */
    public LogLines(String source) {
        this(source, null);
    }

    /** Records a package from this level on. */
    public LogLines(String source, @Nullable Level wanted) {
        this.log = (Logger) LoggerFactory.getLogger(source);
        this.wanted = wanted;
    }

    /** The lines recorded so far. */
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
        before = log.getLevel();
        if (wanted != null) {
            log.setLevel(wanted);
        }
        printed = log.isAdditive();
        log.setAdditive(false);
        log.addAppender(this);
    }

    @Override
    public void afterEach(ExtensionContext context) {
        log.detachAppender(this);
        log.setAdditive(printed);
        log.setLevel(before);
    }
}
