package io.hookline.informer;

import static io.hookline.informer.FakeCluster.THINGS;

import io.hookline.object.KubeObject;
import io.hookline.queue.ManualClock;
import java.time.Duration;
import java.util.List;
import java.util.Random;

/** Informers that are stepped by hand, on a server of one kind. */
abstract class InformerSuite {

    static final Duration AFTER_BACKOFF = Duration.ofSeconds(1);

    final FakeCluster cluster = new FakeCluster();
    final ManualClock clock = new ManualClock();
    final StrictView view = new StrictView();
    final SharedInformerFactory informers = SharedInformerFactory.byHand(
            cluster, InformerOptions.DEFAULTS.withPageSize(2).withStreamingLists(false), clock, new Random(1));

    Subscription subscribeAndSettle() {
        Subscription things = informers.subscribe(THINGS, view);
        settle();
        return things;
    }

    /** Steps until only the clock triggers the next step. */
    void settle() {
        for (int i = 0; i < 10_000; i++) {
            if (!informers.step()) {
                return;
            }
        }
        throw new AssertionError("it never comes to rest");
    }

    void recover() {
        settle();
        clock.advance(AFTER_BACKOFF);
        settle();
        clock.advance(AFTER_BACKOFF.multipliedBy(2));
        settle();
    }

    static List<String> names(List<KubeObject> objects) {
        return objects.stream().map(KubeObject::name).toList();
    }

    static ResourceEventHandler onAdded(Runnable action) {
        return new ResourceEventHandler() {
            @Override
            public void added(KubeObject object) {
                action.run();
            }

            @Override
            public void updated(KubeObject before, KubeObject now) {}

            @Override
            public void deleted(KubeObject last) {}
        };
    }
}
