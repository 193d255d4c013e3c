package io.hookline.watcher.sync;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.apply.Child;
import io.hookline.object.ApiResource;
import io.hookline.object.KubeObject;
import io.hookline.queue.ManualClock;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** When a parent is synced again because another object has the name of a desired child. */
class NameConflictsTest {

    private static final ApiResource CONFIG_MAPS = new ApiResource(
            "v1", "configmaps", "configmap", "ConfigMap", true, List.of(), List.of(), Set.of(), Set.of());

    private final ManualClock clock = new ManualClock();
    private final NameConflicts conflicts = new NameConflicts(clock);

    private static Child child(String name) {
        return Child.observed(
                CONFIG_MAPS,
                KubeObject.of(
                        "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"namespace\":\"n\",\"name\":\""
                                + name + "\"}}"));
    }

    @Test
    void theDelayGrowsWithEachCheckThatWasDue() {
        for (int seconds : List.of(1, 2, 4, 8, 16, 32, 64, 128, 256, 256)) {
            Duration delay = conflicts.untilNextCheck(child("a"));
            assertThat(delay).isEqualTo(Duration.ofSeconds(seconds));
            clock.advance(delay);
        }
    }

    @Test
    void syncsThatOtherEventsCauseDoNotPutTheNextCheckOff() {
        conflicts.untilNextCheck(child("a"));
        clock.advance(Duration.ofMillis(400));

        for (int i = 0; i < 10; i++) {
            assertThat(conflicts.untilNextCheck(child("a"))).isEqualTo(Duration.ofMillis(600));
        }
    }

    @Test
    void theAgeIsTheTimeSinceTheFirstCheck() {
        assertThat(conflicts.age(child("a"))).isEqualTo(Duration.ZERO);
        conflicts.untilNextCheck(child("a"));
        clock.advance(Duration.ofSeconds(2));
        conflicts.untilNextCheck(child("a"));
        clock.advance(Duration.ofSeconds(1));

        assertThat(conflicts.age(child("a"))).isEqualTo(Duration.ofSeconds(3));
        conflicts.keepOnly(List.of());
        assertThat(conflicts.age(child("a"))).isEqualTo(Duration.ZERO);
    }

    @Test
    void aConflictThatIsOverIsForgotten() {
        conflicts.untilNextCheck(child("a"));
        assertThat(conflicts.warnOnce(child("a"), "taken")).isTrue();
        assertThat(conflicts.warnOnce(child("a"), "taken")).isFalse();
        conflicts.untilNextCheck(child("b"));
        conflicts.warnOnce(child("b"), "also taken");
        clock.advance(Duration.ofSeconds(1));
        assertThat(conflicts.warnings()).containsExactly("also taken", "taken");

        conflicts.keepOnly(List.of(child("b")));

        assertThat(conflicts.warnings()).containsExactly("also taken");
        assertThat(conflicts.untilNextCheck(child("a"))).isEqualTo(NameConflicts.FIRST);
        assertThat(conflicts.warnOnce(child("a"), "taken")).as("a new conflict").isTrue();
        assertThat(conflicts.untilNextCheck(child("b"))).isEqualTo(Duration.ofSeconds(2));
    }
}
