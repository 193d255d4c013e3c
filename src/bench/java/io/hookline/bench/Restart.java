package io.hookline.bench;

import java.time.Duration;
import org.awaitility.Awaitility;

/** Scenarios in which the watcher starts when everything has converged. */
final class Restart {

    private static final Duration TIMEOUT = Duration.ofMinutes(20);

    private Restart() {}

    /** Restarts the watcher. The wall time ends when every parent was synced. */
    static Row run(Testbed bed) throws InterruptedException {
        bed.stopWatcher();
        bed.awaitQuiet();
        bed.hook().forgetParents();
        Reading before = bed.read();
        bed.startWatcher();
        Awaitility.await("every parent is synced")
                .atMost(TIMEOUT)
                .pollInterval(Duration.ofMillis(20))
                .until(() -> bed.hook().parentsSeen() == bed.load().parents());
        double wall = (System.nanoTime() - before.nanos()) / 1e9;
        bed.awaitQuiet();
        Reading after = bed.read();
        double calls =
                (double) after.hook().minus(before.hook()).calls() / bed.load().parents();
        return Row.between("restart", before, after)
                .with("wallSeconds", wall)
                .with("callsPerParent", calls)
                .with("note", "%.2f calls/parent".formatted(calls));
    }

    /** Restarts the watcher, and reports its memory and the size of all children as JSON. */
    static Row memory(Testbed bed) throws InterruptedException {
        Row row = run(bed);
        long bytes = bed.scenery().childBytes();
        return new Row("memory", row.figures())
                .with("childBytes", bytes)
                .with("note", "children are %d MiB of JSON".formatted(bytes >> 20));
    }
}
