package io.hookline.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.cluster.Watch;
import io.hookline.cluster.WatchEvent;
import io.hookline.cluster.WatchOptions;
import io.hookline.cluster.WriteOptions;
import io.hookline.object.ApiResource;
import io.hookline.object.KubeObject;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** How many objects and watches fit in a small heap. In a process of its own, whose heap it fills. */
class LocalClusterMemoryTest {

    private static final int OBJECTS = 10_000;
    private static final int WATCHES = 20;

    @Test
    void tenThousandObjectsOfTwoKilobytesAndTheirWatchesFitIn128Megabytes() throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx128m",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        LocalClusterMemoryTest.class.getName())
                .redirectErrorStream(true)
                .start();
        try {
            String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

            assertThat(printed.lines().toList()).contains("events " + 2 * OBJECTS * WATCHES);
        } finally {
            process.destroyForcibly();
        }
    }

    /** Writes each object twice, and reads all events of all watches. Prints their number, and the heap in use. */
    public static void main(String[] args) throws InterruptedException {
        LocalCluster cluster = LocalClusters.fresh();
        ApiResource maps = cluster.discover().find("v1", "configmaps").orElseThrow();
        List<Watch> watches = new ArrayList<>();
        String now = Long.toString(cluster.currentRevision());
        for (int i = 0; i < WATCHES; i++) {
            watches.add(cluster.watch(maps, WatchOptions.from(now, Duration.ofMinutes(10))));
        }
        long events = 0;
        for (int round = 0; round < 2; round++) {
            for (int i = 0; i < OBJECTS; i++) {
                KubeObject map =
                        KubeObject.of("{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"m"
                                + i + "\",\"namespace\":\"default\"},\"data\":{\"round\":\"" + round + "\",\"a\":\""
                                + "x".repeat(1800) + "\"}}");
                if (round == 0) {
                    cluster.create(maps, map, WriteOptions.PLAIN);
                } else {
                    cluster.update(maps, map, WriteOptions.PLAIN);
                }
                if (i % 1000 == 999) {
                    events += read(watches);
                }
            }
        }
        System.gc();
        Runtime runtime = Runtime.getRuntime();
        System.out.println("MB in use " + ((runtime.totalMemory() - runtime.freeMemory()) >> 20));
        System.out.println("events " + events);
        watches.forEach(Watch::close);
    }

    private static long read(List<Watch> watches) throws InterruptedException {
        long events = 0;
        for (Watch watch : watches) {
            Optional<WatchEvent> event = watch.poll(Duration.ZERO);
            while (event.isPresent()) {
                events++;
                event = watch.poll(Duration.ZERO);
            }
        }
        return events;
    }
}
