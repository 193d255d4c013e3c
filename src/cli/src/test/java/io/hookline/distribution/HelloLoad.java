package io.hookline.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.cluster.Cluster;
import io.hookline.cluster.DeleteOptions;
import io.hookline.cluster.ListOptions;
import io.hookline.cluster.WriteOptions;
import io.hookline.manifests.Manifests;
import io.hookline.object.ApiResource;
import io.hookline.object.GroupVersionKind;
import io.hookline.object.KubeObject;
import io.hookline.object.LabelSelector;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;

/** Many parents of the example {@code hello} at once, each of some size. */
public final class HelloLoad {

    private static final int PARENTS = 300;
    private static final int BYTES = 10_000;

    /** For a report. */
    public static final String SIZE = PARENTS + " parents of " + BYTES / 1000 + " kB";

    private static final int AT_ONCE = 16;

    private final Cluster cluster;

    public HelloLoad(Cluster cluster) {
        this.cluster = cluster;
    }

    /** An action while the controller runs. */
    @FunctionalInterface
    public interface Action {
        void run() throws Exception;
    }

    /** Creates the parents, waits until each was synced, and deletes all after the action. */
    public void run(Action whenSynced) throws Exception {
        List<KubeObject> definitions = Manifests.example("hello", "crd.yaml", "controller.yaml");
        Manifests.install(cluster, definitions);
        try {
            ApiResource hellos = find(GroupVersionKind.of("hello.hookline.io/v1", "Hello"));
            createAll(hellos);
            Awaitility.await("all are greeted")
                    .atMost(Duration.ofSeconds(90))
                    .untilAsserted(() -> assertThat(greeted(hellos)).isEqualTo(PARENTS));
            whenSynced.run();
        } finally {
            for (KubeObject each : definitions.reversed()) {
                cluster.delete(find(each.gvk()), each.key(), DeleteOptions.BACKGROUND);
            }
        }
    }

    private ApiResource find(GroupVersionKind kind) {
        return cluster.discover().find(kind).orElseThrow();
    }

    private void createAll(ApiResource hellos) {
        String large = "x".repeat(BYTES);
        Semaphore slots = new Semaphore(AT_ONCE);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            IntStream.range(0, PARENTS)
                    .forEach(number -> threads.submit(() -> {
                        slots.acquireUninterruptibly();
                        try {
                            cluster.create(hellos, hello(number, large), WriteOptions.PLAIN);
                        } finally {
                            slots.release();
                        }
                    }));
        }
    }

    private static KubeObject hello(int number, String annotation) {
        return KubeObject.of("""
                {"apiVersion":"hello.hookline.io/v1","kind":"Hello",
                 "metadata":{"name":"load-%d","namespace":"default","annotations":{"large":"%s"}},"spec":{"who":"n%d"}}
                """.formatted(number, annotation, number));
    }

    private long greeted(ApiResource hellos) {
        ListOptions all = ListOptions.ALL.inNamespace("default").matching(LabelSelector.EVERYTHING);
        return cluster.list(hellos, all).items().stream()
                .filter(hello -> hello.tree().at("/status/greeted").asText().startsWith("n"))
                .count();
    }
}
