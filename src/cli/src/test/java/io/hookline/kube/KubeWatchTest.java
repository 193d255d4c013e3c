package io.hookline.kube;

import static io.hookline.kube.config.CannedServer.CONFIG_MAPS;
import static io.hookline.kube.config.CannedServer.chunks;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hookline.cluster.ClusterException;
import io.hookline.cluster.Watch;
import io.hookline.cluster.WatchEvent;
import io.hookline.cluster.WatchOptions;
import io.hookline.kube.config.CannedServer;
import io.hookline.object.LabelSelector;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class KubeWatchTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final WatchOptions FROM_5 = WatchOptions.from("5", Duration.ofSeconds(300));

    @RegisterExtension
    private final CannedServer server = new CannedServer();

    private final KubeCluster cluster = server.cluster();

    private static String event(String type, String name) {
        return "{\"type\":\"" + type + "\",\"object\":{\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"" + name
                + "\"}}}\n";
    }

    private static List<String> all(Watch watch) throws InterruptedException {
        List<String> events = new ArrayList<>();
        while (true) {
            WatchEvent event = watch.poll(PATIENCE).orElseThrow();
            switch (event) {
                case WatchEvent.Added(var object) -> events.add("+" + object.name());
                case WatchEvent.Modified(var object) -> events.add("~" + object.name());
                case WatchEvent.Deleted(var object) -> events.add("-" + object.name());
                case WatchEvent.Bookmark(var version, var end) -> events.add("@" + version + (end ? "!" : ""));
                case WatchEvent.Ended() -> {
                    return events;
                }
            }
        }
    }

    @Test
    void everyKindOfEventIsDeliveredInOrderAndThenTheEnd() throws InterruptedException {
        server.then(chunks(
                event("ADDED", "a"),
                event("MODIFIED", "a") + event("DELETED", "a"),
                "{\"type\":\"BOOKMARK\",\"object\":{\"metadata\":{\"resourceVersion\":\"8\"}}}\n",
                "{\"type\":\"BOOKMARK\",\"object\":{\"metadata\":{\"resourceVersion\":\"9\",\"annotations\":"
                        + "{\"k8s.io/initial-events-end\":\"true\"}}}}\n"));

        try (Watch watch = cluster.watch(CONFIG_MAPS, FROM_5)) {
            assertThat(all(watch)).containsExactly("+a", "~a", "-a", "@8", "@9!");
            assertThat(watch.poll(Duration.ZERO)).contains(new WatchEvent.Ended());
        }
        assertThat(server.last().uri())
                .isEqualTo(
                        "/api/v1/configmaps?watch=true&resourceVersion=5&allowWatchBookmarks=true&timeoutSeconds=300");
    }

    @Test
    void aStreamingListSendsItsParameters() {
        server.then(chunks());
        WatchOptions options = new WatchOptions(
                "ns", LabelSelector.parse("a"), "metadata.name=x", "", false, true, Duration.ofMillis(1));

        cluster.watch(CONFIG_MAPS, options).close();

        assertThat(server.last().uri())
                .isEqualTo("/api/v1/namespaces/ns/configmaps?watch=true&labelSelector=a&fieldSelector=metadata.name%3Dx"
                        + "&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&timeoutSeconds=1");
    }

    @Test
    void anEventMayArriveByteByByte() throws InterruptedException {
        String text = event("ADDED", "ä") + "\n" + event("MODIFIED", "b");
        server.then(exchange -> {
            exchange.sendResponseHeaders(200, 0);
            OutputStream out = exchange.getResponseBody();
            for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
                out.write(b);
                out.flush();
            }
        });

        try (Watch watch = cluster.watch(CONFIG_MAPS, FROM_5)) {
            assertThat(all(watch)).containsExactly("+ä", "~b");
        }
    }

    @Test
    void anExpiredVersionIsRecognizedInAResponseAndInAnEvent() {
        String status = "{\"kind\":\"Status\",\"code\":410,\"reason\":\"Expired\",\"message\":\"too old\"}";
        server.then(410, status).then(chunks(event("ADDED", "a"), "{\"type\":\"ERROR\",\"object\":" + status + "}\n"));

        assertThatThrownBy(() -> cluster.watch(CONFIG_MAPS, FROM_5))
                .isInstanceOf(ClusterException.Expired.class)
                .hasMessage("too old");
        try (Watch watch = cluster.watch(CONFIG_MAPS, FROM_5)) {
            assertThatThrownBy(() -> all(watch)).isInstanceOf(ClusterException.Expired.class);
            assertThatThrownBy(() -> watch.poll(Duration.ZERO)).isInstanceOf(ClusterException.Expired.class);
        }
    }

    @Test
    void otherErrorsInTheStreamKeepTheirKind() {
        server.then(
                chunks("{\"type\":\"ERROR\",\"object\":{\"kind\":\"Status\",\"code\":500,\"message\":\"boom\"}}\n"));

        try (Watch watch = cluster.watch(CONFIG_MAPS, FROM_5)) {
            assertThatThrownBy(() -> watch.poll(PATIENCE))
                    .isInstanceOf(ClusterException.Unavailable.class)
                    .hasMessage("boom");
        }
    }

    @Test
    void aStreamThatIsCutIsUnreachableAfterWhatCameBefore() {
        server.then(exchange -> {
            exchange.sendResponseHeaders(200, 10_000);
            exchange.getResponseBody().write(event("ADDED", "a").getBytes(StandardCharsets.UTF_8));
            exchange.getResponseBody().flush();
            throw new IOException("cut");
        });

        try (Watch watch = cluster.watch(CONFIG_MAPS, FROM_5)) {
            List<WatchEvent> before = new ArrayList<>();
            assertThatThrownBy(() -> {
                        while (!before.contains(new WatchEvent.Ended())) {
                            watch.poll(PATIENCE).ifPresent(before::add);
                        }
                    })
                    .isInstanceOf(ClusterException.Unreachable.class);
            assertThat(before).hasSize(1);
        }
    }

    @Test
    void aStreamThatEndsInTheMiddleOfAnEventIsAFailure() {
        server.then(chunks("{\"type\":\"ADDED\""));

        try (Watch watch = cluster.watch(CONFIG_MAPS, FROM_5)) {
            assertThatThrownBy(() -> watch.poll(PATIENCE))
                    .isInstanceOf(ClusterException.Unreachable.class)
                    .hasMessageEndingWith("ended in the middle of an event");
        }
    }

    @Test
    void aLineThatIsNotAnEventEndsTheWatch() {
        server.then(chunks("{\"type\":\"NEWS\",\"object\":{}}\n")).then(chunks("nonsense\n"));

        try (Watch watch = cluster.watch(CONFIG_MAPS, FROM_5)) {
            assertThatThrownBy(() -> watch.poll(PATIENCE))
                    .isInstanceOf(ClusterException.Unreachable.class)
                    .hasMessageContaining(
                            "watch event.type: expected ADDED, MODIFIED, DELETED, BOOKMARK or ERROR, was \"NEWS\"");
        }
        try (Watch watch = cluster.watch(CONFIG_MAPS, FROM_5)) {
            assertThatThrownBy(() -> watch.poll(PATIENCE)).isInstanceOf(ClusterException.Unreachable.class);
        }
    }

    @Test
    void pollingAnIdleWatchReturnsEmpty() throws InterruptedException {
        CountDownLatch never = new CountDownLatch(1);
        server.then(exchange -> idle(exchange.getResponseBody(), () -> exchange.sendResponseHeaders(200, 0), never));

        try (Watch watch = cluster.watch(CONFIG_MAPS, FROM_5)) {
            assertThat(watch.poll(Duration.ZERO)).isEmpty();
            assertThat(watch.poll(Duration.ofMillis(1))).isEmpty();
        } finally {
            never.countDown();
        }
    }

    private interface Headers {
        void send() throws IOException;
    }

    private static void idle(OutputStream out, Headers headers, CountDownLatch never) throws IOException {
        headers.send();
        out.flush();
        await(never);
    }

    @Test
    void closingReleasesTheConnectionAtOnceAndWakesThePollingThread() throws Exception {
        CountDownLatch released = new CountDownLatch(1);
        server.then(exchange -> {
            exchange.sendResponseHeaders(200, 0);
            try {
                while (true) { // a server notices a closed connection only when it writes
                    exchange.getResponseBody().write(' ');
                    exchange.getResponseBody().flush();
                }
            } catch (IOException e) {
                released.countDown();
                throw e;
            }
        });
        Watch watch = cluster.watch(CONFIG_MAPS, FROM_5);
        Thread.startVirtualThread(watch::close);

        assertThat(watch.poll(PATIENCE)).isEqualTo(Optional.of(new WatchEvent.Ended()));
        released.await();
    }

    @Test
    void aWatchThatIsNotPolledBlocksTheServerAndLosesNoEvent() throws Exception {
        int count = 20_000;
        String line = event("ADDED", "x".repeat(1000));
        AtomicLong sent = new AtomicLong();
        CountDownLatch finished = new CountDownLatch(1);
        server.then(exchange -> {
            exchange.sendResponseHeaders(200, 0);
            for (int i = 0; i < count; i++) {
                exchange.getResponseBody().write(line.getBytes(StandardCharsets.UTF_8));
                exchange.getResponseBody().flush();
                sent.incrementAndGet();
            }
            finished.countDown();
        });

        try (Watch watch = cluster.watch(CONFIG_MAPS, FROM_5)) {
            long seen = -1;
            while (sent.get() != seen) { // until the server is blocked
                seen = sent.get();
                finished.await(200, TimeUnit.MILLISECONDS);
            }
            assertThat(finished.getCount()).isEqualTo(1);
            assertThat(all(watch)).hasSize(count);
        }
    }

    @Test
    void aWatchThatIsFullCanBeClosed() throws Exception {
        String line = event("ADDED", "x".repeat(1 << 20));
        CountDownLatch full = new CountDownLatch(20); // the client reads half of them before it waits
        CountDownLatch released = new CountDownLatch(1);
        server.then(exchange -> {
            exchange.sendResponseHeaders(200, 0);
            try {
                while (true) {
                    exchange.getResponseBody().write(line.getBytes(StandardCharsets.UTF_8));
                    full.countDown();
                }
            } finally {
                released.countDown();
            }
        });
        Watch watch = cluster.watch(CONFIG_MAPS, FROM_5);
        long before = -1;
        while (full.getCount() != before) {
            before = full.getCount();
            full.await(200, TimeUnit.MILLISECONDS);
        }
        watch.close();
        released.await();
        assertThat(all(watch)).hasSizeLessThan(20);
    }

    @Test
    void aLineWithoutEndIsNotReadForever() {
        KubeWatch.WatchDecoder lines = new KubeWatch.WatchDecoder(100, _ -> {});

        assertThatThrownBy(() -> lines.feed(new byte[101], 101))
                .hasMessage("document: watch event longer than 100 bytes");
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
