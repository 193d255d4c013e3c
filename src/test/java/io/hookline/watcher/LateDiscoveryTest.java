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
            controller(attempt);
            soon().until(() -> asked.get() > before);
            clock.advance(Duration.ofMillis(1100));
        }
        int before = asked.get();
        world.apply(TestKinds.THING
                .replace("test.hookline.io", "late.hookline.io")
                .replace("thing", "late")
                .replace("Thing", "Late"));
        soon().until(() -> asked.get() > before);
        settle();
        hidden = false;
        clock.advance(Duration.ofSeconds(2));
        world.composite("other", hooks("sync")); // wakes the queue, whose clock is not the real one

        awaitEvent("Started early");
        assertThat(events("Started early")).hasSize(1);
    }
}
