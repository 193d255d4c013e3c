package io.hookline.kube.config;

import static io.hookline.kube.config.CannedServer.CONFIG_MAP;
import static io.hookline.kube.config.CannedServer.CONFIG_MAPS;
import static io.hookline.kube.config.CannedServer.OPTIONS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import io.hookline.cluster.ClusterException;
import io.hookline.cluster.ListOptions;
import io.hookline.cluster.Watch;
import io.hookline.cluster.WatchEvent;
import io.hookline.cluster.WatchOptions;
import io.hookline.cluster.WriteOptions;
import io.hookline.kube.KubeCluster;
import io.hookline.kube.KubeOptions;
import io.hookline.kube.ManualTime;
import io.hookline.object.KubeObject;
import io.hookline.object.ObjectKey;
import io.hookline.testing.FreePort;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class KubeClusterConnectionTest {

    private static final ObjectKey KEY = ObjectKey.parse("ns/a");
    private static final KubeOptions IMPATIENT = OPTIONS.withLimits(64, Duration.ofMillis(200));

    @RegisterExtension
    private final CannedServer server = new CannedServer();

    private static void create(KubeCluster cluster) {
        cluster.create(CONFIG_MAPS, KubeObject.of(CONFIG_MAP), WriteOptions.PLAIN);
    }

    /** Sends fewer bytes than its Content-Length. */
    private static void cut(HttpExchange exchange) throws IOException {
        exchange.sendResponseHeaders(200, 1000);
        exchange.getResponseBody().write("{\"kind".getBytes());
        exchange.getResponseBody().flush();
        throw new IOException("cut");
    }

    @Test
    void aReadWithATruncatedResponseIsUnreachable() {
        try (KubeCluster cluster = server.then(KubeClusterConnectionTest::cut).cluster()) {
            assertThatThrownBy(() -> cluster.get(CONFIG_MAPS, KEY))
                    .isInstanceOf(ClusterException.Unreachable.class)
                    .hasMessageStartingWith("GET /api/v1/namespaces/ns/configmaps/a: ");
        }
    }

    @Test
    void aWriteWithATruncatedResponseHasAnUnknownOutcome() {
        try (KubeCluster cluster = server.then(KubeClusterConnectionTest::cut).cluster()) {
            assertThatThrownBy(() -> create(cluster)).isInstanceOf(ClusterException.OutcomeUnknown.class);
        }
    }

    @Test
    void aWriteWithoutAResponseHasAnUnknownOutcome() {
        try (KubeCluster cluster = server.then(HttpExchange::close).cluster()) {
            assertThatThrownBy(() -> create(cluster)).isInstanceOf(ClusterException.OutcomeUnknown.class);
        }
        assertThat(server.received()).hasSize(1);
    }

    @Test
    void aDryRunIsNeverAnUnknownOutcome() {
        try (KubeCluster cluster = server.then(HttpExchange::close).cluster()) {
            WriteOptions dryRun = new WriteOptions("", "", false, true);
            assertThatThrownBy(() -> cluster.create(CONFIG_MAPS, KubeObject.of(CONFIG_MAP), dryRun))
                    .isInstanceOf(ClusterException.Unreachable.class);
        }
    }

    @Test
    void aWriteWithoutAConnectionWasNotSent() throws IOException {
        int port = FreePort.find();
        try (KubeCluster cluster = KubeCluster.at("http://127.0.0.1:" + port, "", OPTIONS)) {
            assertThatThrownBy(() -> create(cluster))
                    .isInstanceOf(ClusterException.Unreachable.class)
                    .hasMessage("POST /api/v1/namespaces/ns/configmaps: cannot connect to 127.0.0.1:" + port
                            + ": connection refused");
        }
    }

    @Test
    void aServerWithoutAnAddressIsNamed() {
        try (KubeCluster cluster = KubeCluster.at("http://no-such-host.invalid", "", OPTIONS)) {
            assertThatThrownBy(() -> create(cluster)).isInstanceOf(ClusterException.Unreachable.class);
        }
    }

    @Test
    void aResponseThatDoesNotStartInTimeIsAFailure() {
        CountDownLatch never = new CountDownLatch(1);
        server.then(_ -> await(never)).then(_ -> await(never));
        try (KubeCluster cluster = server.cluster(IMPATIENT)) {
            assertThatThrownBy(() -> cluster.get(CONFIG_MAPS, KEY)).isInstanceOf(ClusterException.Unreachable.class);
            assertThatThrownBy(() -> create(cluster)).isInstanceOf(ClusterException.OutcomeUnknown.class);
        } finally {
            never.countDown();
        }
    }

    @Test
    void aResponseThatDoesNotEndInTimeIsAFailure() {
        CountDownLatch never = new CountDownLatch(1);
        server.then(exchange -> {
            exchange.sendResponseHeaders(200, 100);
            exchange.getResponseBody().write('{');
            exchange.getResponseBody().flush();
            await(never);
        });
        try (KubeCluster cluster = server.cluster(IMPATIENT)) {
            assertThatThrownBy(() -> cluster.list(CONFIG_MAPS, ListOptions.ALL))
                    .isInstanceOf(ClusterException.Unreachable.class)
                    .hasMessage("GET /api/v1/configmaps: no answer within 200 ms");
        } finally {
            never.countDown();
        }
    }

    @Test
    void anInterruptEndsACallAndStaysVisible() throws InterruptedException {
        CountDownLatch never = new CountDownLatch(1);
        CountDownLatch arrived = new CountDownLatch(1);
        server.then(_ -> {
            arrived.countDown();
            await(never);
        });
        try (KubeCluster cluster = server.cluster()) {
            Thread caller = Thread.currentThread();
            Thread.startVirtualThread(() -> {
                await(arrived);
                caller.interrupt();
            });
            assertThatThrownBy(() -> create(cluster)).isInstanceOf(ClusterException.OutcomeUnknown.class);
            assertThat(Thread.interrupted()).isTrue();
        } finally {
            never.countDown();
        }
    }

    @Test
    void theNumberOfConcurrentRequestsIsLimited() throws Exception {
        AtomicInteger now = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        Semaphore arrived = new Semaphore(0);
        Semaphore go = new Semaphore(0);
        for (int i = 0; i < 6; i++) {
            server.then(exchange -> {
                most.accumulateAndGet(now.incrementAndGet(), Math::max);
                arrived.release();
                go.acquireUninterruptibly();
                now.decrementAndGet();
                CannedServer.json(200, CONFIG_MAP).write(exchange);
            });
        }
        try (KubeCluster cluster = server.cluster(OPTIONS.withLimits(2, Duration.ofSeconds(10)));
                ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<KubeObject>> calls = IntStream.range(0, 6)
                    .mapToObj(_ -> callers.submit(() -> cluster.get(CONFIG_MAPS, KEY)))
                    .toList();
            for (int i = 0; i < 6; i++) {
                arrived.acquire();
                go.release();
            }
            for (Future<KubeObject> call : calls) {
                call.get();
            }
        }
        assertThat(most).hasValueLessThanOrEqualTo(2);
    }

    @Test
    void watchesDoNotCountAsRequestsAndEndWithTheClient() throws InterruptedException {
        CountDownLatch never = new CountDownLatch(1);
        CannedServer.Answer idle = exchange -> {
            exchange.sendResponseHeaders(200, 0);
            exchange.getResponseBody().flush();
            await(never);
        };
        server.then(idle).then(idle).then(200, CONFIG_MAP);
        KubeCluster cluster = server.cluster(OPTIONS.withLimits(1, Duration.ofSeconds(10)));
        WatchOptions options = WatchOptions.from("1", Duration.ofMinutes(5));
        Watch first = cluster.watch(CONFIG_MAPS, options);
        cluster.watch(CONFIG_MAPS, options);

        assertThat(cluster.get(CONFIG_MAPS, KEY).name()).isEqualTo("a");

        cluster.close();
        assertThat(first.poll(Duration.ofSeconds(60))).contains(new WatchEvent.Ended());
        never.countDown();
    }

    @Test
    void aCallThatIsInterruptedInTheThrottleIsNotSent() {
        server.then(200, CONFIG_MAP);
        try (KubeCluster cluster = server.cluster(OPTIONS.withThrottle(0.001, 1))) {
            cluster.get(CONFIG_MAPS, KEY);

            Thread.currentThread().interrupt();
            assertThatThrownBy(() -> create(cluster))
                    .isInstanceOf(ClusterException.Unreachable.class)
                    .hasMessage("POST /api/v1/namespaces/ns/configmaps: interrupted before it was sent");
            assertThat(Thread.interrupted()).isTrue();
            assertThat(server.received()).hasSize(1);
        }
    }

    @Test
    void aRequestThatWaitsForTheThrottleDoesNotBlockOthers() {
        server.then(200, CONFIG_MAP).then(200, CONFIG_MAP);
        ManualTime clock = new ManualTime();
        KubeOptions oneAtATime = OPTIONS.withLimits(1, Duration.ofMillis(200)).withThrottle(0.001, 1);
        RestConfig connection = RestConfig.plain(server.url(), Credential.NONE);
        try (KubeCluster cluster = KubeCluster.over(connection, oneAtATime, clock)) {
            cluster.get(CONFIG_MAPS, KEY);
            FutureTask<KubeObject> call = new FutureTask<>(() -> cluster.get(CONFIG_MAPS, KEY));
            Thread throttled = Thread.ofPlatform().daemon().start(call);
            Awaitility.await().until(() -> throttled.getState() == Thread.State.TIMED_WAITING);
            clock.advance(Duration.ofHours(1));

            assertThat(cluster.get(CONFIG_MAPS, KEY).name()).isEqualTo("a");

            throttled.interrupt();
            assertThatThrownBy(call::get).hasCauseInstanceOf(ClusterException.Unreachable.class);
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
