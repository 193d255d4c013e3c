package io.hookline.http;

import static io.hookline.http.ScriptedServer.answer;
import static io.hookline.http.ScriptedServer.send;
import static io.hookline.http.TestClient.body;
import static io.hookline.http.TestClient.get;
import static io.hookline.http.TestClient.once;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.SocketTimeoutException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** An interrupt ends every wait of a call, and its flag stays set. */
final class InterruptTest {

    private enum Kind {
        PLATFORM,
        VIRTUAL;

        Thread start(Runnable run) {
            return this == PLATFORM
                    ? Thread.ofPlatform().start(run)
                    : Thread.ofVirtual().start(run);
        }
    }

    private final TestClient client = new TestClient();
    private final CountDownLatch reached = new CountDownLatch(1);
    private final CountDownLatch testOver = new CountDownLatch(1);

    @AfterEach
    void close() {
        testOver.countDown();
        client.close();
    }

    @ParameterizedTest
    @EnumSource
    void waitingForTheHead(Kind kind) throws Exception {
        try (ScriptedServer server = ScriptedServer.start((_, _) -> hang())) {
            assertEnds(kind, get(server.url("/")));
        }
    }

    @ParameterizedTest
    @EnumSource
    void waitingForTheHeadOnAKeptConnection(Kind kind) throws Exception {
        try (ScriptedServer server = ScriptedServer.start((request, socket) -> {
            if (request.number() > 1) {
                hang();
            }
            send(socket, answer("200 OK", "fine"));
        })) {
            client.text(server.url("/"));
            assertEnds(kind, get(server.url("/")));
            assertThat(server.received()).as("it is not sent again").hasSize(2);
        }
    }

    @ParameterizedTest
    @EnumSource
    void waitingForTheBody(Kind kind) throws Exception {
        try (ScriptedServer server = ScriptedServer.start((_, socket) -> {
            send(socket, "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nx");
            hang();
        })) {
            assertEnds(kind, get(server.url("/")));
        }
    }

    @ParameterizedTest
    @EnumSource
    void waitingToSendTheBody(Kind kind) throws Exception {
        try (ScriptedServer server = ScriptedServer.raw((_, _) -> hang())) {
            assertEnds(kind, once(server.url("/")).with(body(64 << 20)));
        }
    }

    @ParameterizedTest
    @EnumSource
    void waitingForTheTlsHandshake(Kind kind) throws Exception {
        try (ScriptedServer server = ScriptedServer.raw((_, _) -> hang())) {
            assertEnds(kind, get("https://127.0.0.1:" + server.port() + "/"));
        }
    }

    @ParameterizedTest
    @EnumSource
    void waitingForAnAddress(Kind kind) throws Exception {
        try (TestClient lost = new TestClient(TestClient.searching(reached, testOver))) {
            assertEnds(kind, lost, get("http://lost.example/"));
        }
    }

    @ParameterizedTest
    @EnumSource
    void waitingForTheConnection(Kind kind) throws Exception {
        try (DeafListener listener = new DeafListener()) {
            reached.countDown();
            assertEnds(kind, get(listener.url()));
        }
    }

    @ParameterizedTest
    @EnumSource
    void anInterruptedThreadDoesNotWait(Kind kind) throws Exception {
        try (ScriptedServer server = ScriptedServer.start((_, _) -> testOver.await())) {
            CompletableFuture<Boolean> still = new CompletableFuture<>();
            kind.start(() -> {
                Thread.currentThread().interrupt();
                call(client, get(server.url("/")), still);
            });
            assertThat(still.get()).isTrue();
            assertThat(client.http.pool().size()).isZero();
        }
    }

    private void assertEnds(Kind kind, Request request) throws Exception {
        assertEnds(kind, client, request);
    }

    private void assertEnds(Kind kind, TestClient client, Request request) throws Exception {
        CompletableFuture<Boolean> still = new CompletableFuture<>();
        Thread caller = kind.start(() -> call(client, request, still));
        reached.await();
        caller.interrupt();
        assertThat(still.get()).as("whether the interrupt can still be seen").isTrue();
        assertThat(client.http.pool().size()).isZero();
        assertThat(client.deadlines.pending()).isZero();
    }

    private static void call(TestClient client, Request request, CompletableFuture<Boolean> stillInterrupted) {
        try (Response response = client.open(request)) {
            stillInterrupted.completeExceptionally(new AssertionError(response.bytes(1 << 20).length + " bytes"));
        } catch (InterruptedIOException e) {
            assertThat(e).isNotInstanceOf(SocketTimeoutException.class);
            stillInterrupted.complete(Thread.currentThread().isInterrupted());
        } catch (IOException | RuntimeException e) {
            stillInterrupted.completeExceptionally(e);
        }
    }

    private void hang() throws InterruptedException {
        reached.countDown();
        testOver.await();
    }
}
