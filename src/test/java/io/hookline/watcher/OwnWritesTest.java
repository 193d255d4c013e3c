package io.hookline.watcher;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.object.GroupVersionKind;
import io.hookline.object.KubeObject;
import io.hookline.object.ObjectKey;
import io.hookline.queue.ManualClock;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A parent waits until the caches show what was written for it, and never longer than two seconds. */
class OwnWritesTest {

    private static final ParentKey PARENT = new ParentKey(GroupVersionKind.of("v1", "Thing"), new ObjectKey("n", "p"));

    private final ManualClock clock = new ManualClock();
    private final OwnWrites writes = new OwnWrites(clock);
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
    void whoWroteNothingWaitsForNothing() {
        assertThat(writes.unseen(PARENT)).isEmpty();
        assertThat(writes.isParked(PARENT)).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"9, 10, true", "10, 10, false", "11, 10, false", "99, 100, true", "100, 99, false", "a, b, false"})
    void aWriteIsSeenAtItsVersionOrPastIt(String cached, String written, boolean waits) {
        store.show(child("u", cached));

        writes.wrote(PARENT, store, child("u", written));

        assertThat(writes.unseen(PARENT).isPresent()).isEqualTo(waits);
        assertThat(writes.isParked(PARENT)).isEqualTo(waits);
    }

    @Test
    void aCreationIsSeenWhenTheObjectIsThere() {
        writes.wrote(PARENT, store, child("u", "5"));
        assertThat(writes.unseen(PARENT)).contains(Duration.ofSeconds(2));

        store.show(child("u", "5"));
        assertThat(writes.unseen(PARENT)).isEmpty();
        store.show(null);
        assertThat(writes.unseen(PARENT))
                .as("what was seen once is not waited for again")
                .isEmpty();
    }

    @Test
    void aDeletionIsSeenWhenTheObjectIsGoneGoingOrAnother() {
        store.show(child("u", "5"));
        writes.deleted(PARENT, store, child("u", "5"));
        assertThat(writes.unseen(PARENT)).isPresent();

        store.show(child("u", "6", ",\"deletionTimestamp\":\"2026-01-01T00:00:00Z\""));
        assertThat(writes.unseen(PARENT)).isEmpty();

        writes.deleted(PARENT, store, child("u", "5"));
        store.show(child("another", "7"));
        assertThat(writes.unseen(PARENT)).isEmpty();
    }

    @Test
    void nobodyWaitsLongerThanTwoSeconds() {
        writes.wrote(PARENT, store, child("u", "5"));
        clock.advance(Duration.ofMillis(1999));
        assertThat(writes.unseen(PARENT)).contains(Duration.ofMillis(1));

        clock.advance(Duration.ofMillis(1));
        assertThat(writes.unseen(PARENT)).isEmpty();
        assertThat(writes.isParked(PARENT)).isFalse();
    }

    @Test
    void anObjectThatSomebodyDeletedMeanwhileIsNotWaitedFor() {
        writes.wrote(PARENT, store, child("u", "5"));
        assertThat(writes.unseen(PARENT)).isPresent();

        writes.gone(PARENT, child("another", "6"));
        assertThat(writes.unseen(PARENT)).isPresent();
        writes.gone(PARENT, child("u", "6"));
        assertThat(writes.unseen(PARENT)).isEmpty();
        assertThat(writes.isParked(PARENT)).isFalse();
    }

    @Test
    void whoTakesAPlaceWaitsForWhatWasWrittenBeforeWhereTheCacheIsTheSame() {
        OneObjectStore fresh = new OneObjectStore();
        OwnWrites next = new OwnWrites(clock);
        ParentKey other = new ParentKey(PARENT.kind(), new ObjectKey("n", "other"));
        writes.wrote(PARENT, store, child("u", "5"));
        writes.wrote(other, new OneObjectStore(), child("u", "5"));
        clock.advance(Duration.ofSeconds(1));

        next.inherit(writes, Set.of(store, fresh));

        assertThat(next.unseen(PARENT)).contains(Duration.ofSeconds(1));
        assertThat(next.unseen(other)).isEmpty();
    }

    @Test
    void aParentThatIsGoneIsForgotten() {
        writes.wrote(PARENT, store, child("u", "5"));
        assertThat(writes.unseen(PARENT)).isPresent();

        writes.forget(PARENT);

        assertThat(writes.isParked(PARENT)).isFalse();
        assertThat(writes.unseen(PARENT)).isEmpty();
    }
}
