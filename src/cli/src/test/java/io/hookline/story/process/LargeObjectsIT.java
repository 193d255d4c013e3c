package io.hookline.story.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.docs.Figure;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A watcher of many large objects, in a heap that is hardly larger than their JSON. The API server has another heap. */
class LargeObjectsIT {

    private static final int SIZE = 64 << 10;
    private static final int PAGE = 500;

    @TempDir
    private Path folder;

    private final Set<String> synced = ConcurrentHashMap.newKeySet();
    private EmbeddedServer server;
    private TestHook hook;

    @BeforeEach
    void start() throws IOException {
        server = new EmbeddedServer(folder);
        hook = new TestHook(request -> {
            synced.add(request.at("/object/metadata/name").asText());
            return TestHook.NOTHING;
        });
    }

    @AfterEach
    void stop() {
        hook.close();
        server.close();
    }

    private void fill(int objects) {
        for (int i = 0; i < objects; i++) {
            server.configMap("large-" + i, "large", SIZE);
        }
        server.decorate("large", "configmaps", "large", hook.url());
    }

    /** Returns the seconds from the start of a process until each object was synced once. */
    private double secondsToFirstSyncs(int objects, Path kubeconfig, String heap) throws IOException {
        long start = System.nanoTime();
        try (WatchProcess watcher = WatchProcess.start(kubeconfig, folder, heap)) {
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

    @Test
    void fiveHundredObjectsOf64KibFitIntoAHeapOf64Mib() throws IOException {
        fill(500);

        Figure.of("first syncs of 500 objects of 64 KiB in a heap of 64 MiB", "s")
                .atMost(60)
                .is(secondsToFirstSyncs(500, server.kubeconfig, "64m"));
    }

    @Test
    @Tag("soak")
    void fiveThousandObjectsOf64KibFitIntoAHeapOf400Mib() throws IOException {
        fill(5000);

        Figure.of("first syncs of 5000 objects of 64 KiB in a heap of 400 MiB", "s")
                .atMost(60)
                .is(secondsToFirstSyncs(5000, server.kubeconfig, "400m"));
    }

    @Test
    @Tag("soak")
    void fiveThousandObjectsOf64KibFitIntoAHeapOf400MibInPagesToo() throws IOException {
        fill(5000);
        try (OlderServer older = new OlderServer(URI.create(server.url()))) {
            Path kubeconfig = Files.writeString(
                    folder.resolve("older.kubeconfig"),
                    Files.readString(server.kubeconfig).replace(server.url(), older.url()));

            Figure.of("first syncs of 5000 objects of 64 KiB, read in pages, in a heap of 400 MiB", "s")
                    .atMost(60)
                    .is(secondsToFirstSyncs(5000, kubeconfig, "400m"));
            assertThat(server.reads("configmaps")).isGreaterThanOrEqualTo(5000 / PAGE);
        }
    }
}
