package io.hookline.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.cluster.ClusterException;
import io.hookline.cluster.DeleteOptions.Propagation;
import io.hookline.cluster.ListOptions;
import io.hookline.cluster.Patch;
import io.hookline.cluster.Watch;
import io.hookline.cluster.WatchEvent;
import io.hookline.cluster.WatchOptions;
import io.hookline.cluster.WriteOptions;
import io.hookline.object.KubeObject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** Concurrent writers and readers. */
class LocalClusterConcurrencyTest {

    private static final int WRITERS = 8;
    private static final int ROUNDS = 100;
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final LocalObjects objects = new LocalObjects();

    /** Each writer creates, changes and deletes its own objects: four changes per round. */
    private Callable<Integer> writer(int id) {
        return () -> {
            for (int round = 0; round < ROUNDS; round++) {
                String name = "w" + id + "-" + round % 3;
                objects.configMap(name, "'labels':{'writer':'" + id + "'}");
                objects.patch(objects.configMaps(), name, Patch.Type.MERGE, "{'data':{'n':'1'}}");
                objects.patch(objects.configMaps(), name, Patch.Type.MERGE, "{'data':{'n':'2'}}");
                objects.delete(objects.configMaps(), name, Propagation.BACKGROUND);
            }
            return ROUNDS * 4;
        };
    }

    /** Replays the events of a watch, and checks that each change is delivered once and in order. */
    private Callable<Integer> watcher(Watch watch, int expected) {
        return () -> {
            Map<String, Long> world = new HashMap<>();
            long last = 0;
            int changes = 0;
            while (changes < expected) {
                WatchEvent event = watch.poll(PATIENCE).orElseThrow();
                KubeObject object = switch (event) {
                    case WatchEvent.Added(KubeObject added) -> {
                        assertThat(world).doesNotContainKey(added.name());
                        yield added;
                    }
                    case WatchEvent.Modified(KubeObject modified) -> {
                        assertThat(world).containsKey(modified.name());
                        yield modified;
                    }
                    case WatchEvent.Deleted(KubeObject deleted) -> {
                        assertThat(world).containsKey(deleted.name());
                        yield deleted;
                    }
                    case WatchEvent.Bookmark b -> throw new AssertionError(b);
                    case WatchEvent.Ended e -> throw new AssertionError(e);
                };
                long version = Long.parseLong(object.resourceVersion());
                assertThat(version).isGreaterThan(last);
                last = version;
                if (event instanceof WatchEvent.Deleted) {
                    world.remove(object.name());
                } else {
                    world.put(object.name(), version);
                }
                changes++;
            }
            assertThat(world).isEmpty();
            return changes;
        };
    }

    @Test
    void watchersSeeEveryChangeOnceAndInOrder() throws Exception {
        String from = Long.toString(objects.cluster.currentRevision());
        int total = WRITERS * ROUNDS * 4;
        List<Future<Integer>> work = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 4; i++) {
                Watch watch = objects.cluster.watch(objects.configMaps(), WatchOptions.from(from, Duration.ofHours(1)));
                work.add(threads.submit(watcher(watch, total)));
            }
            for (int i = 0; i < WRITERS; i++) {
                work.add(threads.submit(writer(i)));
            }
            for (Future<Integer> done : work) {
                assertThat(done.get()).isPositive();
            }
        }
        assertThat(objects.cluster.currentRevision()).isEqualTo(Long.parseLong(from) + total);
    }

    @Test
    void ofManyUpdatesFromOneVersionExactlyOneSucceeds() throws Exception {
        KubeObject created = objects.configMap("prize", "");
        List<Future<Boolean>> attempts = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 16; i++) {
                String json = created.json().replaceFirst("\\{", "{\"data\":{\"winner\":\"" + i + "\"},");
                attempts.add(threads.submit(() -> tryUpdate(KubeObject.of(json))));
            }
        }
        int won = 0;
        for (Future<Boolean> attempt : attempts) {
            won += attempt.get() ? 1 : 0;
        }
        assertThat(won).isEqualTo(1);
    }

    private boolean tryUpdate(KubeObject object) {
        try {
            objects.cluster.update(objects.configMaps(), object, WriteOptions.PLAIN);
            return true;
        } catch (ClusterException.Conflict e) {
            return false;
        }
    }

    @Test
    void pagesShowOneRevisionDuringWrites() throws Exception {
        for (int i = 0; i < 50; i++) {
            objects.configMap("page-" + i, "'labels':{'round':'0'}");
        }
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<Integer> writing = threads.submit(writer(1));
            var first = objects.cluster.list(objects.configMaps(), ListOptions.ALL.page(7, ""));
            List<KubeObject> all = new ArrayList<>(first.items());
            var page = first;
            while (!page.continueToken().isEmpty()) {
                page = objects.cluster.list(objects.configMaps(), ListOptions.ALL.page(7, page.continueToken()));
                all.addAll(page.items());
            }
            long at = Long.parseLong(first.resourceVersion());
            assertThat(all).allMatch(object -> Long.parseLong(object.resourceVersion()) <= at);
            assertThat(all.stream().filter(object -> object.name().startsWith("page-")))
                    .hasSize(50);
            writing.get();
        }
    }
}
