package io.hookline.story.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.docs.Figure;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** SIGTERM reaches {@code hookline watch} while a hook call is open. */
class WatchSignalsIT {

    private static final String CONTROLLER = """
            apiVersion: metacontroller.k8s.io/v1alpha1
            kind: CompositeController
            metadata: {name: slow}
            spec:
              generateSelector: true
              parentResource: {apiVersion: test.hookline.io/v1, resource: things}
              childResources: [{apiVersion: v1, resource: configmaps, updateStrategy: {method: InPlace}}]
              hooks: {sync: {webhook: {url: "%s", timeout: 60s}}}
            """;

    private static final String ANSWER = """
            {"status": {"seen": true},
             "children": [{"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "child"}, "data": {"a": "b"}}]}
            """;

    @TempDir
    private Path folder;

    private final CountDownLatch held = new CountDownLatch(1);
    private EmbeddedServer server;
    private TestHook hook;
    private WatchProcess watcher;

    @BeforeEach
    void startSync() throws IOException {
        server = new EmbeddedServer(folder);
        hook = new TestHook(_ -> {
            awaitRelease();
            return ANSWER;
        });
        server.world.apply(CONTROLLER.formatted(hook.url()));
        server.world.thing("parent");
        watcher = WatchProcess.start(server.kubeconfig, folder, "128m");
        soon().until(() -> hook.calls() == 1);
    }

    private void awaitRelease() {
        try {
            held.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @AfterEach
    void stop() {
        held.countDown();
        watcher.close();
        hook.close();
        server.close();
    }

    private void terminate() {
        watcher.process().signal("TERM");
    }

    private void awaitExit() {
        soon().pollInterval(Duration.ofMillis(5))
                .until(() -> watcher.process().exitCode().isPresent());
    }

    private static double secondsSince(long start) {
        return Duration.ofNanos(System.nanoTime() - start).toMillis() / 1000.0;
    }

    @Test
    void afterSigtermTheSyncInFlightEndsWithItsWritesAndTheExitCodeIsZero() {
        long start = System.nanoTime();
        terminate();
        soon().until(() -> watcher.log().contains("stopping"));
        Awaitility.await()
                .during(Duration.ofMillis(500))
                .atMost(Duration.ofSeconds(60))
                .until(() -> watcher.process().exitCode().isEmpty());

        held.countDown();
        awaitExit();
        double seconds = secondsSince(start);

        assertThat(watcher.process().exitCode()).as(watcher.log()).hasValue(0);
        assertThat(server.world.find("configmaps", "child")).isPresent();
        assertThat(server.world
                        .get("things", "parent")
                        .tree()
                        .at("/status/seen")
                        .asBoolean())
                .isTrue();
        Figure.of("exit after SIGTERM, with a hook call that ends half a second later", "s")
                .atMost(60)
                .is(seconds);
    }

    @Test
    void aSecondSignalEndsTheProcessAtOnce() {
        terminate();
        soon().until(() -> watcher.log().contains("stopping"));

        long start = System.nanoTime();
        terminate();
        awaitExit();
        double seconds = secondsSince(start);

        assertThat(watcher.process().exitCode()).as(watcher.log()).hasValue(1);
        assertThat(server.world.find("configmaps", "child")).isEmpty();
        Figure.of("exit after a second SIGTERM, while the hook call is open", "s")
                .atMost(60)
                .is(seconds);
    }

    private static ConditionFactory soon() {
        return Awaitility.await().atMost(Duration.ofSeconds(60)).pollInterval(Duration.ofMillis(20));
    }
}
