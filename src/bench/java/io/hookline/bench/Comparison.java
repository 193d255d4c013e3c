package io.hookline.bench;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The CPU times of two variants of the watcher, which ran in turns: medians for each scenario, and their ratio. The first variant
 * is the one that the other is compared with.
 */
final class Comparison {

    /** The CPU times of one scenario, in seconds or milliseconds, by variant. */
    private final Map<String, Map<String, List<Double>>> times = new LinkedHashMap<>();

    void add(String variant, Row row) {
        // Without changes, runs of equal length have different numbers of calls.
        String figure = row.scenario().equals("noop") ? "cpuMsPerCall" : "cpuSeconds";
        times.computeIfAbsent(row.scenario(), _ -> new LinkedHashMap<>())
                .computeIfAbsent(variant, _ -> new ArrayList<>())
                .add(((Number) Objects.requireNonNull(row.figures().get(figure))).doubleValue());
    }

    void table(PrintStream out) {
        times.forEach((scenario, variants) -> {
            double first = 0;
            for (Map.Entry<String, List<Double>> each : variants.entrySet()) {
                double median = median(each.getValue());
                first = first == 0 ? median : first;
                out.printf(
                        "%-14s %-18s median %8.3f  x %.2f  of %s%n",
                        scenario, each.getKey(), median, median / first, each.getValue());
            }
        });
    }

    private static double median(List<Double> times) {
        List<Double> sorted = times.stream().sorted().toList();
        int half = sorted.size() / 2;
        return sorted.size() % 2 == 1 ? sorted.get(half) : (sorted.get(half - 1) + sorted.get(half)) / 2;
    }
}
