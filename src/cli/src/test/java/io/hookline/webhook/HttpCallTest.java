package io.hookline.webhook;

import static io.hookline.http.ScriptedServer.answer;
import static io.hookline.http.ScriptedServer.send;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hookline.hook.codec.RequestCodec;
import io.hookline.hook.protocol.HookClient;
import io.hookline.hook.protocol.HookException;
import io.hookline.hook.protocol.HookReply;
import io.hookline.http.ScriptedServer;
import io.hookline.testing.FreePort;
import io.hookline.webhook.CallObserver.Ending;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Hook calls over HTTP: bodies, connections and their failures. */
final class HttpCallTest {

    private final Calls calls = new Calls(new WebhookLimits(1000, 4000, 10_000), Map.of());
    private final CountDownLatch testOver = new CountDownLatch(1);

    @AfterEach
    void close() {
        testOver.countDown();
        calls.close();
    }

    @Test
    void aRequestIsAPostOfJsonWithItsLength() throws Exception {
        try (ScriptedServer server = ScriptedServer.always(Calls.OK)) {
            assertThat(Calls.call(calls.connect(server.url("/a/b?c=d")))).isEqualTo("{\"children\":[]}");

            ScriptedServer.Received received = server.received().getFirst();
            byte[] body = RequestCodec.encode(Calls.request()).bytes();
            assertThat(received.line()).isEqualTo("POST /a/b?c=d HTTP/1.1");
            assertThat(received.header("Content-Type")).isEqualTo("application/json");
            assertThat(received.header("Content-Length")).isEqualTo(String.valueOf(body.length));
            assertThat(received.header("Accept-Encoding")).isEqualTo("gzip");
            assertThat(received.header("Hookline-Accept")).isEqualTo("events");
            assertThat(received.headers()).doesNotContainKeys("authorization", "if-none-match", "transfer-encoding");
            assertThat(received.body()).isEqualTo(new String(body, StandardCharsets.UTF_8));
        }
    }

    @Test
    void aConnectionServesManyCallsOfManyClients() throws Exception {
        try (ScriptedServer server = ScriptedServer.always(Calls.OK)) {
            HookClient one = calls.connect(server.url("/one"));
            HookClient two = calls.connect(server.url("/two"));
            Calls.call(one);
            Calls.call(two);
            one.close();
            Calls.call(two);
            assertThat(server.connections()).isEqualTo(1);
        }
    }

    @Test
    void aBusyHooksConnectionIsKept() throws Exception {
        try (ScriptedServer server = ScriptedServer.always(answer("429 Too Many Requests", "later"))) {
            HookClient client = calls.connect(server.url("/"));
            client.call(Calls.request());
            client.call(Calls.request());
            assertThat(server.connections()).isEqualTo(1);
        }
    }

    @Test
    void theBodyOfATooManyRequestsResponseNeedNotBeComplete() throws Exception {
        String start = "HTTP/1.1 429 Busy\r\nRetry-After: 4\r\nContent-Length: 100\r\n\r\nwa";
        try (ScriptedServer server = hanging(start)) {
            assertThat(calls.connect(server.url("/"), "\"timeout\":\"1s\"").call(Calls.request()))
                    .isEqualTo(new HookReply.Later(Optional.of(Duration.ofSeconds(4))));
        }
    }

