package io.hookline.story.faults;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.hookline.cluster.DeleteOptions;
import io.hookline.cluster.Watch;
import io.hookline.cluster.WatchEvent;
import io.hookline.cluster.WatchOptions;
import io.hookline.local.LocalCluster;
import io.hookline.object.ApiResource;
import io.hookline.object.Json;
import io.hookline.object.KubeObject;
import io.hookline.process.WatcherProcess;
import io.hookline.watcher.WatcherOptions;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The time from the change of a parent to the change of its child, alone and beside a controller whose hook always fails. */
@Tag("soak")
class NeighbourIT {

    private static final int SAMPLES = 2000;

    /** Blocks of both kinds alternate, so that the noise of the machine affects both alike. */
    private static final int BLOCK = 50;

    private static final int FAILING_PARENTS = 20;

    /** So many that no parent changes so often that its syncs are delayed. */
    private static final int STEADY_PARENTS = 250;

    private final LocalCluster cluster = LocalCluster.create(InstantSource.system(), new SplittableRandom(1));
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final AtomicInteger failed = new AtomicInteger();
    private HttpServer hooks;
    private WatcherProcess watcher;
    private Scene steady;
    private Scene failing;
    private int texts;

    @BeforeEach
    void start() throws IOException {
        hooks = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 100);
        hooks.setExecutor(threads);
        hooks.createContext("/steady", this::answer);
        hooks.createContext("/failing", this::fail);
        hooks.start();
        steady = new Scene(cluster, "steady", "default");
        failing = new Scene(cluster, "failing", "default");
        String url = "http://127.0.0.1:" + hooks.getAddress().getPort();
        steady.control(url + "/steady", "InPlace");
        failing.control(url + "/failing", "InPlace");
        watcher = WatcherProcess.start(
                cluster, Optional.empty(), WatcherOptions.DEFAULTS, new PrometheusRegistry(), Map.of());
    }

    @AfterEach
    void stop() {
        watcher.close();
        hooks.stop(0);
        threads.shutdownNow();
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            JsonNode parent =
                    Json.parse(exchange.getRequestBody().readAllBytes()).path("parent");
            String text = parent.at("/spec/text").asText();
            respond(exchange, 200, Scene.answer(parent.at("/metadata/name").asText(), 1, text));
        }
    }

    private void fail(HttpExchange exchange) throws IOException {
        try (exchange) {
            exchange.getRequestBody().readAllBytes();
            respond(exchange, 500, "failure " + failed.incrementAndGet());
        }
    }

    private static void respond(HttpExchange exchange, int status, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
    }

    /** Changes the parent and waits for its child. */
    private Duration sample(ApiResource things, Watch children) throws InterruptedException {
        String text = "text-" + texts++;
        Instant start = Instant.now();
        steady.put(things, "p" + texts % STEADY_PARENTS, 1, text);
        while (true) {
            WatchEvent event = children.poll(Duration.ofSeconds(30)).orElseThrow();
            Optional<KubeObject> child = switch (event) {
                case WatchEvent.Added(KubeObject object) -> Optional.of(object);
                case WatchEvent.Modified(KubeObject object) -> Optional.of(object);
                default -> Optional.empty();
            };
            if (child.filter(object -> object.tree().at("/data/text").asText().equals(text))
                    .isPresent()) {
                return Duration.between(start, Instant.now());
            }
        }
    }

    private void failAll(int round) {
        ApiResource things = failing.things();
        for (int i = 0; i < FAILING_PARENTS; i++) {
            failing.put(things, "p" + i, 1, "round-" + round);
        }
    }

    /** New parents have no back-off. */
    private void deleteFailing() {
        ApiResource things = failing.things();
        failing.present(things).stream()
                .filter(thing -> thing.apiVersion().equals(things.apiVersion()))
                .forEach(thing -> cluster.delete(things, thing.key(), DeleteOptions.BACKGROUND));
        AtomicInteger last = new AtomicInteger(-1);
        Awaitility.await().pollInterval(Duration.ofMillis(50)).until(() -> {
            int now = failed.get();
            return last.getAndSet(now) == now;
        });
    }

    private static Duration p95(List<Duration> times) {
        return times.stream().sorted().toList().get(times.size() * 95 / 100);
    }

    @Test
    void aControllerThatAlwaysFailsLeavesTheLatencyOfAnother() throws Exception {
        List<Duration> alone = new ArrayList<>();
        List<Duration> beside = new ArrayList<>();
        ApiResource things = steady.things();
        try (Watch children = cluster.watch(steady.configMaps(), WatchOptions.from("", Duration.ofHours(1)))) {
            for (int i = 0; i < 10 * BLOCK; i++) {
                sample(things, children); // until the code is compiled
            }
            for (int round = 0; round < SAMPLES / BLOCK; round++) {
                for (int i = 0; i < BLOCK; i++) {
                    alone.add(sample(things, children));
                }
                failAll(round);
                for (int i = 0; i < BLOCK; i++) {
                    beside.add(sample(things, children));
                }
                deleteFailing();
            }
        }
        System.out.printf("p95 alone %s, beside %d failed calls %s%n", p95(alone), failed.get(), p95(beside));
        assertThat(failed.get()).isGreaterThan(SAMPLES / BLOCK * FAILING_PARENTS);
        assertThat(p95(beside).toNanos()).isLessThanOrEqualTo(p95(alone).toNanos() * 13 / 10);
    }
}
