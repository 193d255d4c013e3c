package io.hookline.bench;

import java.time.Duration;
import org.awaitility.Awaitility;

/** Scenarios in which the watcher starts and finds everything as it should be. */
final class Restart {

    private static final Duration PATIENCE = Duration.ofMinutes(20);

    private Restart() {}

    /** The wall time is until every parent was synced. */
    static Row run(Testbed bed) throws InterruptedException {
        bed.stopWatcher();
        bed.awaitQuiet();
        bed.hook().forgetParents();
        Reading before = bed.read();
        bed.startWatcher();
        Awaitility.await("every parent is synced")
                .atMost(PATIENCE)
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

    /** The same, and how much memory is held for how much JSON when all is quiet. */
    static Row memory(Testbed bed) throws InterruptedException {
        Row row = run(bed);
        long bytes = bed.scenery().childBytes();
        return new Row("memory", row.figures())
                .with("childBytes", bytes)
                .with("note", "children are %d MiB of JSON".formatted(bytes >> 20));
    }
}
