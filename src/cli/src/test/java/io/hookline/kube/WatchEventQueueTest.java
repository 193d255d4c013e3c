package io.hookline.kube;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.cluster.WatchEvent;
import io.hookline.kube.KubeWatch.WatchEventQueue.Signal;
import io.hookline.object.KubeObject;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;

class WatchEventQueueTest {

    /** Nine of these exceed the limit of the queue. */
    private static final WatchEvent MEGABYTE = new WatchEvent.Added(
            KubeObject.of("{\"metadata\":{\"name\":\"big\"},\"data\":\"" + "x".repeat(1 << 20) + "\"}"));

    private final KubeWatch.WatchEventQueue signals = new KubeWatch.WatchEventQueue();

    @Test
    void aReaderThatFillsTheQueueWaitsUntilAnEventIsTaken() throws Exception {
        FutureTask<Boolean> reader = fill();
        for (int taken = 0; taken < 2; taken++) {
            assertThat(signals.poll(0)).isInstanceOf(Signal.Event.class);
        }
        assertThat(reader.get()).isTrue();
    }

    @Test
    void theEndWakesAReaderThatWaitsForRoom() throws Exception {
        FutureTask<Boolean> reader = fill();
        signals.end(null);
        assertThat(reader.get()).isTrue();
    }

    @Test
    void noEventIsDeliveredAfterTheEnd() throws Exception {
        signals.offer(MEGABYTE);
        signals.end(null);
        signals.offer(MEGABYTE);
        assertThat(signals.poll(0)).isInstanceOf(Signal.Event.class);
        for (int i = 0; i < 3; i++) {
            assertThat(signals.poll(0)).isInstanceOf(Signal.End.class);
        }
    }

    /** Offers events until the reader waits for room. */
    private FutureTask<Boolean> fill() {
        for (int i = 0; i < 9; i++) {
            signals.offer(MEGABYTE);
        }
        FutureTask<Boolean> reader = new FutureTask<>(() -> {
            signals.awaitRoom();
            return true;
        });
        Thread thread = Thread.ofPlatform().start(reader);
        while (thread.getState() != Thread.State.WAITING) {
            assertThat(thread.isAlive()).as("it waits").isTrue();
            Thread.onSpinWait();
        }
        return reader;
    }
}
