package io.hookline.informer;

import static io.hookline.informer.FakeCluster.THINGS;
import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.cluster.ClusterException;
import io.hookline.queue.ManualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** A subscriber receives the failure of its informer: once, and not after it was closed. */
class SubscriptionTroubleTest {

    private final FakeCluster cluster = new FakeCluster();
    private final ManualClock clock = new ManualClock();
    private final SharedInformerFactory informers = SharedInformerFactory.byHand(
            cluster, InformerOptions.DEFAULTS.withStreamingLists(false), clock, new Random(1));
    private final List<String> reported = new ArrayList<>();

    private Subscription subscribe() {
        return informers.subscribe(THINGS, new StrictView());
    }

    private void settle() {
        while (informers.step()) {
            clock.instant();
        }
    }

    @Test
    void aFailureIsReportedWhenItOccursAndOnlyOnce() {
        Subscription things = subscribe();
        things.whenFailing(() -> reported.add(things.failure().orElse("none")));
        cluster.failNextList(new ClusterException.Forbidden("things is forbidden"));
        settle();
        clock.advance(Duration.ofSeconds(1));
        cluster.failNextList(new ClusterException.Forbidden("things is still forbidden"));
        settle();

        assertThat(reported).containsExactly("cannot list things (example.com/v1): things is forbidden");
    }

    @Test
    void aPresentFailureIsReportedAtOnce() {
        Subscription things = subscribe();
        cluster.failNextList(new ClusterException.Forbidden("things is forbidden"));
        settle();

        things.whenFailing(() -> reported.add("failure"));

        assertThat(reported).containsExactly("failure");
    }

    @Test
    void aClosedSubscriptionReceivesNothing() {
        Subscription things = subscribe();
        Subscription other = subscribe();
        things.whenFailing(() -> reported.add("things"));
        other.whenFailing(() -> reported.add("other"));
        things.close();
        cluster.failNextList(new ClusterException.Forbidden("things is forbidden"));
        settle();

        assertThat(reported).containsExactly("other");
    }

    @Test
    void aCallbackThatThrowsStopsNeitherTheInformerNorOtherCallbacks() {
        Subscription things = subscribe();
        things.whenFailing(() -> {
            throw new IllegalStateException("bug");
        });
        things.whenFailing(() -> reported.add("failure"));
        things.whenSynced(() -> {
            throw new IllegalStateException("bug");
        });
        things.whenSynced(() -> reported.add("synced"));
        cluster.failNextList(new ClusterException.Forbidden("things is forbidden"));
        settle();
        clock.advance(Duration.ofSeconds(1));
        settle();

        assertThat(reported).containsExactly("failure", "synced");
        assertThat(cluster.lists()).isEqualTo(2);
        assertThat(cluster.openWatches()).isEqualTo(1);
        assertThat(things.failure()).isEmpty();
    }

    private void followOutages(Subscription things) {
        things.whenOut(() -> {
            reported.add(things.outage().orElse("none"));
            things.whenRecovered(() -> followOutages(things));
        });
    }

    @Test
    void eachOutageIsReportedOnceUntilItEnds() {
        Subscription things = subscribe();
        settle();
        followOutages(things);
        for (String reason : List.of("first", "second")) {
            cluster.dropWatches();
            for (int i = 0; i < 8; i++) {
                cluster.failNextWatch(new ClusterException.Unavailable(500, reason));
            }
            for (int i = 0; i < 30; i++) {
                settle();
                clock.advance(Duration.ofSeconds(12));
            }
            assertThat(things.outage()).isEmpty();
            assertThat(things.failure()).isEmpty();
        }

        assertThat(reported)
                .containsExactly(
                        "cannot watch things (example.com/v1): first", "cannot watch things (example.com/v1): second");
    }

    @Test
    void aFewFailuresAreNoOutage() {
        Subscription things = subscribe();
        settle();
        followOutages(things);
        for (int round = 0; round < 10; round++) {
            cluster.dropWatches();
            cluster.failNextWatch(new ClusterException.Unavailable(503, "restarting"));
            for (int i = 0; i < 6; i++) {
                settle();
                clock.advance(Duration.ofSeconds(12));
            }
        }

        assertThat(reported).isEmpty();
    }

    private void follow(Subscription things) {
        things.whenRefused(() -> {
            reported.add(things.refusal().orElse("none"));
            things.whenRecovered(() -> follow(things));
        });
    }

    /** An API server that has a kind again is busy until its storage is ready. */
    @Test
    void aRefusalIsNamedByItsOwnCauseWhateverTheServerAnswersLater() {
        Subscription things = subscribe();
        cluster.failNextList(new ClusterException.NotFound("no such kind"));
        settle();
        for (ClusterException later : List.of(
                new ClusterException.TooManyRequests("storage is (re)initializing", null),
                new ClusterException.Unavailable(503, "restarting"))) {
            cluster.failNextList(later);
            clock.advance(Duration.ofSeconds(12));
            settle();

            assertThat(things.failure()).contains("cannot list things (example.com/v1): " + later.getMessage());
            assertThat(things.refusal()).contains("cannot list things (example.com/v1): no such kind");
        }
        clock.advance(Duration.ofSeconds(60));
        settle();

        assertThat(things.failure()).isEmpty();
        assertThat(things.refusal()).isEmpty();
    }

    @Test
    void aDenialIsNoLongerOneWhenTheKindIsGone() {
        Subscription things = subscribe();
        cluster.failNextList(new ClusterException.Forbidden("things is forbidden"));
        settle();
        assertThat(things.denial()).isPresent();

        cluster.failNextList(new ClusterException.NotFound("no such kind"));
        clock.advance(Duration.ofSeconds(12));
        settle();

        assertThat(things.denial()).isEmpty();
        assertThat(things.refusal()).contains("cannot list things (example.com/v1): no such kind");
    }

    @Test
    void eachRefusalIsReportedOnceUntilItEnds() {
        Subscription things = subscribe();
        follow(things);
        cluster.failNextList(new ClusterException.Unavailable(503, "starting"));
        settle();
        assertThat(reported).isEmpty();
        for (String problem : List.of("first", "still the first")) {
            clock.advance(Duration.ofSeconds(2));
            cluster.failNextList(new ClusterException.Forbidden(problem));
            settle();
        }
        clock.advance(Duration.ofMinutes(1));
        settle();
        assertThat(things.refusal()).isEmpty();

        cluster.expireWatches();
        cluster.failNextList(new ClusterException.Forbidden("second"));
        clock.advance(Duration.ofMinutes(1));
        settle();

        assertThat(reported)
                .containsExactly(
                        "cannot list things (example.com/v1): first", "cannot list things (example.com/v1): second");
    }
}
