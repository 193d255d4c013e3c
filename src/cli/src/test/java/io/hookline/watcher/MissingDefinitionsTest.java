package io.hookline.watcher;

import static io.hookline.watcher.WatcherFixture.soon;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.spi.ILoggingEvent;
import io.hookline.informer.InformerOptions;
import io.hookline.informer.SharedInformerFactory;
import io.hookline.local.LocalCluster;
import io.hookline.queue.RateLimits;
import io.hookline.queue.WorkQueue;
import io.hookline.testing.LogLines;
import io.hookline.watcher.event.EventBroadcaster;
import io.hookline.watcher.event.EventRecorder;
import java.time.InstantSource;
import java.util.SplittableRandom;
import java.util.concurrent.ThreadFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** If the CRDs are not installed, the watcher logs how to install them. */
class MissingDefinitionsTest {

    @RegisterExtension
    private final LogLines lines = new LogLines(ControllerInformers.class);

    @Test
    void theLogExplainsHowToInstallThem() {
        LocalCluster empty = WatcherFixture.newCluster();
        InstantSource clock = InstantSource.system();
        ThreadFactory threads = Thread.ofVirtual().factory();
        try (SharedInformerFactory informers = new SharedInformerFactory(
                        empty, InformerOptions.DEFAULTS, threads, clock, new SplittableRandom(3));
                ControllerInformers objects = new ControllerInformers(
                        empty,
                        informers,
                        new WorkQueue<>(clock, RateLimits.defaults(clock)),
                        new EventRecorder(new EventBroadcaster(empty, clock), clock, 1, 1),
                        _ -> {})) {
            soon().until(() -> !lines.all().isEmpty());

            assertThat(objects.failure()).isPresent();
            assertThat(lines.all())
                    .extracting(ILoggingEvent::getFormattedMessage)
                    .containsExactly(
                            "the API server does not serve CompositeControllers: install the CRDs, for example with"
                                    + " \"kubectl apply -k manifests/crds\"; the watcher waits for them");
        }
    }
}
