package io.hookline.http;

import static io.hookline.http.ScriptedServer.answer;
import static io.hookline.http.ScriptedServer.send;
import static io.hookline.http.TestClient.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.SocketException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Valid and invalid HTTP responses. */
final class AnswersTest {

    private final TestClient client = new TestClient();

    @AfterEach
    void close() {
        client.close();
    }

    @Test
    void fieldsAreFoundInAnyCaseAndTheFirstOfANameCounts() throws Exception {
        try (ScriptedServer server = ScriptedServer.always(answer("418 Teapot", "", "ETag: a", "eTAG: b", "X:  y "));
                Response response = client.open(get(server.url("/")))) {
            assertThat(response.status()).isEqualTo(418);
            assertThat(response.header("etag")).hasValue("a");
            assertThat(response.header("none")).isEmpty();
            assertThat(response.headers()).containsEntry("etag", "a").containsEntry("x", "y");
        }
    }

    @Test
    void informationalResponsesAreSkipped() throws Exception {
        String before = "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n";
        try (ScriptedServer server = ScriptedServer.always(before + answer("200 OK", "fine"))) {
            assertThat(client.text(server.url("/"))).isEqualTo("fine");
            assertThat(client.text(server.url("/"))).isEqualTo("fine");
            assertThat(server.connections()).isEqualTo(1);
        }
    }

    @Test
    void chunksAreJoinedAndTrailersAreIgnored() throws Exception {
        String chunks = "3;note=x\r\nfir\r\n2\r\nst\r\n0\r\nTrailer: a\r\nOther: b\r\n\r\n";
        try (ScriptedServer server =
                ScriptedServer.always("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + chunks)) {
            assertThat(client.text(server.url("/"))).isEqualTo("first");
            assertThat(client.text(server.url("/"))).isEqualTo("first");
            assertThat(server.connections()).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SSH-2.0-OpenSSH_9\r\n",
                "\r\n\r\n\r\n\r\n\r\n\r\n\r\n\r\n\r\n\r\n\r\n\r\n",
                "HTTP/2 200\r\n\r\n",
                "HTTP/1.1 000 Nothing\r\n\r\n",
                "HTTP/1.1 99 Less\r\n\r\n",
                "HTTP/1.1 2000 Many\r\n\r\n",
                "HTTP/1.1 OK\r\n\r\n",
                "HTTP/1.1 200 OK\r\nno colon\r\n\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: many\r\n\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\n\r\n",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nfour\r\nfine\r\n",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n-4\r\nfine\r\n0\r\n\r\n",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nfineandmore\r\n0\r\n\r\n"
            })
    void anInvalidResponseIsAnError(String words) {
        try (ScriptedServer server = ScriptedServer.always(words)) {
            assertThatThrownBy(() -> client.text(server.url("/")))
                    .isInstanceOf(IOException.class)
                    .isNotInstanceOf(SocketException.class);
            assertThat(client.http.pool().size()).isZero();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "HTTP/1.1 200",
                "HTTP/1.1 200 OK\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nfine",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nfine",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nfine",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nfine\r\n"
            })
    void aTruncatedResponseIsAnError(String words) {
        try (ScriptedServer server = ScriptedServer.start((_, socket) -> {
            send(socket, words);
            socket.close();
        })) {
            assertThatThrownBy(() -> client.text(server.url("/"))).isInstanceOf(IOException.class);
            assertThat(client.http.pool().size()).isZero();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"x", "Name: value\r\n", "HTTP/1.1 103 Early Hints\r\nLink: "})
    void anEndlessHeadIsNotReadForever(String piece) {
        String many = piece.repeat(200);
        try (ScriptedServer server = ScriptedServer.start((_, socket) -> {
            send(socket, "HTTP/1.1 200 OK\r\n");
            while (true) {
                send(socket, many);
            }
        })) {
            assertThatThrownBy(() -> client.text(server.url("/")))
                    .hasStackTraceContaining("exceeded")
                    .isInstanceOf(IOException.class);
        }
    }

    @Test
    void theSizeOfTheWholeHeadIsLimited() {
        String line = "Name: " + "v".repeat(60_000) + "\r\n";
        try (ScriptedServer server = ScriptedServer.start((_, socket) -> {
            send(socket, "HTTP/1.1 200 OK\r\n");
            while (true) {
                send(socket, line);
            }
        })) {
            assertThatThrownBy(() -> client.text(server.url("/")))
                    .isInstanceOf(IOException.class)
                    .hasMessage("the answer's head is larger than 1048576 bytes");
        }
    }

    @Test
    void aBodyMayHaveTheMaximumSizeOfItsReader() throws Exception {
        try (ScriptedServer server = ScriptedServer.always(answer("200 OK", "12345"))) {
            try (Response response = client.open(get(server.url("/")))) {
                assertThat(response.bytes(5)).asString().isEqualTo("12345");
            }
            try (Response response = client.open(get(server.url("/")))) {
                assertThatThrownBy(() -> response.bytes(4))
                        .isInstanceOf(Response.TooLargeException.class)
                        .hasMessage("the answer is larger than 4 bytes");
            }
            assertThat(client.http.pool().size()).isZero();
        }
    }

    @Test
    void theBeginningOfATruncatedOrEndlessBodyCanBeRead() throws Exception {
        try (ScriptedServer server = ScriptedServer.start((_, socket) -> {
            send(socket, "HTTP/1.1 500 Oops\r\nContent-Length: 999\r\n\r\n12345");
            socket.close();
        })) {
            try (Response response = client.open(get(server.url("/")))) {
                assertThat(response.some(100)).asString().isEqualTo("12345");
            }
            try (Response response = client.open(get(server.url("/")))) {
                assertThat(response.some(4)).asString().isEqualTo("1234");
            }
        }
    }

    @Test
    void aLengthWithoutABodyReservesLittleMemory() throws Exception {
        try (ScriptedServer server = ScriptedServer.start((_, socket) -> {
            send(socket, "HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\n12345");
            socket.close();
        })) {
            for (int i = 0; i < 4; i++) {
                try (Response response = client.open(get(server.url("/")))) {
                    assertThatThrownBy(() -> response.bytes(Integer.MAX_VALUE - 8))
                            .isInstanceOf(IOException.class);
                }
            }
        }
    }
}
