package io.hookline.story.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.docs.Figure;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The memory of ten controllers of one kind, compared with that of one. */
class SharedCacheHeapIT {

    private static final int OBJECTS = 10_000;
    private static final int SIZE = 3 << 10;
    private static final int TEAMS = 10;

    /** Parents of its own for each controller. */
    private static final int PARENTS_OF_A_TEAM = 50;

    @TempDir
    private Path folder;

    private static ConditionFactory soon() {
        return Awaitility.await().atMost(Duration.ofSeconds(60)).pollInterval(Duration.ofMillis(50));
    }

    private static void fill(EmbeddedServer server) {
        for (int i = 0; i < OBJECTS; i++) {
            server.configMap("object-" + i, i < TEAMS * PARENTS_OF_A_TEAM ? "team-" + i % TEAMS : "none", SIZE);
        }
    }

    @Test
    void tenControllersOfOneKindShareOneCache() throws Exception {
        Set<String> synced = ConcurrentHashMap.newKeySet();
        try (EmbeddedServer server = new EmbeddedServer(folder);
                TestHook hook = new TestHook(request -> {
                    synced.add(request.at("/object/metadata/name").asText());
                    return TestHook.NOTHING;
                })) {
            fill(server);
            server.decorate("team-0", "configmaps", "team-0", hook.url());
            long before = server.reads("configmaps");
            try (WatchProcess watcher = WatchProcess.start(server.kubeconfig, folder, "256m")) {
                soon().until(() -> watcher.cached("configmaps") == OBJECTS && synced.size() == PARENTS_OF_A_TEAM);
                long one = watcher.liveHeap();
                for (int team = 1; team < TEAMS; team++) {
                    server.decorate("team-" + team, "configmaps", "team-" + team, hook.url());
                }
                soon().until(() -> synced.size() == TEAMS * PARENTS_OF_A_TEAM);
                long ten = watcher.liveHeap();

                assertThat(watcher.cached("configmaps")).isEqualTo(OBJECTS);
                assertThat(server.reads("configmaps") - before).isLessThanOrEqualTo(2);
                Figure.of("heap of ten controllers of one kind, more than that of one", "%")
                        .atMost(15)
                        .is(100.0 * (ten - one) / one);
            }
        }
    }

    /** What the cache does not share: the memory of the last sync of each parent. */
    @Test
    @Tag("soak")
    void aParentCostsItsControllerLittleMoreThanItsCachedObject() throws Exception {
        Set<String> synced = ConcurrentHashMap.newKeySet();
        try (EmbeddedServer server = new EmbeddedServer(folder);
                TestHook hook = new TestHook(request -> {
                    synced.add(request.at("/object/metadata/name").asText());
                    return TestHook.NOTHING;
                })) {
            for (int i = 0; i < OBJECTS; i++) {
                server.configMap("object-" + i, i == 0 ? "one" : "all", SIZE);
            }
            server.decorate("one", "configmaps", "one", hook.url());
            try (WatchProcess watcher = WatchProcess.start(server.kubeconfig, folder, "256m")) {
                soon().until(() -> watcher.cached("configmaps") == OBJECTS && synced.size() == 1);
                long one = watcher.liveHeap();
                server.decorate("all", "configmaps", "all", hook.url());
                soon().until(() -> synced.size() == OBJECTS);

                Figure.of("heap of one more parent whose object is cached already", "bytes")
                        .atMost(3000)
                        .is((watcher.liveHeap() - one) / (OBJECTS - 1));
            }
        }
    }
}
