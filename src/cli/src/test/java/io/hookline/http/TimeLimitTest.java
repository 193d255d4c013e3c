package io.hookline.http;

import static io.hookline.http.ScriptedServer.answer;
import static io.hookline.http.ScriptedServer.send;
import static io.hookline.http.TestClient.body;
import static io.hookline.http.TestClient.get;
import static io.hookline.http.TestClient.once;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The limit holds for every part of a call. */
final class TimeLimitTest {

    private static final Duration SHORT = Duration.ofMillis(300);

    private final TestClient client = new TestClient();
    private final CountDownLatch testOver = new CountDownLatch(1);

    @AfterEach
    void close() {
        testOver.countDown();
        client.close();
    }

    @Test
    void aServerWithoutAResponseReachesTheLimit() {
        try (ScriptedServer server = ScriptedServer.start((_, _) -> testOver.await())) {
            assertReachesLimit(get(server.url("/")));
        }
    }

    @Test
    void aSlowHeadReachesTheLimit() {
        try (ScriptedServer server = ScriptedServer.start((_, socket) -> {
            send(socket, "HTTP/1.1 200 OK\r\nX: ");
            sendSlowly(socket);
        })) {
            assertReachesLimit(get(server.url("/")));
        }
    }

    @Test
    void endlessInformationalResponsesReachTheLimit() {
        try (ScriptedServer server = ScriptedServer.start((_, socket) -> {
            while (!testOver.await(1, TimeUnit.MILLISECONDS)) {
                send(socket, "HTTP/1.1 103 Early Hints\r\n\r\n");
            }
        })) {
            assertReachesLimit(get(server.url("/")));
        }
    }

    @Test
    void aSlowBodyReachesTheLimit() {
        try (ScriptedServer server = ScriptedServer.start((_, socket) -> {
            send(socket, "HTTP/1.1 200 OK\r\nContent-Length: 100000000\r\n\r\n");
            sendSlowly(socket);
        })) {
            assertReachesLimit(get(server.url("/")));
        }
    }

    @Test
    void aServerThatDoesNotReadReachesTheLimit() {
        try (ScriptedServer server = ScriptedServer.raw((_, _) -> testOver.await())) {
            assertReachesLimit(once(server.url("/")).with(body(64 << 20))); // more than the buffers hold
        }
    }

    @Test
    void aServerWithoutATlsHandshakeReachesTheLimit() {
        try (ScriptedServer server = ScriptedServer.raw((_, _) -> testOver.await())) {
            assertThatThrownBy(() -> client.http.send(get("https://127.0.0.1:" + server.port() + "/"), SHORT))
                    .isInstanceOf(ConnectFailure.class)
                    .hasCauseInstanceOf(SocketTimeoutException.class)
                    .hasMessage("no answer within 300 ms");
            assertNothingIsLeft();
        }
    }

    @Test
    void aSlowLookupReachesTheLimit() {
        try (TestClient lost = new TestClient(TestClient.searching(new CountDownLatch(1), testOver))) {
            assertThatThrownBy(() -> lost.http.send(get("http://lost.example/"), SHORT))
                    .isInstanceOf(ConnectFailure.class)
                    .hasCauseInstanceOf(SocketTimeoutException.class)
                    .hasMessage("no address of lost.example within 300 ms");
            assertThat(lost.http.pool().size()).isZero();
        }
    }

    @Test
    void aHostThatDoesNotAcceptTheConnectionReachesTheLimit() throws IOException {
        try (DeafListener listener = new DeafListener()) {
            assertThatThrownBy(() -> client.http.send(get(listener.url()), SHORT))
                    .satisfiesAnyOf(
                            e -> assertThat(e).hasCauseInstanceOf(SocketTimeoutException.class),
                            e -> assertThat(e)
                                    .isInstanceOf(SocketTimeoutException.class)); // if it accepted the connection
            assertNothingIsLeft();
        }
    }

    @Test
    void aCallThatReachesTheLimitOnAKeptConnectionIsNotRepeated() throws Exception {
        try (ScriptedServer server = ScriptedServer.start((request, socket) -> {
            if (request.number() > 1) {
                testOver.await();
            }
            send(socket, answer("200 OK", "fine"));
        })) {
            client.text(server.url("/"));
            assertReachesLimit(get(server.url("/")));
            assertThat(server.received()).hasSize(2);
        }
    }

    @Test
    void aStreamWithALiftedLimitHasNoLimit() throws Exception {
        CountDownLatch go = new CountDownLatch(1);
        try (ScriptedServer server = ScriptedServer.start((_, socket) -> {
            send(socket, "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\n");
            go.await();
            send(socket, "late");
        })) {
            try (Response response = client.open(get(server.url("/")))) {
                response.unlimited();
                assertThat(client.deadlines.pending()).isZero();
                go.countDown();
                assertThat(response.bytes(100)).asString().isEqualTo("late");
            }
        }
    }

    private void assertReachesLimit(Request request) {
        assertThatThrownBy(() -> {
                    try (Response response = client.http.send(request, SHORT)) {
                        response.bytes(Integer.MAX_VALUE - 8);
                    }
                })
                .isInstanceOf(SocketTimeoutException.class)
                .hasMessage("no answer within 300 ms");
        assertNothingIsLeft();
    }

    private void assertNothingIsLeft() {
        assertThat(client.http.pool().size()).isZero();
        assertThat(client.deadlines.pending()).isZero();
    }

    /** Sends single bytes until the client closes the connection. */
    private void sendSlowly(Socket socket) throws Exception {
        while (!testOver.await(1, TimeUnit.MILLISECONDS)) {
            send(socket, "x");
        }
    }
}
