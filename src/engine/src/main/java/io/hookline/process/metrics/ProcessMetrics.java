package io.hookline.process.metrics;

import io.prometheus.metrics.instrumentation.jvm.JvmClassLoadingMetrics;
import io.prometheus.metrics.instrumentation.jvm.JvmGarbageCollectorMetrics;
import io.prometheus.metrics.instrumentation.jvm.JvmMemoryMetrics;
import io.prometheus.metrics.instrumentation.jvm.JvmThreadsMetrics;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** CPU time, memory and files of this process, with the names of all Prometheus clients, and of its JVM. */
public final class ProcessMetrics {

    private static final Path LIMITS = Path.of("/proc/self/limits");
    private static final String ADDRESS_SPACE = "Max address space";

    /** What Go's client reports if there is no limit. */
    private static final double UNLIMITED = 1.8446744073709552e19;

    private ProcessMetrics() {}

    /** Adds the metrics to a registry, once for a process. */
    public static void addTo(PrometheusRegistry registry) {
        io.prometheus.metrics.instrumentation.jvm.ProcessMetrics.builder().register(registry);
        JvmMemoryMetrics.builder().register(registry);
        JvmThreadsMetrics.builder().register(registry);
        JvmGarbageCollectorMetrics.builder().register(registry);
        JvmClassLoadingMetrics.builder().register(registry);
        new MetricFamilies(registry)
                .gauge(
                        "process_virtual_memory_max_bytes",
                        "Maximum amount of virtual memory available in bytes.",
                        values -> limits().ifPresent(values::call));
    }

    private static Optional<Double> limits() {
        try {
            return addressSpace(Files.readAllLines(LIMITS));
        } catch (IOException _) {
            return Optional.empty(); // not Linux
        }
    }

    /** The limit of the address space, which Go's client shows and Java's does not. */
    static Optional<Double> addressSpace(List<String> limits) {
        return limits.stream()
                .filter(line -> line.startsWith(ADDRESS_SPACE))
                .map(line -> line.substring(ADDRESS_SPACE.length()).strip().split("\\s+", -1)[0])
                .map(soft -> soft.equals("unlimited") ? UNLIMITED : Double.parseDouble(soft))
                .findFirst();
    }
}
