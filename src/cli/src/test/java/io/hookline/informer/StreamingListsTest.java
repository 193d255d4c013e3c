package io.hookline.informer;

import static io.hookline.informer.FakeCluster.THINGS;
import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.cluster.ClusterException;
import io.hookline.queue.ManualClock;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The present objects as a stream, which informers request by default. */
class StreamingListsTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final FakeCluster cluster = new FakeCluster();
    private final ManualClock clock = new ManualClock();
    private final StrictView view = new StrictView();
    private final SharedInformerFactory informers =
            SharedInformerFactory.byHand(cluster, InformerOptions.DEFAULTS, clock, new Random(1));

    @Test
    void aStreamingListNeedsNoListRequest() {
        cluster.put("a");
        Subscription things = subscribeAndSettle();
        cluster.put("b");
        settle();

        assertThat(things.isSynced()).isTrue();
        view.assertSees(cluster.objects());
        assertThat(cluster.lists()).isZero();
        assertThat(cluster.openedWatches()).isEqualTo(1);
    }

    @Test
    void aStreamingListAfterCompactionReportsDeletedObjects() {
        cluster.put("a");
        subscribeAndSettle();
        cluster.dropWatches();
        cluster.remove("a");
        cluster.compact();
        recover();

        view.assertSees(List.of());
    }

    @Test
    void ifStreamingIsRejectedItListsInPages() {
        cluster.failNextWatch(new ClusterException.Invalid("sendInitialEvents: Forbidden"));
        cluster.put("a");
        Subscription things = subscribeAndSettle();

        assertThat(things.isSynced()).isTrue();
        assertThat(cluster.lists()).isEqualTo(1);
    }

    @Test
    void ifStreamingIsIgnoredItListsInPagesAfterATimeout() {
        cluster.ignoreStreaming();
        cluster.put("a");
        Subscription things = subscribeAndSettle();
        assertThat(things.isSynced()).isFalse();

        clock.advance(Duration.ofSeconds(10));
        settle();
        assertThat(things.isSynced()).isTrue();
        view.assertSees(cluster.objects());
    }

    @Test
    void aServerThatRejectedAStreamIsNotTriedAgainSoon() {
        cluster.failNextWatch(new ClusterException.Invalid("sendInitialEvents: Forbidden"));
        subscribeAndSettle().close();
        assertThat(cluster.streams()).isEqualTo(1);

        subscribeAndSettle().close();
        assertThat(cluster.streams()).isEqualTo(1);

        clock.advance(Duration.ofHours(1));
        subscribeAndSettle();
        assertThat(cluster.streams()).isEqualTo(2);
    }

    @Test
    void afterCompactionAServerThatRejectedAStreamIsListedInPages() {
        cluster.failNextWatch(new ClusterException.BadRequest("unknown parameter"));
        subscribeAndSettle();
        cluster.put("a");
        cluster.dropWatches();
        cluster.compact();
        recover();

        assertThat(cluster.streams()).isEqualTo(1);
        assertThat(cluster.lists()).isEqualTo(2);
        view.assertSees(cluster.objects());
    }

    @Test
    void aServerThatStreamedBeforeIsRetriedIfAStreamStalls() {
        subscribeAndSettle().close();
        cluster.ignoreStreaming();
        cluster.put("a");
        Subscription things = subscribeAndSettle();
        clock.advance(PATIENCE);
        settle();

        assertThat(cluster.lists()).isZero();
        assertThat(things.isSynced()).isFalse();
        assertThat(things.failure())
                .contains("cannot watch things (example.com/v1): the streaming list did not complete in time");
    }

    @Test
    void aStreamThatEndsEarlyIsOpenedAgainAfterABackoff() {
        List.of("a", "b").forEach(cluster::put);
        Subscription things = informers.subscribe(THINGS, view);
        informers.step();
        informers.step();
        cluster.dropWatches();
        settle();
        assertThat(things.isSynced()).isFalse();
        assertThat(cluster.streams()).isEqualTo(1);
        cluster.remove("a");
        recover();

        assertThat(things.isSynced()).isTrue();
        assertThat(view.calls()).containsExactly("added a", "added b", "deleted a");
        view.assertSees(cluster.objects());
    }

    private Subscription subscribeAndSettle() {
        Subscription things = informers.subscribe(THINGS, view);
        settle();
        return things;
    }

    /** Steps until only the clock triggers the next step. */
    private void settle() {
        for (int i = 0; i < 10_000; i++) {
            if (!informers.step()) {
                return;
            }
        }
        throw new AssertionError("it never comes to rest");
    }

    private void recover() {
        settle();
        clock.advance(Duration.ofSeconds(1));
        settle();
        clock.advance(Duration.ofSeconds(2));
        settle();
    }
}
