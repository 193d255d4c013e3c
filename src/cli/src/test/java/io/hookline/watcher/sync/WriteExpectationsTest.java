package io.hookline.watcher.sync;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.informer.Subscription;
import io.hookline.object.ApiResource;
import io.hookline.object.KubeObject;
import io.hookline.object.LabelSelector;
import io.hookline.queue.ManualClock;
import io.hookline.spec.ParentRule;
import io.hookline.watcher.OneObjectStore;
import io.hookline.watcher.model.ParentKey;
import io.hookline.watcher.model.ParentKind;
import io.hookline.watcher.model.ParentKinds;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A parent waits until the caches show what was written for it, and never longer than two seconds. */
class WriteExpectationsTest {

    private final ManualClock clock = new ManualClock();
    private final WriteExpectations writes = new WriteExpectations(clock);
    private final OneObjectStore store = new OneObjectStore();

    private static KubeObject child(String uid, String version) {
        return child(uid, version, "");
    }

    private static KubeObject child(String uid, String version, String more) {
        return KubeObject.of(
                "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"c\",\"namespace\":\"n\","
                        + "\"uid\":\"" + uid + "\",\"resourceVersion\":\"" + version + "\"" + more + "}}");
    }

    @Test
    void aParentWithoutWritesWaitsForNothing() {
        assertThat(writes.remaining()).isEmpty();
        assertThat(writes.isWaiting()).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"9, 10, true", "10, 10, false", "11, 10, false", "99, 100, true", "100, 99, false", "a, b, false"})
    void aWriteIsSeenAtItsVersionOrPastIt(String cached, String written, boolean waits) {
        store.show(child("u", cached));

        writes.wrote(store, child("u", written));

        assertThat(writes.remaining().isPresent()).isEqualTo(waits);
        assertThat(writes.isWaiting()).isEqualTo(waits);
    }

    @Test
    void aCreationIsSeenWhenTheObjectIsThere() {
        writes.wrote(store, child("u", "5"));
        assertThat(writes.remaining()).contains(Duration.ofSeconds(2));

        store.show(child("u", "5"));
        assertThat(writes.remaining()).isEmpty();
        store.show(null);
        assertThat(writes.remaining())
                .as("what was seen once is not waited for again")
                .isEmpty();
    }

    @Test
    void aDeletionIsSeenWhenTheObjectIsMissingBeingDeletedOrReplaced() {
        store.show(child("u", "5"));
        writes.deleted(store, child("u", "5"));
        assertThat(writes.remaining()).isPresent();

        store.show(child("u", "6", ",\"deletionTimestamp\":\"2026-01-01T00:00:00Z\""));
        assertThat(writes.remaining()).isEmpty();

        writes.deleted(store, child("u", "5"));
        store.show(child("another", "7"));
        assertThat(writes.remaining()).isEmpty();
    }

    @Test
    void nobodyWaitsLongerThanTwoSeconds() {
        writes.wrote(store, child("u", "5"));
        clock.advance(Duration.ofMillis(1999));
        assertThat(writes.remaining()).contains(Duration.ofMillis(1));

        clock.advance(Duration.ofMillis(1));
        assertThat(writes.remaining()).isEmpty();
        assertThat(writes.isWaiting()).isFalse();
    }

    @Test
    void anObjectThatAnotherClientDeletedMeanwhileIsNotWaitedFor() {
        writes.wrote(store, child("u", "5"));
        assertThat(writes.remaining()).isPresent();

        writes.deletionSeen(child("another", "6"));
        assertThat(writes.remaining()).isPresent();
        writes.deletionSeen(child("u", "6"));
        assertThat(writes.remaining()).isEmpty();
        assertThat(writes.isWaiting()).isFalse();
    }

    @Test
    void aControllerThatTakesAPlaceWaitsForWhatWasWrittenBeforeWhereTheCacheIsTheSame() {
        OneObjectStore fresh = new OneObjectStore();
        ParentMemories former = new ParentMemories(clock);
        ParentMemories next = new ParentMemories(clock);
        former.of(parent("p")).writes().wrote(store, child("u", "5"));
        former.of(parent("other")).writes().wrote(new OneObjectStore(), child("u", "5"));
        former.of(parent("Left", "left")).writes().wrote(store, child("u", "5"));
        clock.advance(Duration.ofSeconds(1));

        next.inherit(former, Set.of(store, fresh), new ParentKinds(List.of(kind("Thing"))));

        assertThat(next.of(parent("p")).writes().remaining()).contains(Duration.ofSeconds(1));
        assertThat(next.find(ParentKey.of(parent("other"))))
                .as("nothing to remember")
                .isEmpty();
        assertThat(next.size()).as("a kind that the controller has left").isEqualTo(1);
    }

    private static ParentKind kind(String kind) {
        ParentRule rule =
                new ParentRule("v1", "things", LabelSelector.EVERYTHING, LabelSelector.EVERYTHING, false, List.of());
        ApiResource resource =
                new ApiResource("v1", "things", "thing", kind, true, List.of(), List.of(), Set.of(), Set.of());
        Subscription none = (Subscription) Proxy.newProxyInstance(
                WriteExpectationsTest.class.getClassLoader(), new Class<?>[] {Subscription.class}, (_, _, _) -> null);
        return new ParentKind(rule, resource, none, "finalizer");
    }

    private static KubeObject parent(String name) {
        return parent("Thing", name);
    }

    private static KubeObject parent(String kind, String name) {
        return KubeObject.of("{\"apiVersion\":\"v1\",\"kind\":\"" + kind + "\",\"metadata\":{\"name\":\"" + name
                + "\",\"namespace\":\"n\",\"uid\":\"uid-" + name + "\"}}");
    }
}
