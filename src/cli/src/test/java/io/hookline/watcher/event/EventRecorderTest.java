package io.hookline.watcher.event;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.hook.Event;
import io.hookline.object.KubeObject;
import io.hookline.queue.ManualClock;
import io.hookline.watcher.Interposed;
import io.hookline.watcher.LocalWorld;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The limits of events are those of client-go's recorder, which Metacontroller uses, and a reserve for what is new. */
class EventRecorderTest {

    private final ManualClock clock = new ManualClock();
    private final LocalWorld world = new LocalWorld();
    private final AtomicInteger requests = new AtomicInteger();
    private final Interposed counting = request -> {
        requests.addAndGet(request.resource().equals("events") ? 1 : 0);
        return request.pass();
    };
    private final EventBroadcaster delivery = new EventBroadcaster(counting.before(world.cluster), clock);
    private final EventRecorder events = new EventRecorder(delivery, clock, 1.0 / 300, 25);
    private final KubeObject parent = world.thing("p");

    private List<ObjectNode> delivered() {
        delivery.drain();
        return world.all("events").stream().map(KubeObject::tree).toList();
    }

    /** Requests that write events, both new ones and counts. */
    private int writes() {
        delivery.drain();
        return requests.get();
    }

    @Test
    void aThousandFailuresOfOneObjectAreAtMostTwentyFiveWrites() {
        for (int i = 0; i < 1000; i++) {
            events.warning(parent, "SyncError", "Sync error: the same");
        }

        assertThat(writes()).isEqualTo(25);
        assertThat(delivered())
                .singleElement()
                .satisfies(event -> assertThat(event.path("count").asInt()).isEqualTo(25));
    }

    @Test
    void aThousandDifferentFailuresOfOneObjectAreAtMostTwentyFiveWritesToo() {
        IntStream.range(0, 1000).forEach(i -> events.warning(parent, "SyncError", "Sync error: " + i));

        assertThat(writes()).isEqualTo(25);
        assertThat(delivered()).as("ten in full, the others in one").hasSize(11);
    }

    @Test
    void afterTheBurstOneEventIsWrittenEveryFiveMinutes() {
        IntStream.range(0, 26).forEach(_ -> events.warning(parent, "SyncError", "Sync error: the same"));
        clock.advance(Duration.ofSeconds(299));
        events.warning(parent, "SyncError", "Sync error: the same");
        assertThat(writes()).isEqualTo(25);

        clock.advance(Duration.ofSeconds(2));
        events.warning(parent, "SyncError", "Sync error: the same");
        events.warning(parent, "SyncError", "Sync error: the same");

        assertThat(writes()).isEqualTo(26);
    }

    @Test
    void repeatsOfAnOldFailureDoNotHideANewOne() {
        IntStream.range(0, 30).forEach(_ -> events.warning(parent, "SyncError", "Sync error: the old one"));

        IntStream.range(0, 30).forEach(_ -> events.warning(parent, "SyncError", "Sync error: the new one"));
        events.warning(parent, "NothingListed", "the answer lists no children");

        assertThat(delivered())
                .extracting(event -> event.path("message").asText())
                .containsExactlyInAnyOrder(
                        "Sync error: the old one", "Sync error: the new one", "the answer lists no children");
        assertThat(writes()).isEqualTo(25 + 1 + 1);
    }

    @Test
    void whatIsAlwaysNewIsLimitedToo() {
        IntStream.range(0, 30).forEach(_ -> events.warning(parent, "SyncError", "Sync error: the old one"));

        IntStream.range(0, 1000).forEach(i -> events.warning(parent, "Reason" + i, "new"));

        assertThat(writes()).isEqualTo(25 + 25);
    }

    @Test
    void theLimitIsOneOfEachObjectAndType() {
        KubeObject other = world.thing("q");
        for (int i = 0; i < 30; i++) {
            events.warning(parent, "SyncError", "Sync error: the same");
            events.warning(other, "SyncError", "Sync error: the same");
            events.normal(parent, "Started", "Started controller: c");
        }

        assertThat(writes()).isEqualTo(3 * 25);
    }

    @Test
    void whatAHookReportsAndWhatTheWatcherReportsDoNotUseUpTheLimitOfEachOther() {
        Event ofHook = new Event(Event.Type.WARNING, "NoSecret", "Secret x is missing");
        IntStream.range(0, 30).forEach(_ -> events.warning(parent, "SyncError", "Sync error: the same"));
        events.ofHook(parent, ofHook);
        assertThat(delivered())
                .extracting(event -> event.path("reason").asText())
                .containsExactlyInAnyOrder("SyncError", "NoSecret");

        KubeObject other = world.thing("q");
        IntStream.range(0, 30).forEach(_ -> events.ofHook(other, ofHook));
        events.warning(other, "SyncError", "Sync error: the same");
        assertThat(writes()).isEqualTo(25 + 1 + 25 + 1);
    }

    @Test
    void moreThanTenSimilarEventsWithinTenMinutesAreOne() {
        IntStream.range(0, 12).forEach(i -> events.warning(parent, "SyncError", "Sync error: " + i));

        assertThat(delivered())
                .extracting(event -> event.path("message").asText())
                .hasSize(11)
                .contains("Sync error: 9", "(combined from similar events): Sync error: 11")
                .doesNotContain("Sync error: 10", "(combined from similar events): Sync error: 10");
    }

    @Test
    void afterTenMinutesEventsAreNotCombinedAnyMore() {
        IntStream.range(0, 12).forEach(i -> events.warning(parent, "SyncError", "Sync error: " + i));
        clock.advance(Duration.ofSeconds(601));

        events.warning(parent, "SyncError", "Sync error: 12");

        assertThat(delivered())
                .extracting(event -> event.path("message").asText())
                .contains("Sync error: 12");
    }

    @Test
    void atMostAThousandEventsWait() {
        List<KubeObject> parents = IntStream.range(0, 1100)
                .mapToObj(i -> LocalWorld.object("{apiVersion: test.hookline.io/v1, kind: Thing, metadata: {name: t" + i
                        + ", namespace: default, uid: u" + i + "}}"))
                .toList();

        parents.forEach(each -> events.warning(each, "SyncError", "Sync error: the same"));

        assertThat(writes()).isEqualTo(1000);
    }

    @Test
    void anEventOfAClusterScopedObjectIsInNamespaceDefault() {
        KubeObject controller = LocalWorld.object(
                "{apiVersion: metacontroller.k8s.io/v1alpha1, kind: CompositeController, metadata: {name: c, uid: u}}");

        events.normal(controller, "Started", "Started controller: c");

        assertThat(delivered()).singleElement().satisfies(event -> {
            assertThat(event.at("/metadata/namespace").asText()).isEqualTo("default");
            assertThat(event.at("/involvedObject/name").asText()).isEqualTo("c");
            assertThat(event.path("type").asText()).isEqualTo("Normal");
            assertThat(event.path("reportingComponent").asText()).isEqualTo("metacontroller");
            assertThat(event.at("/source/component").asText()).isEqualTo("metacontroller");
        });
    }
}