    @Test
    void aChunkedAnswerIsPutTogether() throws Exception {
        String chunks = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\n{\"a\r\n5\r\n\":12}\r\n0\r\n\r\n";
        try (ScriptedServer server = ScriptedServer.always(chunks)) {
            assertThat(Calls.call(calls.connect(server.url("/")))).isEqualTo("{\"a\":12}");
        }
    }

    @Test
    void aChunkedAnswerIsBoundedToo() throws Exception {
        String chunk = "384\r\n" + "x".repeat(900) + "\r\n";
        try (ScriptedServer server = hanging("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + chunk + chunk)) {
            assertFails(server.url("/"), "the answer is larger than 1000 bytes");
        }
    }

    @Test
    void aGzippedAnswerIsDecompressed() throws Exception {
        try (ScriptedServer server = zipped("200 OK", gzip("{\"children\":[1]}"))) {
            assertThat(Calls.call(calls.connect(server.url("/")))).isEqualTo("{\"children\":[1]}");
        }
    }

    @Test
    void aGzippedErrorIsReadable() {
        try (ScriptedServer server = zipped("500 Oops", gzip("broken"))) {
            assertThatThrownBy(() -> Calls.call(calls.connect(server.url("/"))))
                    .hasMessage("unsupported status code: 500 body: broken");
        }
    }

    @Test
    void aSmallAnswerThatDecompressesToALargeOneIsRefused() {
        try (ScriptedServer server = zipped("200 OK", gzip("x".repeat(1001)))) {
            assertFails(server.url("/"), "the answer is larger than 1000 bytes");
        }
    }

    @Test
    void anAnswerThatOnlyClaimsToBeGzipIsRefused() {
        try (ScriptedServer server = zipped("200 OK", "{\"children\":[]}".getBytes(StandardCharsets.UTF_8))) {
            assertFails(server.url("/"), "the answer is not valid gzip: Not in GZIP format");
        }
    }

    @Test
    void anErrorWithAnEndlessBodyIsStillThatError() {
        String start = "HTTP/1.1 500 Oops\r\nContent-Length: 99999999\r\n\r\n";
        try (ScriptedServer server = hanging(start + "x".repeat(100_000))) {
            assertThatThrownBy(() -> Calls.call(calls.connect(server.url("/"))))
                    .hasMessage(
                            "unsupported status code: 500 body: " + "x".repeat(4000) + "... (cut after 4000 bytes)");
        }
    }

    @Test
    void anAnswerThatIsCutOffIsAnError() {
        try (ScriptedServer server = ScriptedServer.start((_, socket) -> {
            send(socket, "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{\"child");
            socket.close();
        })) {
            assertThatThrownBy(() -> Calls.call(calls.connect(server.url("/"))))
                    .isInstanceOf(HookException.class)
                    .hasMessageStartingWith("http error: Post \"" + server.url("/") + "\": ");
            assertThat(calls.observer.outcomes()).containsExactly(new Ending.Failed());
        }
    }

    @Test
    void aBodyThatStopsHalfwayIsGivenUp() {
        try (ScriptedServer server = hanging("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{\"child")) {
            HookClient client = calls.connect(server.url("/"), "\"timeout\":\"1s\"");
            assertThatThrownBy(() -> Calls.call(client))
                    .hasMessage(
                            "http error: Post \"" + server.url("/")
                                    + "\": timeout of 1s exceeded while reading the body of the answer (spec.hooks.sync.webhook.timeout)");
        }
    }

    @Test
    void aTimeoutEndsTheConnection() throws Exception {
        CountDownLatch ended = new CountDownLatch(1);
        try (ScriptedServer server = ScriptedServer.start((_, socket) -> {
            try {
                socket.getInputStream().read();
            } finally { // the end of the stream, or a reset
                ended.countDown();
            }
        })) {
            HookClient client = calls.connect(server.url("/"), "\"timeout\":\"1s\"");
            assertThatThrownBy(() -> Calls.call(client)).isInstanceOf(HookException.class);
            assertThat(ended.await(60, TimeUnit.SECONDS)).isTrue();
        }
    }

    @Test
    void aRefusedConnectionIsAnError() throws Exception {
        int port = FreePort.find();
        assertFails("http://127.0.0.1:" + port + "/", "connection refused");
    }

    @Test
    void aHostThatDoesNotExistIsAnError() {
        assertFails("http://nowhere.invalid/", "no such host");
    }

    @Test
    void aPostThatMeetsADeadConnectionIsSentOnceMore() throws Exception {
        try (ScriptedServer server = ScriptedServer.start((request, socket) -> {
            if (request.number() == 2) {
                socket.close(); // like a server that closes an idle connection at this moment
            } else {
                send(socket, Calls.OK);
            }
        })) {
            HookClient client = calls.connect(server.url("/"));
            Calls.call(client);
            assertThat(Calls.call(client)).isEqualTo("{\"children\":[]}");
            assertThat(server.received().stream().map(ScriptedServer.Received::connection))
                    .containsExactly(1, 1, 2);
            assertThat(server.received().get(2).body())
                    .isEqualTo(server.received().get(1).body());
        }
    }

    @Test
    void aPostThatDiesOnAFreshConnectionIsNotRepeated() {
        try (ScriptedServer server = ScriptedServer.start((_, socket) -> socket.close())) {
            assertFails(server.url("/"), "the server closed the connection without an answer");
            assertThat(server.received()).hasSize(1);
        }
    }

    @Test
    void aRequestIsNotSentAgainAfterItsResponseHasBegun() throws Exception {
        try (ScriptedServer server = ScriptedServer.start((request, socket) -> {
            send(socket, request.number() == 1 ? Calls.OK : "HTTP/1.1 200");
            if (request.number() > 1) {
                socket.close();
            }
        })) {
            HookClient client = calls.connect(server.url("/"));
            Calls.call(client);
            assertThatThrownBy(() -> Calls.call(client)).isInstanceOf(HookException.class);
            assertThat(server.received()).hasSize(2);
        }
    }

    @Test
    void aSecondLostConnectionIsAnError() throws Exception {
        try (ScriptedServer server = ScriptedServer.start((request, socket) -> {
            if (request.number() > 1) {
                socket.close();
            }
            send(socket, Calls.OK);
        })) {
            HookClient client = calls.connect(server.url("/"));
            Calls.call(client);
            assertThatThrownBy(() -> Calls.call(client)).isInstanceOf(HookException.class);
            assertThat(server.received()).hasSize(3);
        }
    }

    @Test
    void closingAbortsCallsInFlight() throws Exception {
        CountDownLatch received = new CountDownLatch(1);
        try (ScriptedServer server = ScriptedServer.start((_, _) -> {
            received.countDown();
            testOver.await();
        })) {
            HookClient client = calls.connect(server.url("/"), "\"timeout\":\"1h\"");
            var call = calls.executor.submit(() -> client.call(Calls.request()));
            received.await();
            calls.closeClients();
            assertThatThrownBy(call::get).hasCauseInstanceOf(HookException.class);
        }
    }

    private void assertFails(String url, String problem) {
        assertThatThrownBy(() -> Calls.call(calls.connect(url)))
                .isInstanceOf(HookException.class)
                .hasMessage("http error: Post \"" + url + "\": " + problem);
    }

    /** Sends these bytes, and nothing more. */
    private ScriptedServer hanging(String start) {
        return ScriptedServer.start((_, socket) -> {
            send(socket, start);
            testOver.await();
        });
    }

    private static ScriptedServer zipped(String status, byte[] body) {
        ByteArrayOutputStream answer = new ByteArrayOutputStream();
        answer.writeBytes(
                ("HTTP/1.1 " + status + "\r\nContent-Encoding: gzip\r\nContent-Length: " + body.length + "\r\n\r\n")
                        .getBytes(StandardCharsets.UTF_8));
        answer.writeBytes(body);
        return ScriptedServer.start((_, socket) -> send(socket, answer.toByteArray()));
    }

    private static byte[] gzip(String text) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
            out.write(text.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }
}
