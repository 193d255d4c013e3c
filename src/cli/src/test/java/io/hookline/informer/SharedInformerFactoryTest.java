package io.hookline.informer;

import static io.hookline.informer.FakeCluster.THINGS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

import io.hookline.object.KubeObject;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Informers are shared, and deliver changes to every subscriber. */
class SharedInformerFactoryTest extends InformerSuite {

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
        things[0] = informers.subscribe(THINGS, new ResourceEventHandler() {
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
    void oneInformerServesAllSubscribers() {
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
    void aLaterSubscriberReceivesPresentObjectsAndThenChanges() {
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
    void aClosedSubscriptionReceivesNothing() {
        informers.subscribe(THINGS, new StrictView());
        Subscription left = informers.subscribe(THINGS, view);
        left.close();
        cluster.put("a");
        settle();

        assertThat(view.calls()).isEmpty();
    }

    @Test
    void aHandlerThatThrowsDoesNotAffectOtherHandlers() {
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
        assertThat(things.failure()).isEmpty();
    }

    @Test
    void aClosedFactoryRejectsSubscriptions() {
        subscribeAndSettle();
        informers.close();

        assertThat(cluster.openWatches()).isZero();
        assertThatIllegalStateException().isThrownBy(() -> informers.subscribe(THINGS, view));
    }

    @Test
    void informersStepAndCloseInTheOrderInWhichTheyWereSubscribed() {
        List<String> plurals =
                IntStream.range(0, 20).mapToObj(i -> "things" + i).toList();
        List<String> calls = new ArrayList<>();
        SharedInformerFactory many = SharedInformerFactory.byHand(
                new OrderNotingCluster(calls),
                InformerOptions.DEFAULTS.withStreamingLists(false),
                clock,
                new Random(1));
        plurals.forEach(plural -> many.subscribe(OrderNotingCluster.resource(plural), new StrictView()));
        many.step();
        many.step();
        many.close();

        List<String> wanted = new ArrayList<>();
        for (String act : List.of("list ", "watch ", "close ")) {
            plurals.forEach(plural -> wanted.add(act + plural));
        }
        assertThat(calls).isEqualTo(wanted);
    }

    @Test
    void aClosedSubscriptionLeavesNothingBehindInAnInformerThatGoesOn() {
        informers.subscribe(THINGS, view);
        settle();
        WeakReference<Object> held = subscribeAndClose();

        await().until(() -> {
            System.gc();
            return held.refersTo(null);
        });
    }

    private WeakReference<Object> subscribeAndClose() {
        byte[] controller = new byte[1];
        Runnable action = () -> controller[0]++;
        Subscription things = informers.subscribe(THINGS, new StrictView());
        things.whenSynced(action);
        things.whenFailing(action);
        things.whenRefused(action);
        things.whenRecovered(action);
        things.close();
        return new WeakReference<>(controller);
    }
}
