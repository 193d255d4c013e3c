package io.hookline.watcher;

import static io.hookline.watcher.WatcherFixture.hooks;
import static io.hookline.watcher.WatcherFixture.soon;
import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.cluster.Cluster;
import io.hookline.cluster.Discovery;
import io.hookline.queue.ManualClock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** A server shows a new kind in discovery some moments after it has announced its definition. */
class LateDiscoveryTest extends ReconcileSuite {

    private final ManualClock clock = new ManualClock();
    /** In seconds; its own next attempt is much later. */
    private static final int SOON = 10;

    /** Longer than nobody asks again. */
    private static final Duration PAUSE = Duration.ofMillis(1100);

    private final AtomicInteger changes = new AtomicInteger();
    private final AtomicInteger asked = new AtomicInteger();
    private volatile boolean hidden = true;

    @Override
    WatcherFixture open(UnaryOperator<Cluster> between) {
        return new WatcherFixture(WatcherFixture.newCluster(), this::hiding, clock, WatcherOptions.DEFAULTS);
    }

    private Cluster hiding(Cluster next) {
        Interposed late = request -> {
            Object answer = request.pass();
            if (answer instanceof Discovery all && hidden) {
                asked.incrementAndGet();
                return new Discovery(
                        all.resources().stream()
                                .filter(resource -> !resource.plural().equals("lates"))
                                .toList(),
                        List.of());
            }
            return answer;
        };
        return late.before(next);
    }

    private void controller(int attempt) {
        world.apply("""
                apiVersion: metacontroller.k8s.io/v1alpha1
                kind: CompositeController
                metadata: {name: early, labels: {attempt: "%d"}}
                spec:
                  generateSelector: true
                  parentResource: {apiVersion: late.hookline.io/v1, resource: lates}
                """.formatted(attempt) + hooks("sync").indent(2));
    }

    @Test
    void aControllerThatHasWaitedForItForLongIsTriedAgainSoon() {
        for (int attempt = 0; attempt < 13; attempt++) { // so that its own next attempt is far away
            int before = asked.get();
            // The one who asked rests from when it has its answer, which may be after the clock went on.
            soon().until(() -> asked.get() > before || isAskedAfterAChange(before));
        }
        settle();
        clock.advance(PAUSE);
        world.apply(TestKinds.THING
                .replace("test.hookline.io", "late.hookline.io")
                .replace("thing", "late")
                .replace("Thing", "Late"));
        settle();
        hidden = false;

        AtomicInteger seconds = new AtomicInteger();
        soon().until(() -> isStarted() || (seconds.incrementAndGet() <= SOON && isStartedAfterASecond(seconds.get())));
        assertThat(events("Started early")).hasSize(1);
    }

    private boolean isAskedAfterAChange(int before) {
        clock.advance(PAUSE);
        controller(changes.incrementAndGet());
        return asked.get() > before;
    }

    private boolean isStarted() {
        return !events("Started early").isEmpty();
    }

    /** Another controller wakes the queue, whose clock is not the real one. */
    private boolean isStartedAfterASecond(int second) {
        clock.advance(Duration.ofSeconds(1));
        world.composite("other" + second, hooks("sync"));
        return isStarted();
    }
}
