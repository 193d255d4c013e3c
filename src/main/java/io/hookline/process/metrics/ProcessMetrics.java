package io.hookline.process.metrics;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.UnixOperatingSystemMXBean;
import io.micrometer.core.instrument.MeterRegistry;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.prometheus.metrics.model.snapshots.SummarySnapshot;
import io.prometheus.metrics.model.snapshots.SummarySnapshot.SummaryDataPointSnapshot;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryUsage;
import java.util.Map;
import java.util.function.ToLongFunction;

/** CPU time, memory and files of this process, with the names of all Prometheus clients, and of its JVM. */
public final class ProcessMetrics implements MultiCollector {

    private static final double NANOS = 1e9;
    private static final double MILLIS = 1e3;

    private ProcessMetrics() {}

    /** Adds the metrics to a registry, once for a process. */
    public static void addTo(MeterRegistry registry) {
        MetricFamilies.of(registry).register(new ProcessMetrics());
    }

    @Override
    public MetricSnapshots collect() {
        MetricSnapshots.Builder all = MetricSnapshots.builder();
        addProcess(all);
        addFiles(all);
        addMemory(all);
        addThreads(all);
        all.metricSnapshot(collections());
        return all.build();
    }

    private static void addProcess(MetricSnapshots.Builder all) {
        all.metricSnapshot(gauge(
                "process_start_time_seconds",
                "When the process started, in seconds since 1970.",
                ManagementFactory.getRuntimeMXBean().getStartTime() / MILLIS));
        if (ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean system) {
            all.metricSnapshot(CounterSnapshot.builder()
                    .name("process_cpu_seconds")
                    .help("CPU time that the process has used.")
                    .dataPoint(CounterDataPointSnapshot.builder()
                            .value(system.getProcessCpuTime() / NANOS)
                            .build())
                    .build());
        }
        ProcMemory.ofThisProcess()
                .forEach((name, bytes) -> all.metricSnapshot(gauge(name, "Memory of the process.", bytes)));
    }

    private static void addFiles(MetricSnapshots.Builder all) {
        if (ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean system) {
            all.metricSnapshot(
                    gauge("process_open_fds", "Open file descriptors.", (double) system.getOpenFileDescriptorCount()));
            all.metricSnapshot(gauge("process_max_fds", "Maximum of open file descriptors.", (double)
                    system.getMaxFileDescriptorCount()));
        }
    }

    private static void addMemory(MetricSnapshots.Builder all) {
        all.metricSnapshot(memory("jvm_memory_used_bytes", "Used memory of the JVM.", MemoryUsage::getUsed));
        all.metricSnapshot(
                memory("jvm_memory_committed_bytes", "Committed memory of the JVM.", MemoryUsage::getCommitted));
        all.metricSnapshot(
                memory("jvm_memory_max_bytes", "Maximum memory of the JVM; -1 for none.", MemoryUsage::getMax));
    }

    private static GaugeSnapshot memory(String name, String help, ToLongFunction<MemoryUsage> value) {
        var bean = ManagementFactory.getMemoryMXBean();
        GaugeSnapshot.Builder gauge = GaugeSnapshot.builder().name(name).help(help);
        Map.of("heap", bean.getHeapMemoryUsage(), "nonheap", bean.getNonHeapMemoryUsage())
                .forEach((area, usage) -> gauge.dataPoint(GaugeDataPointSnapshot.builder()
                        .labels(Labels.of("area", area))
                        .value((double) value.applyAsLong(usage))
                        .build()));
        return gauge.build();
    }

    private static void addThreads(MetricSnapshots.Builder all) {
        all.metricSnapshot(gauge(
                "jvm_threads_current",
                "Platform threads; virtual threads are not counted.",
                ManagementFactory.getThreadMXBean().getThreadCount()));
        all.metricSnapshot(gauge(
                "jvm_classes_loaded",
                "Loaded classes.",
                ManagementFactory.getClassLoadingMXBean().getLoadedClassCount()));
    }

    private static SummarySnapshot collections() {
        SummarySnapshot.Builder summary =
                SummarySnapshot.builder().name("jvm_gc_collection_seconds").help("Garbage collections.");
        for (GarbageCollectorMXBean gc : ManagementFactory.getGarbageCollectorMXBeans()) {
            summary.dataPoint(SummaryDataPointSnapshot.builder()
                    .labels(Labels.of("gc", gc.getName()))
                    .count(Math.max(0, gc.getCollectionCount()))
                    .sum(Math.max(0, gc.getCollectionTime()) / MILLIS)
                    .build());
        }
        return summary.build();
    }

    private static GaugeSnapshot gauge(String name, String help, double value) {
        return GaugeSnapshot.builder()
                .name(name)
                .help(help)
                .dataPoint(GaugeDataPointSnapshot.builder().value(value).build())
                .build();
    }
}
