package io.hookline.watcher.event;

import static io.hookline.watcher.WatcherFixture.soon;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.spi.ILoggingEvent;
import io.hookline.cluster.ClusterException;
import io.hookline.object.KubeObject;
import io.hookline.queue.ManualClock;
import io.hookline.testing.LogLines;
import io.hookline.watcher.Interposed;
import io.hookline.watcher.LocalWorld;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Delivery of events to the API server. */
class EventBroadcasterTest {

    private static final Duration PAUSE = Duration.ofSeconds(10);

    @RegisterExtension
    private final LogLines lines = new LogLines(EventBroadcaster.class, Level.INFO);

    private final ManualClock clock = new ManualClock();
    private final AtomicInteger tries = new AtomicInteger();

    /** Delivers one event to a server that fails so many of the first requests. */
    private EventBroadcaster deliverTo(LocalWorld world, int failing, ClusterException failure) {
        Interposed server = request -> {
            if (request.resource().equals("events") && tries.incrementAndGet() <= failing) {
                throw failure;
            }
            return request.pass();
        };
        EventBroadcaster delivery = new EventBroadcaster(server.before(world.cluster), clock);
        new EventRecorder(delivery, clock, 1.0 / 300, 25).warning(world.thing("p"), "SyncError", "delivered late");
        delivery.drain();
        return delivery;
    }

    private static List<Integer> counts(LocalWorld world) {
        return world.all("events").stream()
                .map(event -> event.tree().path("count").asInt())
                .toList();
    }

    static Stream<ClusterException> passingFailures() {
        return Stream.of(
                new ClusterException.Unreachable("connection refused", null),
                new ClusterException.OutcomeUnknown("connection reset", null),
                new ClusterException.Unavailable(503, "no endpoints"),
                new ClusterException.TooManyRequests("too many requests", null));
    }

    private static String messageAndReason(ILoggingEvent line) {
        return line.getKeyValuePairs().stream()
                .filter(pair -> pair.key.equals("why"))
                .map(pair -> line.getFormattedMessage() + ": " + pair.value)
                .collect(Collectors.joining());
    }

    @ParameterizedTest
    @MethodSource("passingFailures")
    void anEventIsTriedTwelveTimesTenSecondsApart(ClusterException failure) {
        LocalWorld world = new LocalWorld();
        EventBroadcaster delivery = deliverTo(world, 11, failure);
        for (int tried = 1; tried < 12; tried++) {
            clock.advance(PAUSE.minusMillis(1));
            delivery.drain();
            assertThat(tries).hasValue(tried);
            clock.advance(Duration.ofMillis(1));
            delivery.drain();
        }

        assertThat(counts(world)).containsExactly(1);
    }

    @Test
    void anEventThatIsNotDeliveredSinceAnotherProcessLeadsIsNoWarning() {
        LocalWorld world = new LocalWorld();
        Interposed gate = request -> {
            if (request.resource().equals("events")) {
                throw new ClusterException.Unreachable("was not sent: this process is not the leader", null);
            }
            return request.pass();
        };
        EventBroadcaster delivery = new EventBroadcaster(gate.before(world.cluster), clock, () -> false);
        new EventRecorder(delivery, clock, 1.0 / 300, 25).warning(world.thing("p"), "SyncError", "too late");
        for (int tried = 0; tried < 12; tried++) {
            delivery.drain();
            clock.advance(PAUSE);
        }

        assertThat(lines.all()).isEmpty();
    }

    @Test
    void anEventThatFailsTwelveTimesIsDroppedWithALogLineAndTheNextOneFollows() {
        LocalWorld world = new LocalWorld();
        EventBroadcaster delivery = deliverTo(world, 12, new ClusterException.Unreachable("connection refused", null));
        new EventRecorder(delivery, clock, 1.0 / 300, 25).normal(world.thing("q"), "Next", "follows");
        for (int pause = 0; pause < 11; pause++) {
            clock.advance(PAUSE);
            delivery.drain();
        }

        assertThat(world.all("events"))
                .extracting(event -> event.tree().path("reason").asText())
                .isEqualTo(List.of("Next"));
        assertThat(lines.all()).singleElement().satisfies(line -> {
            assertThat(line.getLevel()).isEqualTo(Level.WARN);
            assertThat(messageAndReason(line)).isEqualTo("event not delivered: retry limit exceeded");
        });
    }

    @Test
    void anEventThatWasWrittenThoughItsAnswerWasLostIsCountedOnce() {
        LocalWorld world = new LocalWorld();
        AtomicBoolean lost = new AtomicBoolean();
        Interposed server = request -> {
            Object answer = request.pass();
            if (request.is("create events") && lost.compareAndSet(false, true)) {
                throw new ClusterException.OutcomeUnknown("connection reset", null);
            }
            return answer;
        };
        EventBroadcaster delivery = new EventBroadcaster(server.before(world.cluster), clock);
        new EventRecorder(delivery, clock, 1.0 / 300, 25).warning(world.thing("p"), "SyncError", "once");
        delivery.drain();
        clock.advance(PAUSE);

        delivery.drain();

        assertThat(counts(world)).containsExactly(1);
    }

    @Test
    void anEventThatTheServerRefusesIsNotTriedAgain() {
        LocalWorld world = new LocalWorld();
        EventBroadcaster delivery = deliverTo(world, 100, new ClusterException.Forbidden("events is forbidden"));
        clock.advance(PAUSE);

        delivery.drain();

        assertThat(tries).hasValue(1);
        assertThat(lines.all())
                .extracting(EventBroadcasterTest::messageAndReason)
                .containsExactly("event not delivered: the API server refused it");
    }

