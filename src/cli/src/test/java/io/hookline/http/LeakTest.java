package io.hookline.http;

import static io.hookline.http.ScriptedServer.answer;
import static io.hookline.http.ScriptedServer.send;
import static io.hookline.http.TestClient.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** No unused connection or deadline is left behind. */
final class LeakTest {

    private static final int MANY = 2000;

    private final TestClient client = new TestClient();

    @AfterEach
    void close() {
        client.close();
    }

    @Test
    void aServerThatEndsEachConnectionLeavesNothing() throws Exception {
        try (ScriptedServer server = ScriptedServer.always(answer("200 OK", "fine", "Connection: close"))) {
            for (int i = 0; i < MANY; i++) {
                client.text(server.url("/"));
            }
            assertNothingIsLeft();
        }
    }

    @Test
    void aServerThatEndsEachConnectionWithoutNoticeLeavesTheLastOne() throws Exception {
        try (ScriptedServer server = ScriptedServer.start((_, socket) -> {
            send(socket, answer("200 OK", "fine"));
            socket.close();
        })) {
            for (int i = 0; i < MANY; i++) {
                client.text(server.url("/"));
            }
            assertThat(client.http.pool().size()).isLessThanOrEqualTo(1);
            assertThat(client.http.pool().idle()).isEqualTo(client.http.pool().size());
            assertThat(client.deadlines.pending()).isEqualTo(client.http.pool().size());
        }
    }

    @Test
    void callsThatFailLeaveNothing() {
        try (ScriptedServer server = ScriptedServer.start((request, socket) -> {
            send(
                    socket,
                    request.number() % 2 == 0 ? "gibberish\r\n\r\n" : "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n");
            socket.close();
        })) {
            for (int i = 0; i < 50; i++) {
                assertThatThrownBy(() -> client.text(server.url("/"))).isInstanceOf(IOException.class);
            }
            assertNothingIsLeft();
        }
    }

    @Test
    void aBodyThatCannotBeWrittenLeavesNothing() throws Exception {
        Request.Body broken = new Request.Body() {
            @Override
            public String contentType() {
                return "text/plain";
            }

            @Override
            public long length() {
                return 1;
            }

            @Override
            public void writeTo(OutputStream out) {
                throw new UncheckedIOException(new IOException("closed"));
            }
        };
        try (ScriptedServer server = ScriptedServer.always(answer("200 OK", "fine"))) {
            Request request = get(server.url("/")).with(broken);
            assertThatThrownBy(() -> client.text(request)).isInstanceOf(UncheckedIOException.class);
            assertNothingIsLeft();
            client.text(server.url("/"));
            assertThatThrownBy(() -> client.text(request)).isInstanceOf(UncheckedIOException.class);
            assertNothingIsLeft();
        }
    }

    @Test
    void aKeptConnectionHasOneTimerAndACallHasOne() throws Exception {
        CountDownLatch seen = new CountDownLatch(1);
        try (ScriptedServer server = ScriptedServer.start((request, socket) -> {
            if (request.number() == 2) {
                seen.await();
            }
            send(socket, answer("200 OK", "fine"));
        })) {
            client.text(server.url("/"));
            assertThat(client.deadlines.pending()).isEqualTo(1);
            Thread second = Thread.ofVirtual().start(() -> {
                try {
                    client.text(server.url("/"));
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
            while (server.received().size() < 2) {
                Thread.onSpinWait();
            }
            assertThat(client.deadlines.pending())
                    .as("only the second call's: that of the first cannot expire during it")
                    .isEqualTo(1);
            seen.countDown();
            second.join();
            client.http.retire();
            assertNothingIsLeft();
        }
    }

    private void assertNothingIsLeft() {
        assertThat(client.http.pool().size()).isZero();
        assertThat(client.http.pool().idle()).isZero();
        assertThat(client.deadlines.pending()).isZero();
    }
}
