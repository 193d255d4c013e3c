package io.hookline.http;

import static io.hookline.http.ScriptedServer.answer;
import static io.hookline.http.ScriptedServer.send;
import static io.hookline.http.TestClient.get;
import static io.hookline.http.TestClient.once;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URI;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which connections are kept after a response, and which of them are used for the next request. */
final class KeptConnectionsTest {

    private static final String OK = answer("200 OK", "fine");

    private final TestClient client = new TestClient();

    @AfterEach
    void close() {
        client.close();
    }

    @Test
    void oneConnectionServesOneRequestAfterTheOther() throws Exception {
        try (ScriptedServer server = ScriptedServer.always(OK)) {
            for (int i = 0; i < 5; i++) {
                assertThat(client.text(server.url("/"))).isEqualTo("fine");
            }
            assertThat(server.connections()).isEqualTo(1);
            assertThat(client.http.pool().idle()).isEqualTo(1);
        }
    }

    @Test
    void concurrentRequestsHaveOneConnectionEach() throws Exception {
        try (ScriptedServer server = ScriptedServer.always(OK)) {
            try (Response one = client.open(get(server.url("/")));
                    Response two = client.open(get(server.url("/")))) {
                assertThat(one.bytes(100)).isEqualTo(two.bytes(100));
            }
            assertThat(server.connections()).isEqualTo(2);
            assertThat(client.http.pool().idle()).isEqualTo(2);
        }
    }

    @Test
    void aConnectionThatTheServerClosedMeanwhileIsNotUsed() throws Exception {
        CountDownLatch ended = new CountDownLatch(1);
        try (ScriptedServer server = ScriptedServer.start((_, socket) -> {
            send(socket, OK);
            socket.close();
            ended.countDown();
        })) {
            client.text(server.url("/"));
            ended.await();
            assertThat(client.text(once(server.url("/")))).isEqualTo("fine");
            assertThat(server.connections()).isEqualTo(2);
        }
    }

    @Test
    void aRepeatableRequestIsSentAgainIfAKeptConnectionEndsWithoutAResponse() throws Exception {
        try (ScriptedServer server = dyingAtTheSecond("")) {
            client.text(server.url("/"));
            assertThat(client.text(get(server.url("/second")))).isEqualTo("fine");
            assertThat(server.received())
                    .extracting(ScriptedServer.Received::connection)
                    .containsExactly(1, 1, 2);
        }
    }

    @Test
    void otherRequestsAreNotSentAgain() throws Exception {
        try (ScriptedServer server = dyingAtTheSecond("")) {
            client.text(server.url("/"));
            assertThatThrownBy(() -> client.text(once(server.url("/")))).isInstanceOf(IOException.class);
            assertThat(server.received()).hasSize(2);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"H", "HTTP/1.1 200 OK\r\nContent-Le", "HTTP/1.1 100 Continue\r\n\r\n"})
    void noRequestIsRepeatedOnceAByteOfTheResponseCame(String beginning) throws Exception {
        try (ScriptedServer server = dyingAtTheSecond(beginning)) {
            client.text(server.url("/"));
            assertThatThrownBy(() -> client.text(server.url("/"))).isInstanceOf(IOException.class);
            assertThat(server.received()).hasSize(2);
            assertThat(client.http.pool().size()).isZero();
        }
    }

    @Test
    void noRequestIsRepeatedThatFailsOnANewConnection() {
        try (ScriptedServer server = ScriptedServer.start((_, socket) -> socket.close())) {
            assertThatThrownBy(() -> client.text(server.url("/"))).isInstanceOf(IOException.class);
            assertThat(server.received()).hasSize(1);
            assertThat(client.http.pool().size()).isZero();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 4\r\n\r\nfine",
                "HTTP/1.1 200 OK\r\nContent-Length: 4\r\nKeep-Alive: timeout=1\r\n\r\nfine", // expires at once
                "HTTP/1.0 200 OK\r\nContent-Length: 4\r\n\r\nfine",
                "HTTP/1.0 200 OK\r\n\r\nfine",
                "HTTP/1.1 200 OK\r\n\r\nfine"
            })
    void someResponsesAreTheLastOnTheirConnection(String answer) throws Exception {
        try (ScriptedServer server = ScriptedServer.start((_, socket) -> {
            send(socket, answer);
            socket.close();
        })) {
            assertThat(client.text(server.url("/"))).isEqualTo("fine");
            assertThat(client.http.pool().size()).isZero();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "HTTP/1.0 200 OK\r\nConnection: keep-alive\r\nContent-Length: 0\r\n\r\n",
                "HTTP/1.1 204 No Content\r\n\r\n",
                "HTTP/1.1 304 Not Modified\r\nContent-Length: 77\r\n\r\n",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nTrailer: x\r\n\r\n"
            })
    void responsesWithoutABodyReleaseTheirConnection(String answer) throws Exception {
        try (ScriptedServer server = ScriptedServer.always(answer)) {
            assertThat(client.text(once(server.url("/")))).isEmpty();
            assertThat(client.text(once(server.url("/")))).isEmpty();
            assertThat(server.connections()).isEqualTo(1);
        }
    }

    @Test
    void aResponseToHeadHasNoBodyWhateverItsLengthIs() throws Exception {
        try (ScriptedServer server = ScriptedServer.always("HTTP/1.1 200 OK\r\nContent-Length: 77\r\n\r\n")) {
            Request head = Request.of("HEAD", URI.create(server.url("/")), false);
            assertThat(client.text(head)).isEmpty();
            assertThat(client.text(head)).isEmpty();
            assertThat(server.connections()).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nfine",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nfine\r\n0\r\n\r\n",
                "HTTP/1.1 204 No Content\r\n\r\n"
            })
    void bytesAfterAResponseAreNotTheNextResponse(String answer) throws Exception {
        String more = answer + "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nwrong";
        try (ScriptedServer server = ScriptedServer.always(more)) {
            String first = client.text(once(server.url("/")));
            assertThat(client.text(once(server.url("/")))).isEqualTo(first);
            assertThat(server.connections()).isEqualTo(2);
        }
    }

    @Test
    void aBodyThatWasNotReadToItsEndEndsTheConnection() throws Exception {
        try (ScriptedServer server = ScriptedServer.always(OK)) {
            try (Response response = client.open(get(server.url("/")))) {
                assertThat(response.read(new byte[3])).isEqualTo(3);
            }
            assertThat(client.http.pool().size()).isZero();
        }
    }

    @Test
    void anIdleConnectionIsClosedASecondBeforeTheServersTimeout() throws Exception {
        CountDownLatch ended = new CountDownLatch(1);
        try (ScriptedServer server = ScriptedServer.start((request, socket) -> {
            send(socket, answer("200 OK", "fine", "Keep-Alive: max=9, timeout=2"));
            assertThat(socket.getInputStream().read()).isEqualTo(-1); // the client closed the connection
            ended.countDown();
        })) {
            client.text(server.url("/"));
            ended.await();
            while (client.http.pool().size() > 0) { // it is removed right after
                Thread.onSpinWait();
            }
            assertThat(client.http.pool().idle()).isZero();
        }
    }

    private static ScriptedServer dyingAtTheSecond(String beginning) {
        return ScriptedServer.start((request, socket) -> {
            send(socket, request.number() == 2 ? beginning : OK);
            if (request.number() == 2) {
                socket.close();
            }
        });
    }
}