    @Test
    void aMissingRightIsLoggedOnceForEachNamespaceUntilItIsGranted() {
        LocalWorld world = new LocalWorld();
        AtomicBoolean granted = new AtomicBoolean();
        Interposed server = request -> {
            if (request.is("create events") && !granted.get()) {
                throw new ClusterException.Forbidden(
                        "events is forbidden: User \"u\" cannot create resource \"events\"");
            }
            return request.pass();
        };
        EventBroadcaster delivery = new EventBroadcaster(server.before(world.cluster), clock);
        EventRecorder recorder = new EventRecorder(delivery, clock, 1.0 / 300, 25);
        KubeObject node = world.apply("{apiVersion: v1, kind: Node, metadata: {name: n}}");
        KubeObject elsewhere =
                world.apply("{apiVersion: v1, kind: ConfigMap, metadata: {name: c, namespace: kube-system}}");
        List<Integer> logged = new ArrayList<>();
        for (KubeObject object : List.of(world.thing("p"), world.thing("q"), node, elsewhere)) {
            recorder.warning(object, "SyncError", "refused");
            delivery.drain();
            logged.add(lines.all().size());
        }
        granted.set(true);
        recorder.warning(world.thing("r"), "SyncError", "delivered");
        delivery.drain();
        granted.set(false);
        recorder.warning(world.thing("s"), "SyncError", "refused again");
        delivery.drain();
        logged.add(lines.all().size());

        assertThat(logged).isEqualTo(List.of(1, 1, 1, 2, 3));
    }

    @Test
    @Timeout(60)
    void aDeliveryThatEndsDoesNotWaitForTheNextTry() {
        LocalWorld world = new LocalWorld();
        EventBroadcaster delivery = deliverTo(world, 1, new ClusterException.Unreachable("connection refused", null));
        delivery.start(Thread.ofVirtual().factory());

        delivery.close();

        assertThat(counts(world)).containsExactly(1);
    }

    /** It waits without a time limit, so that only the end itself can wake it. */
    @Test
    @Timeout(60)
    void aDeliveryThatHasNothingToDoEndsAtOnce() throws InterruptedException {
        EventBroadcaster delivery = new EventBroadcaster(new LocalWorld().cluster, clock);
        AtomicReference<Thread> thread = new AtomicReference<>();
        delivery.start(work -> {
            thread.set(new Thread(work));
            return thread.get();
        });
        Awaitility.await().until(() -> thread.get().getState() == Thread.State.WAITING);

        delivery.close();

        thread.get().join();
        assertThat(thread.get().isInterrupted())
                .as("interrupted after a second")
                .isFalse();
    }

    @Test
    void anEventThatCannotBeDeliveredIsNotTheLastOne() {
        LocalWorld world = new LocalWorld();
        AtomicBoolean failed = new AtomicBoolean();
        Interposed failingOnce = request -> {
            if (request.is("create events") && failed.compareAndSet(false, true)) {
                throw new IllegalStateException("a bug");
            }
            return request.pass();
        };
        EventBroadcaster delivery = new EventBroadcaster(failingOnce.before(world.cluster), clock);
        EventRecorder events = new EventRecorder(delivery, clock, 1.0 / 300, 25);
        events.warning(world.thing("p"), "First", "is lost");
        events.warning(world.thing("p"), "Second", "is told");

        delivery.drain();

        assertThat(world.all("events"))
                .extracting(event -> event.tree().path("reason").asText())
                .isEqualTo(List.of("Second"));
    }

    @Test
    void eventsNameTheirSourceAsMetacontrollerDoes() {
        LocalWorld world = new LocalWorld();
        EventBroadcaster delivery = new EventBroadcaster(world.cluster, clock);
        new EventRecorder(delivery, clock, 1.0 / 300, 25).normal(world.thing("p"), "Started", "Started controller: c");

        delivery.drain();

        assertThat(world.all("events"))
                .extracting(event -> event.tree().at("/source/component").asText())
                .isEqualTo(List.of("metacontroller"));
    }

    @Test
    void aMessageThatIsTooLongIsNotRememberedInFull() {
        LocalWorld world = new LocalWorld();
        EventBroadcaster delivery = new EventBroadcaster(world.cluster, clock);
        EventRecorder events = new EventRecorder(delivery, clock, 1.0 / 300, 25);
        events.warning(world.thing("p"), "SyncError", "x".repeat(1024) + "first" + "x".repeat(1024));
        events.warning(world.thing("p"), "SyncError", "x".repeat(1024) + "second" + "x".repeat(1024));

        delivery.drain();

        assertThat(world.all("events"))
                .extracting(event -> event.tree().path("count").asInt())
                .isEqualTo(List.of(2));
    }

    @Test
    void anObjectIsNotHeldInMemoryByItsEvents() {
        LocalWorld world = new LocalWorld();
        EventBroadcaster delivery = new EventBroadcaster(world.cluster, clock);
        EventRecorder events = new EventRecorder(delivery, clock, 1.0 / 300, 25);
        WeakReference<KubeObject> object = warning(events, world.thing("p"));

        delivery.drain();

        soon().until(() -> {
            System.gc();
            return object.refersTo(null);
        });
        events.warning(world.get("things", "p"), "SyncError", "told");
        delivery.drain();
        assertThat(world.all("events")).hasSize(1);
    }

    /** Records a warning about an object to which no other reference exists. */
    private static WeakReference<KubeObject> warning(EventRecorder events, KubeObject object) {
        KubeObject copy = KubeObject.of(object.tree());
        events.warning(copy, "SyncError", "told");
        return new WeakReference<>(copy);
    }
}
