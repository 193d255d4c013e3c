package io.hookline.manager;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.docs.Figure;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A watcher of many large objects, in a heap that is hardly larger than their JSON. The API server has another heap. */
class LargeObjectsIT {

    private static final int SIZE = 64 << 10;

    @TempDir
    private Path folder;

    /** Returns the seconds from the start of a process until each object was synced once. */
    private double secondsToFirstSyncs(int objects, String heap) throws Exception {
        Set<String> synced = ConcurrentHashMap.newKeySet();
        try (EmbeddedServer server = new EmbeddedServer(folder);
                TestHook hook = new TestHook(request -> {
                    synced.add(request.at("/object/metadata/name").asText());
                    return TestHook.NOTHING;
                })) {
            for (int i = 0; i < objects; i++) {
                server.configMap("large-" + i, "large", SIZE);
            }
            server.decorate("large", "configmaps", "large", hook.url());
            long start = System.nanoTime();
            try (WatchProcess watcher = WatchProcess.start(server.kubeconfig, folder, heap)) {
                Awaitility.await()
                        .atMost(Duration.ofMinutes(2))
                        .pollInterval(Duration.ofMillis(50))
                        .until(() -> {
                            assertThat(watcher.process().exitCode())
                                    .as(watcher.log())
                                    .isEmpty();
                            return synced.size() == objects;
                        });
                double seconds = Duration.ofNanos(System.nanoTime() - start).toMillis() / 1000.0;

                assertThat(watcher.cached("configmaps")).isEqualTo(objects);
                assertThat(watcher.log()).doesNotContain("OutOfMemoryError");
                return seconds;
            }
        }
    }

    @Test
    void fiveHundredObjectsOf64KibFitIntoAHeapOf64Mib() throws Exception {
        Figure.of("first syncs of 500 objects of 64 KiB in a heap of 64 MiB", "s")
                .atMost(60)
                .is(secondsToFirstSyncs(500, "64m"));
    }

    @Test
    @Tag("soak")
    void fiveThousandObjectsOf64KibFitIntoAHeapOf400Mib() throws Exception {
        Figure.of("first syncs of 5000 objects of 64 KiB in a heap of 400 MiB", "s")
                .atMost(60)
                .is(secondsToFirstSyncs(5000, "400m"));
    }
}
