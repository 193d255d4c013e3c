package io.hookline.http;

import static io.hookline.http.ScriptedServer.answer;
import static io.hookline.http.ScriptedServer.send;
import static io.hookline.http.TestClient.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The two ways to end a client: after its calls, or at once. */
final class ClosingTest {

    private final TestClient client = new TestClient();
    private final CountDownLatch received = new CountDownLatch(1);
    private final CountDownLatch go = new CountDownLatch(1);

    @AfterEach
    void close() {
        go.countDown();
        client.close();
    }

    @Test
    void aRetiredClientEndsTheCallsInFlightAndKeepsNothing() throws Exception {
        try (ScriptedServer server = waiting()) {
            client.text(server.url("/quick"));
            FutureTask<String> call = start(server.url("/slow"));
            received.await();
            try (Response other = client.open(get(server.url("/quick")))) {
                client.http.retire();
                assertThat(other.bytes(100)).asString().isEqualTo("fine");
            }
            go.countDown();
            assertThat(call.get()).isEqualTo("fine");
            assertThat(client.http.pool().size()).isZero();
            assertThat(client.text(server.url("/quick"))).isEqualTo("fine");
            assertThat(client.http.pool().size()).isZero();
        }
    }

    @Test
    void aRetiredPoolHandsOutNoConnection() throws Exception {
        ConnectionPool pool = new ConnectionPool();
        Origin origin = Origin.of(URI.create("http://h/"));
        List<@Nullable HttpConnection> taken = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            HttpConnection connection = new HttpConnection(client.deadlines, _ -> taken.add(pool.take(origin)));
            pool.give(origin, connection, Duration.ofHours(1));
        }
        pool.retire();
        assertThat(taken).containsExactly(null, null);
    }

    @Test
    void closingCutsCallsInFlight() throws Exception {
        try (ScriptedServer server = waiting()) {
            FutureTask<String> call = start(server.url("/slow"));
            received.await();
            client.http.close();
            assertThatThrownBy(call::get)
                    .isInstanceOf(ExecutionException.class)
                    .hasRootCauseMessage("the HTTP client was closed");
            assertThat(client.http.pool().size()).isZero();
        }
    }

    @Test
    void closingCutsAttemptsToConnect() throws Exception {
        try (DeafListener listener = new DeafListener()) {
            FutureTask<String> call = start(listener.url());
            while (client.http.pool().size() == 0) {
                Thread.onSpinWait();
            }
            client.http.close();
            assertThatThrownBy(call::get).hasRootCauseMessage("the HTTP client was closed");
        }
    }

    @Test
    void aClosedClientMakesNoConnection() {
        try (ScriptedServer server = ScriptedServer.always(answer("200 OK", "fine"))) {
            client.close();
            assertThatThrownBy(() -> client.text(server.url("/")))
                    .isInstanceOf(ConnectFailure.class)
                    .hasMessage("the HTTP client is closed");
            assertThat(server.connections()).isZero();
        }
    }

    @Test
    void aResponseThatCameBeforeTheCloseIsValid() throws Exception {
        try (ScriptedServer server = ScriptedServer.always(answer("200 OK", "fine"))) {
            try (Response response = client.open(get(server.url("/")))) {
                assertThat(response.bytes(100)).asString().isEqualTo("fine");
                client.close();
            }
            assertThat(client.http.pool().size()).isZero();
            assertThat(client.http.pool().idle()).isZero();
        }
    }

    @Test
    void withoutDeadlinesNoConnectionIsKept() throws Exception {
        try (ScriptedServer server = ScriptedServer.always(answer("200 OK", "fine"))) {
            try (Response response = client.open(get(server.url("/")))) {
                response.bytes(100);
                client.deadlines.close();
            }
            assertThat(client.http.pool().size()).isZero();
            assertThat(client.http.pool().idle()).isZero();
            assertThatThrownBy(() -> client.text(server.url("/"))).isInstanceOf(IOException.class);
        }
    }

    /** Responds at once, except to {@code /slow}. */
    private ScriptedServer waiting() {
        return ScriptedServer.start((request, socket) -> {
            if (request.line().contains("/slow")) {
                received.countDown();
                go.await();
            }
            send(socket, answer("200 OK", "fine"));
        });
    }

    private FutureTask<String> start(String url) {
        FutureTask<String> call = new FutureTask<>(() -> client.text(url));
        Thread.ofVirtual().start(call);
        return call;
    }
}
