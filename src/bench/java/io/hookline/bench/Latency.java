package io.hookline.bench;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A scenario in which one parent at a time is changed.
 *
 * @param changes the number of changes
 */
record Latency(int changes) {

    private static final Duration PAUSE = Duration.ofMillis(30);
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    /** Measures the time from a change until the watches of the bench show the last child, and also the status. */
    Row run(Testbed bed) throws InterruptedException {
        List<String> parents = bed.load().parentNames();
        for (int i = 0; i < changes / 2; i++) {
            change(bed, parents.get(i % parents.size()), new ArrayList<>(), new ArrayList<>());
        }
        List<Double> children = new ArrayList<>();
        List<Double> all = new ArrayList<>();
        bed.awaitQuiet();
        Reading before = bed.read();
        for (int i = 0; i < changes; i++) {
            change(bed, parents.get(i % parents.size()), children, all);
        }
        return Row.between("latency", before, bed.read())
                .with("childrenP50Ms", at(children, 0.5))
                .with("childrenP99Ms", at(children, 0.99))
                .with("allP50Ms", at(all, 0.5))
                .with("allP99Ms", at(all, 0.99))
                .with(
                        "note",
                        "children p50/p99 %.1f/%.1f ms, and status %.1f/%.1f ms"
                                .formatted(at(children, 0.5), at(children, 0.99), at(all, 0.5), at(all, 0.99)));
    }

    private static void change(Testbed bed, String parent, List<Double> children, List<Double> all)
            throws InterruptedException {
        int round = bed.nextRound();
        Progress.Expectation everything = bed.expect(parent, round);
        Progress.Expectation childrenOnly = bed.expectChildren(parent, round);
        long start = System.nanoTime();
        bed.scenery().changeParent(parent, round);
        children.add((childrenOnly.await(TIMEOUT) - start) / 1e6);
        all.add((everything.await(TIMEOUT) - start) / 1e6);
        bed.pause(PAUSE);
    }

    private static double at(List<Double> millis, double share) {
        List<Double> sorted = millis.stream().sorted().toList();
        return sorted.get((int) Math.min(sorted.size() - 1L, Math.floor(share * sorted.size())));
    }
}
