package io.hookline.watcher;

import static io.hookline.watcher.WatcherFixture.hooks;
import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.docs.Figure;
import io.hookline.hook.protocol.HookException;
import io.hookline.object.KubeObject;
import io.hookline.object.ObjectKey;
import io.hookline.queue.ManualClock;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** How many events a parent gets whose syncs fail again and again. */
class FailingSyncEventsTest {

    private static final String EVENTS_OF_PARENT = "p.";

    private final ManualClock clock = new ManualClock();
    private final AtomicInteger writes = new AtomicInteger();
    private final Semaphore failed = new Semaphore(0);
    private final Interposed counting = request -> {
        if (request.resource().equals("events") && isAboutParent(request.arguments())) {
            writes.incrementAndGet();
        }
        return request.pass();
    };
    private final WatcherFixture world =
            new WatcherFixture(WatcherFixture.newCluster(), counting::before, clock, WatcherOptions.DEFAULTS);

    @AfterEach
    void close() {
        world.close();
    }

    private static boolean isAboutParent(Object... arguments) {
        return Arrays.stream(arguments)
                .map(each -> switch (each) {
                    case KubeObject event -> event.name();
                    case ObjectKey event -> event.name();
                    default -> "";
                })
                .anyMatch(name -> name.startsWith(EVENTS_OF_PARENT));
    }

    /** Changes the parent so often that its hook fails again each time, with some time before each; returns the events written. */
    private int writesFor(int syncs, Duration pause) throws InterruptedException {
        int before = writes.get();
        for (int i = 0; i < syncs; i++) {
            failed.drainPermits();
            clock.advance(pause);
            world.thing("p", "{at: \"" + clock.instant() + "\"}");
            assertThat(failed.tryAcquire(60, TimeUnit.SECONDS)).isTrue();
        }
        QuietPeriod.await(300, writes::get);
        return writes.get() - before;
    }

    @Test
    void aThousandFailingSyncsOfOneParentWriteFewEvents() throws InterruptedException {
        world.hook = _ -> {
            failed.release();
            throw new HookException("unsupported status code: 500 body: failed");
        };
        world.composite("c", hooks("sync"));

        Figure.of("event writes for 1000 failing syncs of one parent", "writes")
                .atMost(25)
                .is(writesFor(1000, Duration.ofMillis(100)));
        assertThat(world.calls).hasSizeGreaterThanOrEqualTo(1000);
        Figure.of("event writes in the next hour, in which 360 more syncs of this parent fail", "writes")
                .atMost(12)
                .is(writesFor(360, Duration.ofSeconds(10)));
    }
}
