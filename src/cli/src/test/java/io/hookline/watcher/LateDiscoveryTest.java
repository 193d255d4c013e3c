package io.hookline.watcher;

import static io.hookline.watcher.WatcherFixture.hooks;
import static io.hookline.watcher.WatcherFixture.soon;

import io.hookline.cluster.Cluster;
import io.hookline.cluster.Discovery;
import io.hookline.queue.ManualClock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** A server shows a new kind in discovery some moments after it has announced its definition. */
class LateDiscoveryTest extends ReconcileSuite {

    private final ManualClock clock = new ManualClock();
    private final AtomicInteger asked = new AtomicInteger();
    private final AtomicInteger answered = new AtomicInteger();
    private final ThreadLocal<Boolean> asking = ThreadLocal.withInitial(() -> false);
    private volatile boolean hidden = true;

    @Override
    public WatcherFixture open(UnaryOperator<Cluster> between) {
        return new WatcherFixture(WatcherFixture.newCluster(), this::hiding, this::instant, WatcherOptions.DEFAULTS);
    }

    /** A caller of discovery reads the clock next, to remember the time; it must not continue before that. */
    private Instant instant() {
        Instant now = clock.instant();
        if (asking.get()) {
            asking.remove();
            answered.incrementAndGet();
        }
        return now;
    }

    private Cluster hiding(Cluster next) {
        Interposed late = request -> {
            if (!request.verb().equals("discover")) {
                return request.pass();
            }
            asked.incrementAndGet();
            Discovery all = (Discovery) request.pass();
            asking.set(true);
            return hidden ? without("lates", all) : all;
        };
        return late.before(next);
    }

    private static Discovery without(String plural, Discovery all) {
        return new Discovery(
                all.resources().stream()
                        .filter(resource -> !resource.plural().equals(plural))
                        .toList(),
                List.of());
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

    /** Waits until discovery was called since then, and no call runs. */
    private void awaitAnswer(int since) {
        soon().until(() -> answered.get() > since && answered.get() == asked.get());
    }

    @Test
    void aControllerThatHasWaitedForItForLongIsTriedAgainSoon() {
        for (int attempt = 0; attempt < 13; attempt++) { // so that its own next attempt is far away
            int before = answered.get();
            controller(attempt);
            awaitAnswer(before);
            clock.advance(Duration.ofMillis(1100));
        }
        int before = answered.get();
        world.apply(TestKinds.kind("late.hookline.io", "late", "Late"));
        awaitAnswer(before);
        settle();
        hidden = false;
        awaitAnswer(before);
        world.apply("{apiVersion: late.hookline.io/v1, kind: Late, metadata: {name: p, namespace: default}, spec: {}}");
        clock.advance(Duration.ofSeconds(2));
        world.composite("other", hooks("sync")); // wakes the queue, whose clock is not the real one

        soon().until(() -> callsAbout("p").stream()
                .anyMatch(call -> call.controller().name().equals("early")));
    }
}
