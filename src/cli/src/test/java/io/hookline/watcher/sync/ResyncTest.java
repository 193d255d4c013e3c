package io.hookline.watcher.sync;

import static io.hookline.watcher.WatcherFixture.hooks;
import static io.hookline.watcher.WatcherFixture.soon;
import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.object.GroupVersionKind;
import io.hookline.object.LabelSelector;
import io.hookline.object.ObjectKey;
import io.hookline.queue.ManualClock;
import io.hookline.queue.RateLimits;
import io.hookline.queue.WorkQueue;
import io.hookline.watcher.WatcherFixture;
import io.hookline.watcher.WatcherOptions;
import io.hookline.watcher.model.ParentKey;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** When parents are synced without any change. */
class ResyncTest {

    private static WatcherFixture world(Duration cacheFlushInterval) {
        WatcherOptions options = new WatcherOptions(
                5,
                Duration.ofSeconds(30),
                cacheFlushInterval,
                LabelSelector.EVERYTHING,
                1.0 / 300,
                25,
                Duration.ofSeconds(5),
                "default");
        return new WatcherFixture(WatcherFixture.newCluster(), cluster -> cluster, InstantSource.system(), options);
    }

    private static void awaitResyncs(WatcherFixture world, String rules) {
        world.composite("c", rules + hooks("sync"));
        world.thing("p", "{}");
        world.thing("q", "{}");

        soon().until(() -> calls(world, "p").size() >= 5 && calls(world, "q").size() >= 5);

        // our own status is one change; all that follows happens without any
        assertThat(calls(world, "p").subList(2, 5))
                .containsOnly(calls(world, "p").get(2));
    }

    /** The states of a parent with which its hook was called. */
    private static List<String> calls(WatcherFixture world, String parent) {
        return world.calls.stream()
                .filter(call -> call.parent().name().equals(parent))
                .map(call -> call.parent().resourceVersion())
                .toList();
    }

    @Test
    void everyParentIsSyncedAgainAfterItsControllersResyncPeriod() {
        try (WatcherFixture world = world(Duration.ofMinutes(30))) {
            awaitResyncs(world, "resyncPeriodSeconds: 1\n");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "resyncPeriodSeconds: 3600\n"})
    void everyParentIsSyncedAgainAfterTheCacheFlushIntervalWhichNoControllerMakesLonger(String rules) {
        try (WatcherFixture world = world(Duration.ofMillis(500))) {
            awaitResyncs(world, rules);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"PT0S", "PT-1S"})
    void withoutACacheFlushIntervalNoParentIsSyncedAgainAsInMetacontroller(Duration never) {
        ManualClock clock = new ManualClock();
        WorkQueue<ParentKey> queue = new WorkQueue<>(clock, RateLimits.defaults(clock));

        new SyncSchedule(queue, never)
                .resync(new ParentKey(GroupVersionKind.of("v1", "Thing"), new ObjectKey("n", "p")));
        clock.advance(Duration.ofDays(1));

        assertThat(queue.poll()).isEmpty();
    }

    @Test
    void withoutACacheFlushIntervalAControllerHasItsOwnResyncPeriod() {
        try (WatcherFixture world = world(Duration.ZERO)) {
            world.composite("c", "resyncPeriodSeconds: 1\n" + hooks("sync"));
            long start = System.nanoTime();
            world.thing("p", "{}");

            soon().until(() -> calls(world, "p").size() >= 5);

            assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThan(Duration.ofMillis(900));
        }
    }

    @Test
    void parentsThatCameTogetherAreResyncedApartAndNeverLate() {
        ManualClock clock = new ManualClock();
        WorkQueue<ParentKey> queue = new WorkQueue<>(clock, RateLimits.defaults(clock));
        SyncSchedule schedule = new SyncSchedule(queue, Duration.ofSeconds(1000));
        for (int i = 0; i < 1000; i++) {
            schedule.resync(new ParentKey(GroupVersionKind.of("v1", "Thing"), new ObjectKey("n", "p" + i)));
        }
        List<Integer> due = new ArrayList<>();
        clock.advance(Duration.ofSeconds(899));
        for (int second = 0; second <= 101; second++) {
            int now = 0;
            while (queue.poll().isPresent()) {
                now++;
            }
            due.add(now);
            clock.advance(Duration.ofSeconds(1));
        }

        assertThat(due.getFirst()).as("none more than a tenth early").isZero();
        assertThat(due.stream().mapToInt(Integer::intValue).sum()).isEqualTo(1000);
        assertThat(due).allSatisfy(atOnce -> assertThat(atOnce).isLessThan(100));
    }
}
