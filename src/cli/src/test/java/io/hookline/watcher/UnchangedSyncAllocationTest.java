package io.hookline.watcher;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.hookline.object.KubeObject;
import io.hookline.queue.Priority;
import io.hookline.reconcile.ControllerLoop;
import io.hookline.reconcile.LoopObserver;
import io.hookline.spec.ControllerDecoder;
import io.hookline.trace.Cause;
import io.hookline.watcher.journal.Journal;
import io.hookline.watcher.model.ParentKey;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/**
 * What a sync that changes nothing allocates, with its way through the queue. In a process of its own with the compiler of the watcher, which
 * removes no allocations: with the other one, the figure depends on when it has compiled.
 */
class UnchangedSyncAllocationTest {

    /** 9,568 B. */
    private static final long MOST = 9_600;

    private static final int ROUNDS = 20;
    private static final int SYNCS = 500;

    /** What the journal may add to a sync with a trace. */
    private static final long MOST_OF_JOURNAL = 300;

    @Test
    void itAllocatesLittle() throws Exception {
        assertThat(bytes("")).isBetween(1_000L, MOST);
    }

    @Test
    void theJournalAddsLittle() throws Exception {
        assertThat(bytes("journal") - bytes("trace")).isBetween(0L, MOST_OF_JOURNAL);
    }

    private static long bytes(String mode) throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx512m",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        UnchangedSyncAllocationTest.class.getName(),
                        mode)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try {
            String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(printed.strip()).matches("[0-9]+");
            return Long.parseLong(printed.strip());
        } finally {
            process.destroyForcibly();
        }
    }

    /** Prints the bytes of one sync. */
    public static void main(String[] args) {
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
            LoopObserver<ParentKey> observer = args[0].equals("journal")
                    ? new Journal(Journal.Limits.CLUSTER, controller.clock)
                            .loop(ControllerDecoder.composite(Composites.ofConfigMaps("InPlace"))
                                    .value())
                    : new LoopObserver<>() {};
            var loop = args[0].isEmpty()
                    ? new ControllerLoop<>("c", queue, controller.assembly.reconciler(), observer)
                    : new ControllerLoop<>(
                            "c", queue, controller.assembly.reconciler(), observer, new SplittableRandom(1)::nextLong);
            ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
            // The least of several rounds: in the first ones, classes are loaded.
            System.out.println(LongStream.range(0, ROUNDS)
                    .map(_ -> {
                        long before = threads.getCurrentThreadAllocatedBytes();
                        for (int i = 0; i < SYNCS; i++) {
                            queue.add(key, Priority.CHANGE, Cause.of("", child, Cause.What.CHANGED));
                            controller.clock.advance(Duration.ofSeconds(2));
                            loop.runOne();
                        }
                        return (threads.getCurrentThreadAllocatedBytes() - before) / SYNCS;
                    })
                    .min()
                    .orElseThrow());
        }
    }
}
