package io.hookline.kube;

import static io.hookline.kube.config.CannedServer.CONFIG_MAP;
import static io.hookline.kube.config.CannedServer.CONFIG_MAPS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hookline.cluster.ClusterException;
import io.hookline.cluster.DeleteOptions;
import io.hookline.cluster.WriteOptions;
import io.hookline.http.Request;
import io.hookline.kube.config.CannedServer;
import io.hookline.object.KubeObject;
import io.hookline.object.ObjectKey;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The gate in front of writes, on its way through the throttle, the slots and the connection. */
class WriteGateTest {

    private static final KubeObject OBJECT = KubeObject.of(CONFIG_MAP);
    private static final Duration LONG = Duration.ofHours(1);

    @RegisterExtension
    private final CannedServer server = new CannedServer();

    private volatile Duration left = LONG;
    private final AtomicInteger asked = new AtomicInteger();
    private KubeCluster cluster = connect(CannedServer.OPTIONS);

    private KubeCluster connect(KubeOptions options) {
        WriteGate gate = () -> {
            asked.incrementAndGet();
            return left;
        };
        return server.cluster(options.withGate(gate));
    }

    private KubeObject create() {
        return cluster.create(CONFIG_MAPS, OBJECT, WriteOptions.PLAIN);
    }

    @Test
    void aClosedGateKeepsWritesFromTheServerAndLetsReadsPass() {
        left = Duration.ZERO;
        server.then(200, CONFIG_MAP);

        assertThatThrownBy(this::create)
                .isInstanceOf(ClusterException.Unreachable.class)
                .hasMessageContaining(
                        "POST /api/v1/namespaces/ns/configmaps was not sent: this process is not the leader");
        assertThatThrownBy(() -> cluster.delete(CONFIG_MAPS, ObjectKey.parse("ns/a"), DeleteOptions.BACKGROUND))
                .isInstanceOf(ClusterException.Unreachable.class);
        assertThat(cluster.get(CONFIG_MAPS, ObjectKey.parse("ns/a")).name()).isEqualTo("a");

        assertThat(server.received()).extracting(CannedServer.Received::method).containsExactly("GET");
    }

    @Test
    void aDryRunIsNoWrite() {
        left = Duration.ZERO;
        server.then(200, CONFIG_MAP);

        cluster.create(CONFIG_MAPS, OBJECT, new WriteOptions("", "", false, true));

        assertThat(server.received()).hasSize(1);
    }

    @Test
    void aWriteThatWaitedForTheThrottleLooksAtTheGateAfterwards() {
        cluster = connect(CannedServer.OPTIONS.withThrottle(1, 1));
        server.then(200, CONFIG_MAP);
        create();
        CompletableFuture<KubeObject> waiting = CompletableFuture.supplyAsync(this::create);
        left = Duration.ZERO; // while it waits for the throttle, one second

        assertThat(waiting).failsWithin(Duration.ofSeconds(60));
        assertThat(server.received()).hasSize(1);
    }

    @Test
    void aWriteThatWaitedForASlotLooksAtTheGateAfterwards() throws Exception {
        cluster = connect(CannedServer.OPTIONS.withLimits(1, Duration.ofSeconds(10)));
        CountDownLatch arrived = new CountDownLatch(1);
        CountDownLatch answer = new CountDownLatch(1);
        server.then(exchange -> {
            arrived.countDown();
            await(answer);
            byte[] body = CONFIG_MAP.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
        });
        CompletableFuture<KubeObject> first = CompletableFuture.supplyAsync(this::create);
        arrived.await();
        CompletableFuture<KubeObject> second = CompletableFuture.supplyAsync(this::create);
        left = Duration.ZERO;
        answer.countDown();

        assertThat(first).succeedsWithin(Duration.ofSeconds(60));
        assertThat(second).failsWithin(Duration.ofSeconds(60));
        assertThat(server.received()).hasSize(1);
    }

    /** The connection may have taken long. */
    @Test
    void theBodyIsNotWrittenIfTheGateHasClosedMeanwhile() throws IOException {
        KubeRequest request = KubeRequest.write("POST", "/x", Map.of(), KubeRequest.JSON, new byte[] {1});
        Request.Body body = new GatedBody(Request.bytes(KubeRequest.JSON, request.body()), () -> left, request);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        body.writeTo(out);
        left = Duration.ZERO;

        assertThatThrownBy(() -> body.writeTo(out)).isInstanceOf(GatedBody.Closed.class);
        assertThat(out.size()).isEqualTo(1);
    }

    @Test
    void aWriteIsCutWhenItsTimeIsOver() {
        cluster = connect(CannedServer.OPTIONS.withLimits(64, Duration.ofMinutes(2)));
        CountDownLatch never = new CountDownLatch(1);
        server.then(_ -> await(never));
        left = Duration.ofSeconds(2);
        long start = System.nanoTime();
        CompletableFuture<KubeObject> write = CompletableFuture.supplyAsync(this::create);
        Awaitility.await().until(() -> !server.received().isEmpty());
        left = Duration.ZERO;

        assertThat(write)
                .failsWithin(Duration.ofSeconds(60))
                .withThrowableThat()
                .withCauseInstanceOf(ClusterException.OutcomeUnknown.class);
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(50));
        never.countDown();
    }

    @Test
    void aWriteWhoseTimeGrowsIsNotCut() {
        left = Duration.ofMillis(100); // at each look: as if the lease was renewed meanwhile
        CountDownLatch looks = new CountDownLatch(1);
        server.then(exchange -> {
            await(looks);
            byte[] body = CONFIG_MAP.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
        });
        CompletableFuture<KubeObject> write = CompletableFuture.supplyAsync(this::create);
        Awaitility.await().until(() -> asked.get() > 6); // several of its ends have passed
        looks.countDown();

        assertThat(write).succeedsWithin(Duration.ofSeconds(60));
    }

    private static void await(CountDownLatch latch) {
        try {
            if (!latch.await(60, TimeUnit.SECONDS)) {
                throw new IllegalStateException("the test has not gone on");
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
