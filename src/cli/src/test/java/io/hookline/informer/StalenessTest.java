package io.hookline.informer;

import static io.hookline.informer.FakeCluster.THINGS;
import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.cluster.ClusterException;
import io.hookline.object.LabelSelector;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** How long ago the server last sent anything. */
class StalenessTest extends InformerSuite {

    private static final String RESOURCE = THINGS.groupResource();

    private Duration staleness() {
        return informers.staleness().get(RESOURCE);
    }

    @Test
    void itGrowsWhileAWatchIsSilentAndEndsWithAnEvent() {
        subscribeAndSettle();
        assertThat(staleness()).isZero();

        clock.advance(Duration.ofSeconds(40));
        settle();
        assertThat(staleness()).isEqualTo(Duration.ofSeconds(40));

        cluster.put("a");
        settle();
        assertThat(staleness()).isZero();
    }

    @Test
    void itGrowsWhileNoWatchCanBeOpened() {
        subscribeAndSettle();
        cluster.dropWatches();
        for (int i = 0; i < 4; i++) {
            cluster.failNextWatch(new ClusterException.Unreachable("connection refused", null));
            settle();
            clock.advance(Duration.ofSeconds(20)); // longer than any back-off
        }

        assertThat(staleness()).isEqualTo(Duration.ofSeconds(80));
    }

    @Test
    void theLongestOfAResourceCounts() {
        subscribeAndSettle();
        clock.advance(Duration.ofSeconds(40));
        informers.subscribe(THINGS, "other", LabelSelector.EVERYTHING, onAdded(() -> {}));
        settle();

        assertThat(informers.staleness()).hasSize(1);
        assertThat(staleness()).isEqualTo(Duration.ofSeconds(40));
    }
}
