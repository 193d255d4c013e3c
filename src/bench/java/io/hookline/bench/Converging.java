package io.hookline.bench;

import java.time.Duration;

/** Scenarios in which every parent and child is written. */
final class Converging {

    static final Duration TIMEOUT = Duration.ofHours(1);

    private Converging() {}

    /** Parents and controller exist, then the watcher starts. */
    static Row cold(Testbed bed) throws InterruptedException {
        int round = bed.nextRound();
        double bare = bed.scenery().bareSeconds();
        bed.scenery().createParents(Places.GROUP, round);
        bed.scenery().createController(bed.hook().url());
        Reading before = bed.read();
        Progress.Expectation all = bed.expectAll(round);
        bed.startWatcher();
        return row(row("converge", bed, all, before), bare);
    }

    /** The watcher has converged before and still runs. Parents exist, then their controller is created. */
    static Row warm(Testbed bed) throws InterruptedException {
        bed.scenery().deleteController();
        bed.awaitQuiet();
        bed.scenery().clear(Places.GROUP);
        int round = bed.nextRound();
        double bare = bed.scenery().bareSeconds();
        bed.scenery().createParents(Places.GROUP, round);
        bed.awaitQuiet();
        Reading before = bed.read();
        Progress.Expectation all = bed.expectAll(round);
        bed.scenery().createController(bed.hook().url());
        return row(row("converge-warm", bed, all, before), bare);
    }

    /** All parents are changed. */
    static Row update(Testbed bed) throws InterruptedException {
        int round = bed.nextRound();
        Reading before = bed.read();
        Progress.Expectation all = bed.expectAll(round);
        bed.scenery().changeParents(round);
        return row("update", bed, all, before);
    }

    /** The wall time ends with the last object; all other figures include the work that follows until it is quiet. */
    private static Row row(String scenario, Testbed bed, Progress.Expectation all, Reading before)
            throws InterruptedException {
        double wall = (all.await(TIMEOUT) - before.nanos()) / 1e9;
        bed.awaitQuiet();
        return Row.between(scenario, before, bed.read()).with("wallSeconds", wall);
    }

    /** Adds the time of the bare client. */
    private static Row row(Row row, double bare) {
        double wall = (Double) row.figures().get("wallSeconds");
        return row.with("bareSeconds", bare).with("timesBare", wall / bare);
    }
}
