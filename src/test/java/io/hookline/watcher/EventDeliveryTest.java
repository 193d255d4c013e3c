package io.hookline.watcher;

import static io.hookline.watcher.WatcherFixture.soon;
import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.object.KubeObject;
import io.hookline.queue.ManualClock;
import java.lang.ref.WeakReference;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** Events on their way to the server. */
class EventDeliveryTest {

    private static EventRecorder recorder(EventDelivery delivery) {
        return new EventRecorder(delivery, new ManualClock(), 1.0 / 300, 25);
    }

    @Test
    void anEventThatCannotBeToldIsNotTheLastOne() {
        LocalWorld world = new LocalWorld();
        AtomicBoolean failed = new AtomicBoolean();
        Interposed failingOnce = request -> {
            if (request.is("create events") && failed.compareAndSet(false, true)) {
                throw new IllegalStateException("a bug");
            }
            return request.pass();
        };
        EventDelivery delivery = new EventDelivery(failingOnce.before(world.cluster));
        EventRecorder events = recorder(delivery);
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
        EventDelivery delivery = new EventDelivery(world.cluster);
        recorder(delivery).normal(world.thing("p"), "Started", "Started controller: c");

        delivery.drain();

        assertThat(world.all("events"))
                .extracting(event -> event.tree().at("/source/component").asText())
                .isEqualTo(List.of("metacontroller"));
    }

    @Test
    void whatIsTooLongToBeToldIsNotRememberedEither() {
        LocalWorld world = new LocalWorld();
        EventDelivery delivery = new EventDelivery(world.cluster);
        EventRecorder events = recorder(delivery);
        events.warning(world.thing("p"), "SyncError", "x".repeat(1024) + "first");
        events.warning(world.thing("p"), "SyncError", "x".repeat(1024) + "second");

        delivery.drain();

        assertThat(world.all("events"))
                .extracting(event -> event.tree().path("count").asInt())
                .isEqualTo(List.of(2));
    }

    @Test
    void anObjectIsNotHeldInMemoryByWhatWasToldOfIt() {
        LocalWorld world = new LocalWorld();
        EventDelivery delivery = new EventDelivery(world.cluster);
        EventRecorder events = recorder(delivery);
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

    /** Warns of an object that nobody else holds. */
    private static WeakReference<KubeObject> warning(EventRecorder events, KubeObject object) {
        KubeObject copy = KubeObject.of(object.tree());
        events.warning(copy, "SyncError", "told");
        return new WeakReference<>(copy);
    }
}
