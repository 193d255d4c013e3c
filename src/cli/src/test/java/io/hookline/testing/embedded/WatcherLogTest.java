package io.hookline.testing.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

class WatcherLogTest {

    private final Logger logger = LoggerFactory.getLogger(WatcherLog.LOGGER + ".WatcherLogTest");

    @Test
    void linesNameTheActionAndTheObject() {
        try (WatcherLog log = WatcherLog.record()) {
            logger.atWarn().addKeyValue("parent", "Foo shop/a").log("hook failed: {}\n", "no answer");

            assertThat(log.lines())
                    .anySatisfy(line -> assertThat(line)
                            .matches("\\d\\d:\\d\\d:\\d\\d\\.\\d{3} WARN  hook failed: no answer  +parent=Foo shop/a"));
        }
    }

    @Test
    void onceClosedItRecordsNothing() {
        WatcherLog log = WatcherLog.record();
        log.close();
        logger.atWarn().log("after the end of WatcherLogTest");

        assertThat(log.lines()).noneMatch(line -> line.contains("after the end of WatcherLogTest"));
    }
}
