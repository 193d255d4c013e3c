package io.hookline.informer;

import static io.hookline.informer.FakeCluster.THINGS;
import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.cluster.ClusterException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Failures of lists, and how an informer recovers from them. */
class InformerListTest extends InformerSuite {

    @Test
    void aListThatExpiresHalfwayIsReadAgainInOnePiece() {
        List.of("a", "b", "c", "d", "e").forEach(cluster::put);
        informers.subscribe(THINGS, view);
        informers.step();
        cluster.remove("a");
        cluster.compact();
        settle();

        view.assertSees(cluster.objects());
        assertThat(cluster.lists()).isEqualTo(3);
    }

    @Test
    void aPageThatFailsIsReadAgainAlone() {
        List.of("a", "b", "c").forEach(cluster::put);
        informers.subscribe(THINGS, view);
        informers.step();
        cluster.failNextList(new ClusterException.Unavailable(503, "busy"));
        recover();

        view.assertSees(cluster.objects());
        assertThat(cluster.lists()).isEqualTo(3);
    }

    @Test
    void aDeniedKindIsReportedAndRecoversWithoutARestart() {
        cluster.failNextList(new ClusterException.Forbidden("things is forbidden"));
        Subscription things = informers.subscribe(THINGS, view);
        settle();
        assertThat(things.failure()).contains("cannot list things (example.com/v1): things is forbidden");
        assertThat(things.isSynced()).isFalse();

        recover();
        assertThat(things.failure()).isEmpty();
        assertThat(things.isSynced()).isTrue();
    }

    @Test
    void aKindThatWasJustInstalledIsListedWithoutDelay() {
        cluster.failNextList(new ClusterException.NotFound("no such resource"));
        Subscription things = informers.subscribe(THINGS, view);
        settle();
        informers.retryNow(THINGS);
        settle();

        assertThat(things.isSynced()).isTrue();
    }

    @Test
    void failuresBackOffWithJitterUpToTheCap() {
        for (int i = 0; i < 8; i++) {
            cluster.failNextList(new ClusterException.Unreachable("connection refused", null));
        }
        informers.subscribe(THINGS, view);
        long[] most = {800, 1600, 3200, 6400, 12_000, 12_000, 12_000, 12_000};
        for (long cap : most) {
            settle();
            Instant due = informers.nextDue().orElseThrow();
            assertThat(Duration.between(clock.instant(), due).toMillis()).isBetween(cap / 2, cap);
            clock.advanceTo(due);
        }
        settle();

        view.assertSees(cluster.objects());
    }

    @Test
    void aRetryAfterOfABusyServerIsRespected() {
        cluster.failNextList(new ClusterException.TooManyRequests("slow down", Duration.ofSeconds(20)));
        informers.subscribe(THINGS, view);
        settle();

        assertThat(informers.nextDue()).contains(clock.instant().plusSeconds(20));
    }

    @Test
    void aRetryAfterOfAnUnavailableServerIsRespected() {
        cluster.failNextList(new ClusterException.Unavailable(503, "starting", Duration.ofSeconds(20)));
        informers.subscribe(THINGS, view);
        settle();

        assertThat(informers.nextDue()).contains(clock.instant().plusSeconds(20));
    }

    @Test
    void aBugInTheClusterAdapterDoesNotEndTheInformer() {
        cluster.failNextList(new IllegalStateException("bug"));
        Subscription things = informers.subscribe(THINGS, view);
        recover();
        assertThat(things.isSynced()).isTrue();
    }
}
