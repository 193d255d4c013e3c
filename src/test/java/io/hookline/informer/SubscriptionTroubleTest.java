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

/** Whoever waits for a cache hears of its trouble: once, and not after leaving. */
class SubscriptionTroubleTest {

    private final FakeCluster cluster = new FakeCluster();
    private final ManualClock clock = new ManualClock();
    private final SharedInformerFactory informers = SharedInformerFactory.byHand(
            cluster, InformerOptions.DEFAULTS.withStreamingLists(false), clock, new Random(1));
    private final List<String> heard = new ArrayList<>();

    private Subscription subscribe() {
        return informers.subscribe(THINGS, new StrictView());
    }

    private void settle() {
        while (informers.step()) {
            clock.instant();
        }
    }

    @Test
    void troubleIsHeardWhenItComesAndOnlyOnce() {
        Subscription things = subscribe();
        things.whenTroubled(() -> heard.add(things.trouble().orElse("none")));
        cluster.failNextList(new ClusterException.Forbidden("things is forbidden"));
        settle();
        clock.advance(Duration.ofSeconds(1));
        cluster.failNextList(new ClusterException.Forbidden("things is still forbidden"));
        settle();

        assertThat(heard).containsExactly("cannot list things (example.com/v1): things is forbidden");
    }

    @Test
    void presentTroubleIsHeardAtOnce() {
        Subscription things = subscribe();
        cluster.failNextList(new ClusterException.Forbidden("things is forbidden"));
        settle();

        things.whenTroubled(() -> heard.add("trouble"));

        assertThat(heard).containsExactly("trouble");
    }

    @Test
    void whoeverLeftHearsNothing() {
        Subscription things = subscribe();
        Subscription other = subscribe();
        things.whenTroubled(() -> heard.add("things"));
        other.whenTroubled(() -> heard.add("other"));
        things.close();
        cluster.failNextList(new ClusterException.Forbidden("things is forbidden"));
        settle();

        assertThat(heard).containsExactly("other");
    }

    @Test
    void aCallbackThatThrowsEndsNeitherTheInformerNorTheOthersNews() {
        Subscription things = subscribe();
        things.whenTroubled(() -> {
            throw new IllegalStateException("bug");
        });
        things.whenTroubled(() -> heard.add("trouble"));
        things.whenSynced(() -> {
            throw new IllegalStateException("bug");
        });
        things.whenSynced(() -> heard.add("synced"));
        cluster.failNextList(new ClusterException.Forbidden("things is forbidden"));
        settle();
        clock.advance(Duration.ofSeconds(1));
        settle();

        assertThat(heard).containsExactly("trouble", "synced");
        assertThat(cluster.lists()).isEqualTo(2);
        assertThat(cluster.openWatches()).isEqualTo(1);
        assertThat(things.trouble()).isEmpty();
    }
}
