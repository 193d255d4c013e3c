package io.hookline.watcher;

import static io.hookline.watcher.WatcherFixture.soon;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import io.hookline.informer.InformerOptions;
import io.hookline.informer.Informers;
import io.hookline.local.LocalCluster;
import io.hookline.queue.RateLimits;
import io.hookline.queue.WorkQueue;
import java.time.InstantSource;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ThreadFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** Who starts the watcher before its definitions are installed is told what to do. */
class MissingDefinitionsTest {

    private final Logger log = (Logger) LoggerFactory.getLogger(ControllerObjects.class);
    private final List<String> lines = new CopyOnWriteArrayList<>();
    private final AppenderBase<ILoggingEvent> appender = new AppenderBase<>() {
        @Override
        protected void append(ILoggingEvent event) {
            lines.add(event.getFormattedMessage());
        }
    };

    @BeforeEach
    void listen() {
        appender.start();
        log.addAppender(appender);
    }

    @AfterEach
    void stop() {
        log.detachAppender(appender);
    }

    @Test
    void theUserIsToldHowToInstallThem() {
        LocalCluster empty = WatcherFixture.newCluster();
        InstantSource clock = InstantSource.system();
        ThreadFactory threads = Thread.ofVirtual().factory();
        try (Informers informers =
                        new Informers(empty, InformerOptions.DEFAULTS, threads, clock, new SplittableRandom(3));
                ControllerObjects objects = new ControllerObjects(
                        empty, informers, new WorkQueue<>(clock, RateLimits.defaults(clock)), _ -> {})) {
            soon().until(() -> !lines.isEmpty());

            assertThat(objects.trouble()).isPresent();
            assertThat(lines)
                    .containsExactly(
                            "the cluster has no CompositeControllers yet: install their definitions, such as by"
                                    + " \"kubectl apply -k manifests/crds\"; they are waited for");
        }
    }
}
