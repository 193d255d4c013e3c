package io.hookline.informer;

import static io.hookline.informer.FakeCluster.THINGS;
import static io.hookline.informer.StrictView.versions;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hookline.cluster.ClusterException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ThreadFactory;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Informers with their own threads: subscribing, closing and stopping during changes. */
@Timeout(60)
class InformersThreadsTest {

    private static final InformerOptions IMPATIENT = new InformerOptions(
            10,
            Duration.ofMillis(2),
            Duration.ofMillis(10),
            Duration.ofMinutes(5),
            Duration.ofSeconds(150),
            false,
            Duration.ofSeconds(10),
            UnaryOperator.identity());

    private final FakeCluster cluster = new FakeCluster();
    private final List<Thread> started = new CopyOnWriteArrayList<>();
    private final ThreadFactory threads = task -> {
        Thread thread = Thread.ofVirtual().unstarted(task);
        started.add(thread);
        return thread;
    };
    private final SharedInformerFactory informers =
            new SharedInformerFactory(cluster, IMPATIENT, threads, InstantSource.system(), new Random(1));

    @AfterEach
    void closingEndsEveryThread() throws InterruptedException {
        informers.close();
        for (Thread thread : started) {
            assertThat(thread.join(Duration.ofSeconds(20))).isTrue();
        }
    }

    @Test
    void aSubscriberThatJoinsDuringChangesMissesNone() {
        List<StrictView> views = new ArrayList<>();
        Subscription first = informers.subscribe(THINGS, new StrictView());
        Random random = new Random(2);
        for (int i = 0; i < 4_000; i++) {
            change(random);
            if (i % 200 == 0) {
                StrictView view = new StrictView();
                views.add(view);
                informers.subscribe(THINGS, view);
            }
            if (i % 333 == 0) {
                cluster.dropWatches();
            }
            if (i % 1_000 == 999) {
                cluster.compact();
            }
        }

        await().atMost(Duration.ofSeconds(60))
                .untilAsserted(() -> assertThat(versions(first.store().all())).isEqualTo(versions(cluster.objects())));
        await().atMost(Duration.ofSeconds(60))
                .untilAsserted(() -> views.forEach(view -> view.assertSees(cluster.objects())));
        assertThat(started).hasSize(1);
    }

    @Test
    void theLastCloseEndsTheThreadWhileItWaitsForEvents() throws InterruptedException {
        Subscription things = informers.subscribe(THINGS, new StrictView());
        await().until(() -> cluster.openWatches() == 1);
        things.close();

        assertThat(started.getFirst().join(Duration.ofSeconds(20))).isTrue();
        assertThat(cluster.openWatches()).isZero();
    }

    @Test
    void anInformerWhoseThreadHasEndedIsNamed() throws InterruptedException {
        Thread ended = Thread.ofVirtual().unstarted(() -> {});
        try (SharedInformerFactory broken = new SharedInformerFactory(
                cluster, InformerOptions.DEFAULTS, _ -> ended, InstantSource.system(), new Random(1))) {
            broken.subscribe(THINGS, new StrictView());
            ended.join();

            assertThat(broken.lost()).containsExactly(THINGS.groupResource());
        }
        assertThat(informers.lost()).isEmpty();
    }

    @Test
    void aFailureIsClearedByAnOpenWatchWithoutEvents() {
        cluster.failNextList(new ClusterException.Forbidden("not yet"));
        Subscription things = informers.subscribe(THINGS, new StrictView());

        await().atMost(Duration.ofSeconds(60)).until(things::isSynced);
        await().atMost(Duration.ofSeconds(60)).until(() -> things.failure().isEmpty());
    }

    @Test
    void aSubscriptionAfterTheLastCloseStartsANewInformer() {
        cluster.put("a");
        informers.subscribe(THINGS, new StrictView()).close();
        StrictView view = new StrictView();
        Subscription again = informers.subscribe(THINGS, view);

        await().until(again::isSynced);
        view.assertSees(cluster.objects());
        assertThat(started).hasSize(2);
    }

    private void change(Random random) {
        String name = "n" + random.nextInt(40);
        if (random.nextInt(3) == 0) {
            cluster.remove(name);
        } else {
            cluster.put(name);
        }
    }

    @Test
    void aCallbackThatThrowsDoesNotEndTheThread() {
        Subscription things = informers.subscribe(THINGS, new StrictView());
        await().until(things::isSynced);
        things.whenFailing(() -> {
            throw new AssertionError("bug");
        });
        cluster.dropWatches();
        cluster.put("a");

        await().atMost(Duration.ofSeconds(60)).until(() -> things.store().size() == 1);
    }
}
