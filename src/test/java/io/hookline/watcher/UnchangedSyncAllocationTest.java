package io.hookline.watcher;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.hookline.object.KubeObject;
import io.hookline.queue.Priority;
import io.hookline.reconcile.ControllerLoop;
import io.hookline.reconcile.LoopObserver;
import io.hookline.trace.Cause;
import io.hookline.watcher.model.ParentKey;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** What a sync that changes nothing allocates, with its way through the queue. */
class UnchangedSyncAllocationTest {

    /** 8,593 B before the causes of a sync had a type, and 300 B more. */
    private static final long MOST = 8_893;

    private static final int ROUNDS = 20;
    private static final int SYNCS = 500;

    @Test
    void itAllocatesLittle() {
        LocalWorld world = new LocalWorld();
        ParentKey key = ParentKey.of(world.thing("p"));
        try (HandDrivenController controller =
                new HandDrivenController(world.cluster, Composites.ofConfigMaps("InPlace"))) {
            controller.hook = _ -> Composites.children(Composites.configMap("a"), Composites.configMap("b"))
                    .getBytes(StandardCharsets.UTF_8);
            controller.run(Duration.ofSeconds(1));
            controller.run(Duration.ofSeconds(1));
            KubeObject child = world.get("configmaps", "a");
            var queue = controller.assembly.queue();
            var loop =
                    new ControllerLoop<>("c", queue, controller.parts.reconciler(), new LoopObserver<ParentKey>() {});
            ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();

            // The least of several rounds: the compiler removes allocations at some time in the first ones.
            long least = LongStream.range(0, ROUNDS)
                    .map(_ -> {
                        long before = threads.getCurrentThreadAllocatedBytes();
                        for (int i = 0; i < SYNCS; i++) {
                            queue.add(key, Priority.CHANGE, Cause.of("", child, "changed"));
                            controller.clock.advance(Duration.ofSeconds(2));
                            loop.runOne();
                        }
                        return (threads.getCurrentThreadAllocatedBytes() - before) / SYNCS;
                    })
                    .min()
                    .orElseThrow();

            assertThat(controller.calls).hasSizeGreaterThan(ROUNDS * SYNCS);
            assertThat(least).isLessThanOrEqualTo(MOST);
        }
    }
}
