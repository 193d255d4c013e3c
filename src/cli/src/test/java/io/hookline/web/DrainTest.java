package io.hookline.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hookline.web.RawHttp.Answer;
import java.net.ConnectException;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The end of a server: no request is lost. */
class DrainTest {

    private static final String GET = "GET / HTTP/1.1\r\nHost: x\r\n\r\n";

    private final CountDownLatch arrived = new CountDownLatch(1);
    private final CountDownLatch mayEnd = new CountDownLatch(1);

    private WebServer server;

    @BeforeEach
    void start() {
        server = WebServer.start(
                WebOptions.at(new Address("127.0.0.1", 0)).withStopWithin(Duration.ofSeconds(20)), routes -> {
                    routes.get("/", ctx -> ctx.result("ok"));
                    routes.get("/slow", ctx -> {
                        arrived.countDown();
                        mayEnd.await();
                        ctx.result("done");
                    });
                    routes.post("/echo", ctx -> {
                        arrived.countDown();
                        ctx.result(RequestBody.read(ctx));
                    });
                });
    }

    @AfterEach
    void stop() {
        mayEnd.countDown();
        server.close();
    }

    private CompletableFuture<Void> closing() {
        return CompletableFuture.runAsync(
                server::close, task -> Thread.ofVirtual().start(task));
    }

    private boolean refusesConnections() throws Exception {
        try (Socket socket = new Socket("127.0.0.1", server.port())) {
            return !socket.isConnected();
        } catch (ConnectException _) {
            return true;
        }
    }

    @Test
    void duringADrainEachResponseClosesItsConnection() throws Exception {
        try (RawHttp kept = new RawHttp(server.port())) {
            assertThat(kept.send(GET).answer().headers()).doesNotContainKey("connection");
            server.drain();

            Answer last = kept.send(GET).answer();

            assertThat(last.status()).isEqualTo(200);
            assertThat(last.headers()).containsEntry("connection", "close");
            assertThat(kept.isAtEnd()).isTrue();
        }
        try (RawHttp fresh = new RawHttp(server.port())) {
            assertThat(fresh.send(GET).answer().headers()).containsEntry("connection", "close");
        }
    }

    @Test
    void aRequestThatBeganBeforeTheDrainClosesItsConnectionToo() throws Exception {
        try (RawHttp kept = new RawHttp(server.port())) {
            kept.send("GET /slow HTTP/1.1\r\nHost: x\r\n\r\n");
            arrived.await();
            server.drain();
            CompletableFuture<Void> closing = closing();
            await().until(this::refusesConnections);
            mayEnd.countDown();

            Answer last = kept.answer();

            assertThat(last.body()).isEqualTo("done");
            assertThat(last.headers()).containsEntry("connection", "close");
            assertThat(kept.isAtEnd()).isTrue();
            assertThat(closing).succeedsWithin(Duration.ofSeconds(60));
        }
    }

    /** Its client sends a part, then the rest. Jetty itself would cut it after an idle time of milliseconds. */
    @Test
    void aRequestThatArrivesSlowlyIsAnsweredAfterTheListenerIsClosed() throws Exception {
        try (RawHttp slow = new RawHttp(server.port());
                RawHttp head = new RawHttp(server.port())) {
            assertThat(head.send(GET).answer().status()).isEqualTo(200);
            head.send("GET / HTTP/1.1\r\nHo");
            for (int i = 0; i < 5; i++) { // after their answers the server has read what arrived before them
                try (RawHttp later = new RawHttp(server.port())) {
                    assertThat(later.send(GET).answer().status()).isEqualTo(200);
                }
            }
            slow.send("POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 6\r\n\r\nabc");
            arrived.await();
            CompletableFuture<Void> closing = closing();
            await().until(this::refusesConnections);
            await().during(Duration.ofMillis(300)).until(() -> !closing.isDone());

            assertThat(slow.send("def").answer().body()).isEqualTo("abcdef");
            assertThat(head.send("st: x\r\n\r\n").answer().status()).isEqualTo(200);
            assertThat(closing).succeedsWithin(Duration.ofSeconds(60));
        }
    }

    @Test
    void aKeptConnectionWithoutARequestEndsWithoutAReset() throws Exception {
        try (RawHttp idle = new RawHttp(server.port())) {
            assertThat(idle.send(GET).answer().status()).isEqualTo(200);
            server.drain();
            CompletableFuture<Void> closing = closing();

            assertThat(idle.isAtEnd()).isTrue();
            idle.end();
            assertThat(closing).succeedsWithin(Duration.ofSeconds(60));
        }
    }

    @Test
    void aConnectionMadeJustBeforeTheEndMaySendItsRequest() throws Exception {
        server.drain();
        try (RawHttp fresh = new RawHttp(server.port());
                RawHttp later = new RawHttp(server.port())) {
            later.send(GET).answer(); // so the server has accepted the first one too
            CompletableFuture<Void> closing = closing();
            await().pollDelay(Duration.ZERO).pollInterval(Duration.ofMillis(5)).until(this::refusesConnections);

            assertThat(fresh.send(GET).answer().status()).isEqualTo(200);
            assertThat(closing).succeedsWithin(Duration.ofSeconds(60));
        }
    }
}
