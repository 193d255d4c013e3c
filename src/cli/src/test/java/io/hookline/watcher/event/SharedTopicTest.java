package io.hookline.watcher.event;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.cluster.Patch;
import io.hookline.cluster.WriteOptions;
import io.hookline.object.ApiResource;
import io.hookline.object.KubeObject;
import io.hookline.object.ObjectKey;
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
    private int writes;
    private final EventBroadcaster delivery = new EventBroadcaster(
            new UnaskedCluster() {
                @Override
                public KubeObject create(ApiResource resource, KubeObject event, WriteOptions options) {
                    writes++;
                    written.add(event.tree().at("/involvedObject/name").asText());
                    return event;
                }

                @Override
                public KubeObject patch(ApiResource resource, ObjectKey key, Patch patch, WriteOptions options) {
                    writes++;
                    return KubeObject.of("{}");
                }
            },
            clock);
    private final EventRecorder events = new EventRecorder(delivery, clock, 1.0 / 300, 25);

    private void warnOnAThousandObjects(String topic, String prefix) {
        for (int i = 0; i < 1000; i++) {
            warn(prefix + i, "no luck for " + prefix + i, topic);
        }
        delivery.drain();
    }

    private void warn(String name, String problem, String topic) {
        KubeObject object = KubeObject.of(
                "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"namespace\":\"n\",\"name\":\"" + name
                        + "\"}}");
        events.warning(object, "SyncError", "Sync error: " + problem, topic);
    }

    @Test
    void aThousandObjectsGetTwentyFiveEventsAndThenTheRateOfOneObject() {
        warnOnAThousandObjects("sync", "a");
        assertThat(written).hasSize(25);
        clock.advance(Duration.ofMinutes(10));
        warnOnAThousandObjects("sync", "b");
        assertThat(written).hasSize(27);
    }

    /** The first parents of a failing hook are tried again before the last ones are tried for the first time. */
    @Test
    void repeatsOfTheFirstObjectsLeaveTheFirstEventsOfTheOthers() {
        for (int i = 0; i < 20; i++) {
            warn("a" + i, "status 500", "sync");
            for (int again = 0; again < 3; again++) {
                warn("a" + i, "status 500", "sync");
                warn("a" + i, "status " + (501 + again), "sync");
            }
        }
        delivery.drain();
        assertThat(written).hasSize(20);
    }

    @Test
    void repeatsOfAllObjectsHaveTheLimitOfOneObject() {
        warnOnAThousandObjects("sync", "a");
        writes = 0;
        for (int again = 0; again < 10; again++) {
            warnOnAThousandObjects("sync", "a");
        }
        assertThat(writes).isEqualTo(25);
    }

    @Test
    void anotherTopicHasItsOwnLimit() {
        warnOnAThousandObjects("sync", "a");
        warnOnAThousandObjects("finalize", "b");
        assertThat(written).hasSize(50);
    }
}
