package io.hookline.process.metrics;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The memory of this process as Linux shows it in {@code /proc}. */
final class ProcMemory {

    private static final long KIB = 1024;

    private static final Map<String, String> STATUS = Map.of(
            "VmRSS:", "process_resident_memory_bytes",
            "VmSize:", "process_virtual_memory_bytes");

    private static final String MAX = "process_virtual_memory_max_bytes";
    private static final String MAX_LINE = "Max address space";

    /** What Go's client reports if there is no limit. */
    private static final double UNLIMITED = 1.8446744073709552e19;

    private ProcMemory() {}

    /** Metrics by name, in bytes; empty on other systems. */
    static Map<String, Double> ofThisProcess() {
        try {
            return of(
                    Files.readAllLines(Path.of("/proc/self/status")), Files.readAllLines(Path.of("/proc/self/limits")));
        } catch (IOException _) {
            return Map.of();
        }
    }

    static Map<String, Double> of(List<String> status, List<String> limits) {
        Map<String, Double> all = new TreeMap<>();
        for (String line : status) {
            String[] words = line.split("\\s+", -1);
            String name = STATUS.get(words[0]);
            if (name != null) {
                all.put(name, (double) Long.parseLong(words[1]) * KIB);
            }
        }
        limits.stream()
                .filter(line -> line.startsWith(MAX_LINE))
                .map(line -> line.substring(MAX_LINE.length()).strip().split("\\s+", -1)[0])
                .forEach(soft -> all.put(MAX, soft.equals("unlimited") ? UNLIMITED : Double.parseDouble(soft)));
        return all;
    }
}
