package io.hookline.informer;

import static io.hookline.informer.FakeCluster.THINGS;
import static io.hookline.informer.StrictView.versions;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import io.hookline.cluster.ClusterException;
import io.hookline.docs.Figure;
import io.hookline.object.KubeObject;
import io.hookline.object.LabelSelector;
import io.hookline.queue.ManualClock;
import io.hookline.testing.Tries;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/**
 * Random changes, lost connections, compaction, lag, repetition and rejections, in any order: in the end the cache equals
 * the server's state, and every handler received a sequence without gaps or contradictions that ends there.
 */
class SharedInformerFactoryModelTest {

    /** One random event. */
    sealed interface Event {
        record Put(int namespace, int name, int owner) implements Event {}

        record Remove(int namespace, int name) implements Event {}

        record Disturb(Kind kind) implements Event {}

        record Steps(int count) implements Event {}

        record Wait(int millis) implements Event {}

        record Join() implements Event {}

        record Leave() implements Event {}
    }

    enum Kind {
        DROP,
        END,
        COMPACT,
        BOOKMARK,
        ELSEWHERE,
        REPEAT,
        LAG,
        CATCH_UP,
        LIST_FAILS,
        LIST_EXPIRES,
        LIST_IS_DENIED,
        WATCH_FAILS,
        WATCH_EXPIRES,
        WATCH_IS_REFUSED
    }

    /** This test provokes ten thousand failures; their log would not be readable. */
    @BeforeAll
    static void logNothing() {
        ((Logger) LoggerFactory.getLogger("io.hookline.informer")).setLevel(Level.OFF);
    }

    @AfterAll
    static void logAgain() {
        ((Logger) LoggerFactory.getLogger("io.hookline.informer")).setLevel(null);
    }

    @Test
    void theCacheBecomesTheServersStateAndNoHandlerMissesAChange() {
        Figure.of("random histories after which cache and server are equal, with paged lists", "histories")
                .atLeast(500)
                .is(run(42, false));
    }

    @Test
    void theSameHoldsForStreamingLists() {
        Figure.of("random histories after which cache and server are equal, with streaming lists", "histories")
                .atLeast(500)
                .is(run(43, true));
    }

    /** Returns the number of histories. */
    private static int run(long seed, boolean streaming) {
        AtomicInteger histories = new AtomicInteger();
        Tries.of(500, seed).forAllLists(0, 120, SharedInformerFactoryModelTest::event, events -> {
            new World(streaming).run(events);
            histories.incrementAndGet();
        });
        return histories.get();
    }

    private static Event event(Random random) {
        int of = random.nextInt(31);
        if (of < 8) {
            return new Event.Put(random.nextInt(3), random.nextInt(6), random.nextInt(3));
        } else if (of < 13) {
            return new Event.Remove(random.nextInt(3), random.nextInt(6));
        } else if (of < 18) {
            return new Event.Disturb(Kind.values()[random.nextInt(Kind.values().length)]);
        } else if (of < 26) {
            return new Event.Steps(random.nextInt(1, 7));
        } else if (of < 29) {
            return new Event.Wait(random.nextInt(1, 40_001));
        }
        return of == 29 ? new Event.Join() : new Event.Leave();
    }

    private static final class World {
        private final FakeCluster cluster = new FakeCluster();
        private final ManualClock clock = new ManualClock();
        private final SharedInformerFactory informers;
        private final List<StrictView> views = new ArrayList<>();
        private final List<Subscription> subscriptions = new ArrayList<>();

        World(boolean streaming) {
            InformerOptions options = InformerOptions.DEFAULTS.withPageSize(3).withStreamingLists(streaming);
            informers = SharedInformerFactory.byHand(cluster, options, clock, new Random(7));
        }

        void run(List<Event> events) {
            join();
            events.forEach(this::apply);
            join();
            recover();
            ObjectStore store = subscriptions.getLast().store();
            assertThat(versions(store.all())).isEqualTo(versions(cluster.objects()));
            assertIndexes(store);
            views.forEach(view -> view.assertSees(cluster.objects()));
            assertThat(subscriptions).allMatch(Subscription::isSynced);
            assertThat(subscriptions.getLast().failure()).isEmpty();
            assertThat(cluster.openWatches()).isEqualTo(1);
        }

        private void apply(Event event) {
            switch (event) {
                case Event.Put(int namespace, int name, int owner) ->
                    cluster.put("ns" + namespace, "n" + name, owner == 0 ? "" : "owner" + owner, "");
                case Event.Remove(int namespace, int name) -> cluster.remove("ns" + namespace, "n" + name);
                case Event.Disturb(Kind kind) -> apply(kind);
                case Event.Steps(int count) -> {
                    for (int i = 0; i < count; i++) {
                        informers.step();
                    }
                }
                case Event.Wait(int millis) -> clock.advance(Duration.ofMillis(millis));
                case Event.Join() -> join();
                case Event.Leave() -> leave();
            }
        }

        private void apply(Kind kind) {
            switch (kind) {
                case DROP -> cluster.dropWatches();
                case END -> cluster.endWatches();
                case COMPACT -> cluster.compact();
                case BOOKMARK -> cluster.bookmark();
                case ELSEWHERE -> cluster.changeElsewhere();
                case REPEAT -> cluster.repeatEvents();
                case LAG -> cluster.lag(true);
                case CATCH_UP -> cluster.lag(false);
                case LIST_FAILS -> cluster.failNextList(new ClusterException.Unavailable(503, "busy"));
                case LIST_EXPIRES -> cluster.failNextList(new ClusterException.Expired("too old"));
                case LIST_IS_DENIED -> cluster.failNextList(new ClusterException.Forbidden("denied"));
                case WATCH_FAILS -> cluster.failNextWatch(new ClusterException.Unreachable("reset", null));
                case WATCH_EXPIRES -> cluster.failNextWatch(new ClusterException.Expired("too old"));
                case WATCH_IS_REFUSED -> cluster.failNextWatch(new ClusterException.Invalid("refused"));
            }
        }

        private void join() {
            StrictView view = new StrictView();
            views.add(view);
            subscriptions.add(informers.subscribe(THINGS, view));
        }

        private void leave() {
            if (!subscriptions.isEmpty()) {
                subscriptions.removeFirst().close();
                views.removeFirst();
            }
        }

        /** Ends all disturbances, except failures that are queued already. */
        private void recover() {
            cluster.lag(false);
            for (int i = 0; i < 300; i++) {
                while (informers.step()) {
                    assertThat(cluster.lists()).isLessThan(20_000);
                }
                clock.advance(Duration.ofSeconds(31));
            }
        }

        private void assertIndexes(ObjectStore store) {
            List<KubeObject> truth = cluster.objects();
            assertThat(store.size()).isEqualTo(truth.size());
            for (String owner : List.of("owner1", "owner2")) {
                assertThat(versions(store.controlledBy(owner)))
                        .isEqualTo(versions(truth.stream()
                                .filter(object -> object.controllerUid().equals(owner))
                                .collect(Collectors.toList())));
            }
            for (String namespace : List.of("ns0", "ns1", "ns2")) {
                List<KubeObject> there = truth.stream()
                        .filter(object -> object.namespace().equals(namespace))
                        .toList();
                assertThat(versions(store.inNamespace(namespace))).isEqualTo(versions(there));
                assertThat(versions(store.orphans(namespace, LabelSelector.EVERYTHING)))
                        .isEqualTo(versions(there.stream()
                                .filter(object -> object.controllerUid().isEmpty())
                                .toList()));
            }
        }
    }
}
