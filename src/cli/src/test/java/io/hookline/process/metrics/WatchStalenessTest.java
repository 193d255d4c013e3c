package io.hookline.process.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.informer.InformerOptions;
import io.hookline.informer.ResourceEventHandler;
import io.hookline.informer.SharedInformerFactory;
import io.hookline.object.KubeObject;
import io.hookline.queue.ManualClock;
import io.hookline.watcher.LocalWorld;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Duration;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** The metric of how long ago the API server sent anything. */
class WatchStalenessTest {

    @Test
    void eachWatchedResourceHasOneSeriesThatGrowsWhileItsWatchIsSilent() {
        LocalWorld world = new LocalWorld();
        ManualClock clock = new ManualClock();
        PrometheusRegistry registry = new PrometheusRegistry();
        try (SharedInformerFactory informers = SharedInformerFactory.byHand(
                        world.cluster, InformerOptions.DEFAULTS, clock, new SplittableRandom(2));
                WatcherMeters meters = new WatcherMeters(registry)) {
            meters.staleness(informers);
            informers.subscribe(world.resource("things"), new NoHandler());
            while (informers.step()) {}

            clock.advance(Duration.ofSeconds(42));

            assertThat(MetricsPage.of(registry))
                    .contains("hookline_watch_staleness_seconds{resource=\"things.test.hookline.io\"} 42.0");
        }
    }

    private static final class NoHandler implements ResourceEventHandler {
        @Override
        public void added(KubeObject object) {}

        @Override
        public void updated(KubeObject before, KubeObject now) {}

        @Override
        public void deleted(KubeObject last) {}
    }
}
