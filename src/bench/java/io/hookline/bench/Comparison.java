package io.hookline.bench;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What two variants of the watcher cost, which ran in turns: medians of the figures of each scenario, and their ratio. The first variant
 * is the one that the other is compared with.
 */
final class Comparison {

    /** The figures of a scenario that are not, or not only, its CPU time. */
    private static final Map<String, List<String>> FIGURES = Map.of(
            "noop", List.of("cpuMsPerCall"), // without changes, runs of equal length have different numbers of calls
            "idle", List.of("residentMiB"),
            "memory", List.of("cpuSeconds", "residentMiB"),
            "latency", List.of("childrenP50Ms", "childrenP99Ms", "allP50Ms", "allP99Ms"));

    /** The values of one figure of one scenario, by variant. */
    private final Map<String, Map<String, List<Double>>> values = new LinkedHashMap<>();

    void add(String variant, Row row) {
        for (String figure : FIGURES.getOrDefault(row.scenario(), List.of("cpuSeconds"))) {
            if (row.figures().get(figure) instanceof Number number) { // noop without a call has none
                values.computeIfAbsent(row.scenario() + " " + figure, _ -> new LinkedHashMap<>())
                        .computeIfAbsent(variant, _ -> new ArrayList<>())
                        .add(number.doubleValue());
            }
        }
    }

    void table(PrintStream out) {
        values.forEach((figure, variants) -> {
            double first = 0;
            for (Map.Entry<String, List<Double>> each : variants.entrySet()) {
                double median = median(each.getValue());
                first = first == 0 ? median : first;
                out.printf(
                        "%-22s %-18s median %8.3f  x %.2f  of %s%n",
                        figure, each.getKey(), median, median / first, each.getValue());
            }
        });
    }

    private static double median(List<Double> values) {
        List<Double> sorted = values.stream().sorted().toList();
        int half = sorted.size() / 2;
        return sorted.size() % 2 == 1 ? sorted.get(half) : (sorted.get(half - 1) + sorted.get(half)) / 2;
    }
}
