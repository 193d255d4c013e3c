package io.hookline.watcher.sync;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.hook.protocol.ControllerName;
import io.hookline.hook.protocol.ControllerType;
import io.hookline.object.GoJson;
import io.hookline.object.Json;
import io.hookline.object.KubeObject;
import io.hookline.object.LabelSelector;
import io.hookline.queue.ManualClock;
import io.hookline.queue.RateLimits;
import io.hookline.queue.WorkQueue;
import io.hookline.spec.ParentRule;
import io.hookline.watcher.OneObjectStore;
import io.hookline.watcher.model.ParentKey;
import io.hookline.watcher.model.WatcherObserver;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which changes of a parent start a sync. */
class ParentEventHandlerTest {

    private static final String FINALIZER = "metacontroller.io/compositecontroller-c";
    private static final KubeObject BEFORE = parent("{}");

    private final ManualClock clock = new ManualClock();
    private final WorkQueue<ParentKey> queue = new WorkQueue<>(clock, RateLimits.defaults(clock));
    private final ParentMemories memories = new ParentMemories(clock);

    private final List<String> observed = new ArrayList<>();
    private final WatcherObserver observer = new WatcherObserver() {
        @Override
        public void parentBeingDeleted(ControllerName controller, KubeObject parent) {
            observed.add("being deleted");
        }

        @Override
        public void parentDeleted(ControllerName controller, KubeObject last) {
            observed.add("deleted");
        }
    };

    private ParentEventHandler events(boolean ignoreStatusChanges) {
        ParentRule rule = new ParentRule(
                "v1",
                "things",
                LabelSelector.ofLabel("on", "yes"),
                LabelSelector.EVERYTHING,
                ignoreStatusChanges,
                List.of());
        return new ParentEventHandler(
                rule,
                FINALIZER,
                queue,
                memories,
                new ParentReports(new ControllerName(ControllerType.COMPOSITE, "c"), observer));
    }

    /** A selected parent of generation 1, with other fields of its metadata and status merged in. */
    private static KubeObject parent(String metadata) {
        var tree = Json.object(
                ("{\"apiVersion\":\"v1\",\"kind\":\"Thing\",\"metadata\":{\"name\":\"p\",\"namespace\":\"n\","
                                + "\"uid\":\"u\",\"generation\":1,\"labels\":{\"on\":\"yes\"},\"resourceVersion\":\"7\"}}")
                        .getBytes(StandardCharsets.UTF_8));
        tree.withObjectProperty("metadata")
                .setAll(Json.object(metadata.replace('\'', '"').getBytes(StandardCharsets.UTF_8)));
        return KubeObject.of(GoJson.bytes(tree));
    }

    private boolean isWoken() {
        return queue.poll()
                .map(taken -> {
                    queue.done(taken.key());
                    assertThat(taken.key()).isEqualTo(ParentKey.of(BEFORE));
                    return true;
                })
                .orElse(false);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {'resourceVersion':'8'}                                                   | true  | false
            {'resourceVersion':'8','generation':2}                                    | true  | true
            {'resourceVersion':'8','labels':{'on':'yes','more':'x'}}                  | true  | true
            {'resourceVersion':'8','annotations':{'note':'x'}}                        | true  | true
            {'resourceVersion':'8','deletionTimestamp':'2026-01-01T00:00:00Z'}        | true  | true
            {'resourceVersion':'8','finalizers':['theirs']}                           | true  | false
            {'resourceVersion':'8','ownerReferences':[{'uid':'o','controller':true}]} | true  | false
            """)
    void anUpdateStartsASyncUnlessItIsAnIgnoredStatusChange(String now, boolean wakes, boolean wakesIgnoring) {
        events(false).updated(BEFORE, parent(now));
        assertThat(isWoken()).isEqualTo(wakes);

        events(true).updated(BEFORE, parent(now));
        assertThat(isWoken()).isEqualTo(wakesIgnoring);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {'labels':{'on':'no'}}                                 | false
            {'labels':{'on':'no'},'finalizers':['theirs']}         | false
            {'labels':{'on':'no'},'finalizers':['metacontroller.io/compositecontroller-c']} | true
            {}                                                     | true
            """)
    void onlyASelectedParentOrOneThatCarriesOurFinalizerIsWoken(String metadata, boolean wakes) {
        KubeObject parent = parent(metadata);

        events(false).added(parent);
        assertThat(isWoken()).isEqualTo(wakes);
        events(false).updated(BEFORE, parent); // the new state counts
        assertThat(isWoken()).isEqualTo(wakes);
        memories.of(parent);
        events(false).deleted(parent);
        assertThat(isWoken()).isEqualTo(wakes);
        assertThat(memories.size()).isZero();
    }

    @Test
    void theDeletionOfAParentIsReportedOnce() {
        KubeObject dying = parent("{'deletionTimestamp':'2026-01-01T00:00:00Z','finalizers':['theirs']}");

        events(false).updated(BEFORE, dying);
        events(false).updated(dying, dying);
        events(false).deleted(dying);
        assertThat(observed).containsExactly("being deleted", "deleted");
    }

    @Test
    void theDeletionOfAnObjectThatIsNotSelectedIsNotReported() {
        KubeObject other = parent("{'labels':{'on':'no'}}");

        events(false).updated(other, parent("{'labels':{'on':'no'},'deletionTimestamp':'2026-01-01T00:00:00Z'}"));
        events(false).deleted(other);

        assertThat(observed).isEmpty();
    }

    @Test
    void aSelectedParentIsWokenWhereStatusChangesAreIgnoredToo() {
        events(true).added(BEFORE);
        assertThat(isWoken()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void anIgnoredChangeWakesASyncThatWaitsForIt(boolean waits) {
        if (waits) {
            WriteExpectations writes = memories.of(BEFORE).writes();
            writes.wrote(new OneObjectStore(), BEFORE);
            assertThat(writes.remaining()).isPresent();
        }

        events(true).updated(BEFORE, parent("{'resourceVersion':'8'}"));

        assertThat(isWoken()).isEqualTo(waits);
    }
}
