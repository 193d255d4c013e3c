package io.hookline.informer;

import static io.hookline.informer.FakeCluster.THINGS;
import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.object.KubeObject;
import io.hookline.queue.ManualClock;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * A handler that subscribes during a delivery joins after it. Until then it is not synced: it would miss the deletion of an
 * object that it had read from the store.
 */
class LateArrivalTest {

    private final FakeCluster cluster = new FakeCluster();
    private final SharedInformerFactory informers =
            SharedInformerFactory.byHand(cluster, InformerOptions.DEFAULTS, new ManualClock(), new Random(1));
    private final List<String> seen = new ArrayList<>();
    private Subscription late;

    private void settle() {
        while (informers.step()) {
            cluster.openWatches();
        }
    }

    private ResourceEventHandler recording() {
        return new ResourceEventHandler() {
            @Override
            public void added(KubeObject object) {
                seen.add("added " + object.name());
            }

            @Override
            public void updated(KubeObject before, KubeObject now) {}

            @Override
            public void deleted(KubeObject last) {}
        };
    }

    @Test
    void aSubscriptionDuringAChangeIsSyncedOnlyAfterItsHandlerGotTheObjects() {
        cluster.put("a");
        informers.subscribe(THINGS, new ResourceEventHandler() {
            @Override
            public void added(KubeObject object) {}

            @Override
            public void updated(KubeObject before, KubeObject now) {
                late = informers.subscribe(THINGS, recording());
                late.whenSynced(() -> seen.add("synced"));
                seen.add("synced by now: " + late.isSynced());
            }

            @Override
            public void deleted(KubeObject last) {}
        });
        settle();

        cluster.put("a");
        settle();

        assertThat(seen).containsExactly("synced by now: false", "added a", "synced");
        assertThat(late.isSynced()).isTrue();
    }

    @Test
    void aSubscriptionThatIsClosedDuringTheSameChangeReceivesNothing() {
        cluster.put("a");
        informers.subscribe(THINGS, new ResourceEventHandler() {
            @Override
            public void added(KubeObject object) {}

            @Override
            public void updated(KubeObject before, KubeObject now) {
                late = informers.subscribe(THINGS, recording());
                late.whenSynced(() -> seen.add("synced"));
                late.close();
            }

            @Override
            public void deleted(KubeObject last) {}
        });
        settle();

        cluster.put("a");
        settle();

        assertThat(seen).isEmpty();
    }
}
