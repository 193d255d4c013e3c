package io.hookline.informer;

import static io.hookline.informer.FakeCluster.THINGS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.hookline.cluster.ClusterException;
import io.hookline.cluster.WatchEvent;
import io.hookline.object.KubeObject;
import io.hookline.object.ObjectKey;
import io.hookline.queue.ManualClock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class InformersTest {

    private static final Duration RESTED = Duration.ofSeconds(1);

    private final FakeCluster cluster = new FakeCluster();
    private final ManualClock clock = new ManualClock();
    private final StrictView view = new StrictView();
    private Informers informers = with(InformerOptions.DEFAULTS.withPageSize(2).withStreamingLists(false));

    private Informers with(InformerOptions options) {
        return Informers.byHand(cluster, options, clock, new Random(1));
    }

    @Test
    void theFirstListIsReadPageByPage() {
        List.of("a", "b", "c", "d", "e").forEach(cluster::put);
        Subscription things = informers.subscribe(THINGS, view);
        assertThat(things.isSynced()).isFalse();

        informers.step();
        informers.step();
        assertThat(things.store().size()).isEqualTo(4);
        assertThat(things.isSynced()).isFalse();

        settle();
        assertThat(things.isSynced()).isTrue();
        assertThat(cluster.lists()).isEqualTo(3);
        assertThat(view.calls()).containsExactly("added a", "added b", "added c", "added d", "added e");
    }

    @Test
    void changesReachTheStoreBeforeTheHandlers() {
        List<String> seen = new ArrayList<>();
        Subscription[] things = new Subscription[1];
        things[0] = informers.subscribe(THINGS, new ChangeHandler() {
            @Override
            public void added(KubeObject object) {
                seen.add("added " + things[0].store().get(object.key()).isPresent());
            }

            @Override
            public void updated(KubeObject before, KubeObject now) {
                seen.add("updated " + (things[0].store().get(now.key()).orElseThrow() == now));
            }

            @Override
            public void deleted(KubeObject last) {
                seen.add("deleted " + things[0].store().get(last.key()).isEmpty());
            }
        });
        settle();
        cluster.put("a");
        cluster.put("a");
        cluster.remove("a");
        settle();

        assertThat(seen).containsExactly("added true", "updated true", "deleted true");
    }

    @Test
    void oneInformerServesAllWhoSubscribe() {
        Subscription first = informers.subscribe(THINGS, view);
        Subscription second = informers.subscribe(THINGS, new StrictView());
        settle();
        assertThat(informers.open()).isEqualTo(1);
        assertThat(cluster.openWatches()).isEqualTo(1);

        first.close();
        first.close();
        assertThat(informers.open()).isEqualTo(1);
        second.close();
        assertThat(informers.open()).isZero();
        assertThat(cluster.openWatches()).isZero();
    }

    @Test
    void whoComesLaterIsToldOfWhatIsThereAndThenOfChanges() {
        informers.subscribe(THINGS, new StrictView());
        cluster.put("a");
        settle();

        informers.subscribe(THINGS, view);
        assertThat(view.calls()).containsExactly("added a");
        cluster.put("a");
        settle();
        assertThat(view.calls()).containsExactly("updated a");
    }

    @Test
    void aHandlerMaySubscribeAnotherOneInTheMiddleOfAPage() {
        AtomicBoolean once = new AtomicBoolean();
        informers.subscribe(THINGS, onAdded(() -> {
            if (once.compareAndSet(false, true)) {
                informers.subscribe(THINGS, view);
            }
        }));
        cluster.put("a");
        cluster.put("b");
        settle();

        view.assertSees(cluster.objects());
    }

    @Test
    void aHandlerMayCloseTheLastSubscription() {
        Subscription[] things = new Subscription[1];
        things[0] = informers.subscribe(THINGS, onAdded(() -> things[0].close()));
        cluster.put("a");
        settle();

        assertThat(informers.open()).isZero();
        assertThat(cluster.openWatches()).isZero();
    }

    @Test
    void whoHasLeftIsToldNothing() {
        informers.subscribe(THINGS, new StrictView());
        Subscription left = informers.subscribe(THINGS, view);
        left.close();
        cluster.put("a");
        settle();

        assertThat(view.calls()).isEmpty();
    }

    @Test
    void aHandlerThatThrowsHurtsNobodyElse() {
        informers.subscribe(THINGS, onAdded(() -> {
            throw new IllegalStateException("broken handler");
        }));
        informers.subscribe(THINGS, onAdded(() -> {
            throw new StackOverflowError();
        }));
        Subscription things = informers.subscribe(THINGS, view);
        cluster.put("a");
        cluster.put("b");
        settle();

        view.assertSees(cluster.objects());
        assertThat(things.trouble()).isEmpty();
    }

    @Test
    void aBrokenWatchGoesOnWhereItWas() {
        subscribeAndSettle();
        cluster.dropWatches();
        cluster.put("a");
        settle();
        clock.advance(RESTED);
        settle();

        view.assertSees(cluster.objects());
        assertThat(cluster.lists()).isEqualTo(1);
    }

    @Test
    void aWatchThatEndsInGoodOrderIsOpenedAgainAtOnce() {
        subscribeAndSettle();
        clock.advance(Duration.ofMinutes(1));
        cluster.endWatches();
        cluster.put("a");
        settle();

        view.assertSees(cluster.objects());
        assertThat(cluster.lists()).isEqualTo(1);
    }

    @Test
    void aWatchThatEndsAtOnceIsNotOpenedInAHotLoop() {
        Subscription things = subscribeAndSettle();
        cluster.endWatches();
        settle();

        assertThat(cluster.openedWatches()).isEqualTo(1);
        assertThat(things.trouble()).isPresent();
    }

    @Test
    void noWatchIsOpenedInAHotLoopEvenIfEachTellsSomething() {
        subscribeAndSettle();
        for (int i = 0; i < 5; i++) {
            cluster.put("a");
            settle();
            int opened = cluster.openedWatches();
            cluster.endWatches();
            settle();
            assertThat(cluster.openedWatches()).isEqualTo(opened);
            clock.advance(RESTED);
            settle();
        }

        view.assertSees(cluster.objects());
        assertThat(cluster.lists()).isEqualTo(1);
    }

    @Test
    void noListIsReadInAHotLoopEvenIfEachWatchTellsSomethingBeforeItExpires() {
        subscribeAndSettle();
        cluster.put("a");
        settle();
        cluster.expireWatches();
        settle();
        assertThat(cluster.lists()).isEqualTo(1);

        recover();
        assertThat(cluster.lists()).isEqualTo(2);
    }

    @Test
    void afterCompactionItListsAgainAndTellsWhatWasDeletedMeanwhile() {
        List.of("a", "b", "c").forEach(cluster::put);
        subscribeAndSettle();
        view.calls();
        cluster.dropWatches();
        cluster.remove("b");
        cluster.put("c");
        cluster.put("d");
        cluster.compact();
        recover();

        assertThat(view.calls()).containsExactlyInAnyOrder("updated c", "added d", "deleted b");
        view.assertSees(cluster.objects());
    }

    @Test
    void afterALongGapThatTheServerForgotItListsAtOnce() {
        List.of("a", "b").forEach(cluster::put);
        subscribeAndSettle();
        clock.advance(Duration.ofMinutes(1));
        cluster.dropWatches();
        for (int i = 0; i < 5; i++) {
            cluster.failNextWatch(new ClusterException.Unreachable("connection refused", null));
            settle();
            clock.advanceTo(informers.nextDue().orElseThrow());
        }
        cluster.remove("b");
        cluster.compact();
        settle();
        clock.advanceTo(informers.nextDue().orElseThrow());
        settle();

        assertThat(cluster.lists()).isEqualTo(2);
        view.assertSees(cluster.objects());
    }

    @Test
    void aServerThatSaysOfEverythingThatItIsTooOldIsNotAskedInAHotLoop() {
        subscribeAndSettle();
        clock.advance(Duration.ofMinutes(1));
        cluster.expireWatches();
        cluster.failNextList(new ClusterException.Expired("too old"));
        settle();

        assertThat(cluster.lists()).isEqualTo(2);
    }

    @Test
    void anObjectThatWasReplacedUnseenIsDeletedAndAdded() {
        cluster.put("a");
        subscribeAndSettle();
        view.calls();
        cluster.dropWatches();
        cluster.remove("a");
        cluster.put("a");
        cluster.compact();
        recover();

        assertThat(view.calls()).containsExactly("deleted a", "added a");
    }

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
    void aDeniedKindIsReportedAndRecoversByItself() {
        cluster.failNextList(new ClusterException.Forbidden("things is forbidden"));
        Subscription things = informers.subscribe(THINGS, view);
        settle();
        assertThat(things.trouble()).contains("cannot list things (example.com/v1): things is forbidden");
        assertThat(things.isSynced()).isFalse();

        recover();
        assertThat(things.trouble()).isEmpty();
        assertThat(things.isSynced()).isTrue();
    }

    @Test
    void aKindThatIsInstalledNowIsTriedNow() {
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
        long[] most = {800, 1600, 3200, 6400, 12_800, 25_600, 30_000, 30_000};
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
    void aBusyServerIsGivenTheTimeItAsksFor() {
        cluster.failNextList(new ClusterException.TooManyRequests("slow down", Duration.ofSeconds(20)));
        informers.subscribe(THINGS, view);
        settle();

        assertThat(informers.nextDue()).contains(clock.instant().plusSeconds(20));
    }

    @Test
    void soIsOneThatIsNotAvailableForAWhile() {
        cluster.failNextList(new ClusterException.Unavailable(503, "starting", Duration.ofSeconds(20)));
        informers.subscribe(THINGS, view);
        settle();

        assertThat(informers.nextDue()).contains(clock.instant().plusSeconds(20));
    }

    @Test
    void evenABugInTheAdapterDoesNotEndIt() {
        cluster.failNextList(new IllegalStateException("bug"));
        Subscription things = informers.subscribe(THINGS, view);
        recover();
        assertThat(things.isSynced()).isTrue();
    }

    @Test
    void aSilentWatchIsReplaced() {
        subscribeAndSettle();
        cluster.lag(true);
        clock.advance(Duration.ofSeconds(149));
        settle();
        assertThat(cluster.openedWatches()).isEqualTo(1);

        clock.advance(Duration.ofSeconds(1));
        settle();
        assertThat(cluster.openedWatches()).isEqualTo(2);
        assertThat(cluster.openWatches()).isEqualTo(1);
    }

    @Test
    void bookmarksKeepAWatchAliveUntilItsBound() {
        subscribeAndSettle();
        for (int minute = 0; minute < 5; minute++) {
            clock.advance(Duration.ofMinutes(1));
            cluster.bookmark();
            settle();
        }
        assertThat(cluster.openedWatches()).isEqualTo(1);
        for (int minute = 0; minute < 6; minute++) {
            clock.advance(Duration.ofMinutes(1));
            cluster.bookmark();
            settle();
        }
        assertThat(cluster.openedWatches()).isEqualTo(2);
    }

    @Test
    void aBookmarkMovesThePlaceToGoOnFrom() {
        subscribeAndSettle();
        cluster.changeElsewhere();
        cluster.bookmark();
        settle();
        cluster.compact();
        cluster.dropWatches();
        recover();

        assertThat(cluster.lists()).isEqualTo(1);
    }

    @Test
    void repeatedAndOvertakenEventsChangeNothing() {
        subscribeAndSettle();
        KubeObject first = cluster.put("a");
        KubeObject second = cluster.put("a");
        settle();
        view.calls();
        cluster.repeatEvents();
        cluster.send(new WatchEvent.Modified(first));
        cluster.send(new WatchEvent.Deleted(first));
        cluster.send(new WatchEvent.Modified(second));
        settle();
        assertThat(view.calls()).isEmpty();

        cluster.remove("a");
        settle();
        cluster.send(new WatchEvent.Added(second));
        settle();
        assertThat(view.calls()).containsExactly("deleted a");
    }

    @Test
    void theStoreFindsByNamespaceOwnerAndAbsenceOfOwner() {
        cluster.put("one", "a", "parent", "");
        cluster.put("one", "b", "", "");
        cluster.put("two", "c", "", "");
        ObjectStore store = subscribeAndSettle().store();

        assertThat(names(store.inNamespace("one"))).containsExactlyInAnyOrder("a", "b");
        assertThat(names(store.controlledBy("parent"))).containsExactly("a");
        assertThat(names(store.orphans("one"))).containsExactly("b");
        assertThat(names(store.orphans(""))).containsExactlyInAnyOrder("b", "c");
        assertThat(store.get(new ObjectKey("two", "c"))).isPresent();
        assertThat(store.get(new ObjectKey("one", "c"))).isEmpty();
    }

    @Test
    void indexesFollowChangesOfTheOwner() {
        cluster.put("one", "a", "", "");
        ObjectStore store = subscribeAndSettle().store();
        cluster.put("one", "a", "parent", "");
        settle();
        assertThat(names(store.controlledBy("parent"))).containsExactly("a");
        assertThat(store.orphans("one")).isEmpty();

        cluster.remove("one", "a");
        settle();
        assertThat(store.controlledBy("parent")).isEmpty();
        assertThat(store.all()).isEmpty();
        assertThat(store.size()).isZero();
    }

    @Test
    void whatObjectsHaveInCommonIsStoredOnce() {
        cluster.put("one", "a", "parent", "\"app\":\"web\"");
        cluster.put("one", "b", "parent", "\"app\":\"web\"");
        List<KubeObject> both = subscribeAndSettle().store().all();

        KubeObject a = both.getFirst();
        KubeObject b = both.getLast();
        assertThat(a.namespace()).isSameAs(b.namespace());
        assertThat(a.kind()).isSameAs(b.kind());
        assertThat(a.labels()).isSameAs(b.labels()).containsEntry("app", "web");
        assertThat(a.controllerOwner().orElseThrow())
                .isSameAs(b.controllerOwner().orElseThrow());
    }

    @Test
    void whatWasReadDoesNotChange() {
        cluster.put("a");
        ObjectStore store = subscribeAndSettle().store();
        List<KubeObject> before = store.all();
        cluster.put("b");
        settle();

        assertThat(before).hasSize(1);
        assertThat(store.all()).hasSize(2);
    }

    @Test
    void closedInformersTakeNobodyIn() {
        subscribeAndSettle();
        informers.close();

        assertThat(cluster.openWatches()).isZero();
        assertThatIllegalStateException().isThrownBy(() -> informers.subscribe(THINGS, view));
    }

    private Subscription subscribeAndSettle() {
        Subscription things = informers.subscribe(THINGS, view);
        settle();
        return things;
    }

    /** Steps until there is nothing to do without time going by. */
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
        clock.advance(RESTED);
        settle();
        clock.advance(RESTED.multipliedBy(2));
        settle();
    }

    private static List<String> names(List<KubeObject> objects) {
        return objects.stream().map(KubeObject::name).toList();
    }

    private static ChangeHandler onAdded(Runnable action) {
        return new ChangeHandler() {
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
