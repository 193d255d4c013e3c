package io.hookline.watcher.event;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.cluster.WriteOptions;
import io.hookline.object.ApiResource;
import io.hookline.object.KubeObject;
import io.hookline.queue.ManualClock;
import io.hookline.testing.UnaskedCluster;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Events about one topic on many objects have the limit of one object together. */
final class SharedTopicTest {

    private final ManualClock clock = new ManualClock();
    private final Set<String> written = new HashSet<>();
    private final EventBroadcaster delivery = new EventBroadcaster(
            new UnaskedCluster() {
                @Override
                public KubeObject create(ApiResource resource, KubeObject event, WriteOptions options) {
                    written.add(event.tree().at("/involvedObject/name").asText());
                    return event;
                }
            },
            clock);
    private final EventRecorder events = new EventRecorder(delivery, clock, 1.0 / 300, 25);

    private void warnOnAThousandObjects(String topic, String prefix) {
        for (int i = 0; i < 1000; i++) {
            KubeObject object = KubeObject.of(
                    "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"namespace\":\"n\",\"name\":\""
                            + prefix + i + "\"}}");
            events.warning(object, "SyncError", "Sync error: no luck for " + prefix + i, topic);
        }
        delivery.drain();
    }

    @Test
    void aThousandObjectsGetTwentyFiveEventsAndThenTheRateOfOneObject() {
        warnOnAThousandObjects("sync", "a");
        assertThat(written).hasSize(25);
        clock.advance(Duration.ofMinutes(10));
        warnOnAThousandObjects("sync", "b");
        assertThat(written).hasSize(27);
    }

    @Test
    void anotherTopicHasItsOwnLimit() {
        warnOnAThousandObjects("sync", "a");
        warnOnAThousandObjects("finalize", "b");
        assertThat(written).hasSize(50);
    }
}
