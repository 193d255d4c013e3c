package io.hookline.story.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.docs.Figure;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Answers of very many small children end neither the watcher nor its other controllers. The API server has another heap. */
class LargeAnswerIT {

    private static final int PARENTS = 6;

    @TempDir
    private Path folder;

    private final Set<String> asked = ConcurrentHashMap.newKeySet();
    private final Set<String> neighbours = ConcurrentHashMap.newKeySet();
    private EmbeddedServer server;
    private TestHook neighbour;

    @BeforeEach
    void start() throws IOException {
        server = new EmbeddedServer(folder);
        neighbour = new TestHook(request -> {
            neighbours.add(request.at("/object/metadata/name").asText());
            return TestHook.NOTHING;
        });
        server.decorate("neighbour", "configmaps", "neighbour", neighbour.url());
    }

    @AfterEach
    void stop() {
        neighbour.close();
        server.close();
    }

    /** The API server refuses each of them by its name, so that none has to be stored there. */
    private static String attachments(int count) {
        return IntStream.range(0, count)
                .mapToObj(
                        i -> "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"UP-" + i + "\"}}")
                .collect(Collectors.joining(",", "{\"attachments\":[", "]}"));
    }

    /** Returns the longest time until the other controller has synced a new parent, in milliseconds. */
    private long longestOfTheNeighbour(int children, String failure) throws IOException {
        String answer = attachments(children);
        try (TestHook many = new TestHook(request -> {
                    asked.add(request.at("/object/metadata/name").asText());
                    return answer;
                });
                WatchProcess watcher = WatchProcess.start(server.kubeconfig, folder, "128m")) {
            server.decorate("many", "configmaps", "many", many.url());
            for (int i = 0; i < PARENTS; i++) {
                server.configMap("many-" + i, "many", 10);
            }
            Awaitility.await().atMost(Duration.ofMinutes(2)).until(() -> asked.size() == PARENTS);
            long longest = 0;
            for (int i = 0; i < 20; i++) {
                String name = "neighbour-" + i;
                long start = System.nanoTime();
                server.configMap(name, "neighbour", 10);
                Awaitility.await()
                        .atMost(Duration.ofMinutes(1))
                        .pollInterval(Duration.ofMillis(10))
                        .until(() -> neighbours.contains(name));
                longest = Math.max(
                        longest, Duration.ofNanos(System.nanoTime() - start).toMillis());
            }
            Awaitility.await()
                    .atMost(Duration.ofMinutes(2))
                    .until(() -> Pattern.compile(failure).matcher(watcher.log()).find());
            assertThat(watcher.isReady()).isTrue();
            assertThat(watcher.log()).doesNotContain("OutOfMemoryError");
            return longest;
        }
    }

    @Test
    void aHundredThousandChildrenAreTheFailureOfTheirParent() throws IOException {
        Figure.of("sync of another controller's parent beside answers of 100,000 children, in a heap of 128 MiB", "ms")
                .atMost(30_000)
                .is(longestOfTheNeighbour(100_000, "the answer lists 100000 objects"));
    }

    @Test
    void asManyChildrenAsTheHeapAllowsFailOneByOneInOneTextEach() throws IOException {
        Figure.of("sync of another controller's parent beside answers of 10,000 children, in a heap of 128 MiB", "ms")
                .atMost(30_000)
                .is(longestOfTheNeighbour(10_000, "; and 99\\d\\d more"));
    }
}
