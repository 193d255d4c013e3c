package io.hookline.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.hook.Answer;
import io.hookline.hook.JavaHook;
import io.hookline.hook.Sync;
import io.hookline.hook.SyncHook;
import io.hookline.object.Json;
import io.hookline.server.call.HookSettings;
import io.hookline.web.Address;
import io.hookline.web.RawHttp;
import io.hookline.web.WebOptions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The responses of a hook server to bytes that no HTTP client would send. */
class HookWireTest {

    private static final String HOST = "Host: h\r\n";
    private static final String POST = "POST /actor/sync HTTP/1.1\r\n" + HOST;

    private final Bench bench = new Bench(HookSettings.DEFAULTS.withTimeout(Duration.ofMinutes(1)));
    private HookServer server;

    /** A hook that reads the whole parent. */
    private static final class Actor implements SyncHook<ObjectNode> {
        @Override
        public Answer sync(Sync<ObjectNode> in) {
            return Answer.of().status(java.util.Map.of("fields", in.parent().size()));
        }
    }

    @BeforeEach
    void start() {
        bench.table.put("actor", bench.loader.guarded("actor", JavaHook.of(InstantSource.system(), new Actor())));
        server = HookServer.start(WebOptions.at(new Address("127.0.0.1", 0)), bench.hooks, () -> "");
    }

    @AfterEach
    void stop() {
        server.close();
        bench.close();
    }

    private RawHttp.Answer send(String request) throws IOException {
        try (RawHttp http = new RawHttp(server.port())) {
            return http.send(request).answer();
        }
    }

    private static void assertError(RawHttp.Answer answer, int status, String words) {
        assertThat(answer.status()).as(answer.body()).isEqualTo(status);
        assertThat(answer.headers()).containsEntry("content-type", "application/json");
        ObjectNode json = Json.object(answer.body().getBytes(StandardCharsets.UTF_8));
        assertThat(json.fieldNames()).toIterable().containsExactly("error", "requestId");
        assertThat(json.path("error").asText()).contains(words);
        assertThat(json.path("requestId").asText()).isNotEmpty();
    }

    @Test
    void aRequestWithLengthAndChunksIsRefused() throws Exception {
        RawHttp.Answer answer = send(POST + "Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n");

        assertError(answer, 400, "Transfer-Encoding and Content-Length");
        assertThat(answer.headers()).containsEntry("connection", "close");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Content-Length: abc",
                "Content-Length: -1",
                "Content-Length: 99999999999999999999",
                "Content-Length: 3\r\nContent-Length: 4",
                "Transfer-Encoding: gzip",
                " folded: line"
            })
    void headersThatAreNotValidAreABadRequest(String header) throws Exception {
        assertError(send(POST + header + "\r\n\r\nabc"), 400, "not a valid HTTP request: ");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Transfer-Encoding: gzip, chunked",
                "Transfer-Encoding: GZIP,CHUNKED",
                "Transfer-Encoding: gzip\r\nTransfer-Encoding: chunked",
                "Transfer-Encoding: identity, chunked",
                "Transfer-Encoding: chunked, chunked"
            })
    void aTransferCodingThatIsNotReadIsRefusedAndTheConnectionClosed(String header) throws Exception {
        for (String line : new String[] {"POST /actor/sync", "GET /healthz"}) {
            RawHttp.Answer answer = send(line + " HTTP/1.1\r\n" + HOST + header + "\r\n\r\n5\r\nhello\r\n0\r\n\r\n");

            assertThat(answer.status()).isIn(400, 501);
            assertError(
                    answer,
                    answer.status(),
                    answer.status() == 501 ? "is not supported, only chunked is" : "Bad Transfer");
            assertThat(answer.headers()).containsEntry("connection", "close");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"Transfer-Encoding: chunked", "Transfer-Encoding: CHUNKED", "Transfer-Encoding: ,chunked"})
    void chunksAreRead(String header) throws Exception {
        String chunks = Integer.toHexString(Requests.SYNC.length()) + "\r\n" + Requests.SYNC + "\r\n0\r\n\r\n";

        assertThat(send(POST + header + "\r\n\r\n" + chunks).status()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"Expect: 200-ok", "Expect: 100-continue, 200-ok"})
    void anExpectationThatIsNotKnownIsRefusedWithAReason(String header) throws Exception {
        assertError(
                send(POST + header + "\r\nContent-Length: 0\r\n\r\n"),
                417,
                "the value of the header Expect is not supported, only 100-continue is");
    }

    @ParameterizedTest
    @CsvSource({"GET /actor/sync, 404", "GET /healthz, 404", "POST /actor/sync, 200", "POST /nobody, 404"})
    void aRequestForAWebSocketIsAnsweredAndItsConnectionClosed(String line, int status) throws Exception {
        String body = line.startsWith("POST") ? Requests.SYNC : "";
        try (RawHttp http = new RawHttp(server.port())) {
            RawHttp.Answer answer = http.send(line + " HTTP/1.1\r\n" + HOST
                            + "Connection: keep-alive, Upgrade\r\nUpgrade: WebSocket\r\nSec-WebSocket-Version: 13\r\n"
                            + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nContent-Length: " + body.length()
                            + "\r\n\r\n" + body)
                    .answer();

            assertThat(answer.status()).isEqualTo(status);
            assertThat(answer.headers()).containsEntry("connection", "close");
            assertThat(http.isAtEnd()).isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/actor%00/sync", "/actor%zz/sync", "/actor%ff/sync", "http://other/actor/sync"})
    void aPathThatIsNotValidIsABadRequest(String path) throws Exception {
        assertError(
                send("POST " + path + " HTTP/1.1\r\n" + HOST + "Content-Length: 0\r\n\r\n"),
                400,
                "not a valid HTTP request: ");
    }

    @ParameterizedTest
    @CsvSource({"'POST /actor/sync HTTP/9.9', 505", "GARBAGE, 400", "'GET /actor/sync HTTP/1.1', 400"})
    void aFirstLineThatIsNotHttpIsRefused(String line, int status) throws Exception {
        assertError(send(line + "\r\n\r\n"), status, "not a valid HTTP request: ");
    }

    @Test
    void aPathOrHeadersThatAreTooLongAreRefusedWithTheirLimit() throws Exception {
        assertError(send("POST /" + "x".repeat(9000) + " HTTP/1.1\r\n" + HOST + "\r\n"), 414, "8192 bytes");
        assertError(send(POST + "X: " + "x".repeat(9000) + "\r\n\r\n"), 431, "8192 bytes");
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "BREW"})
    void aHookTakesPostOnly(String method) throws Exception {
        RawHttp.Answer answer = send(method + " /actor/sync HTTP/1.1\r\n" + HOST + "\r\n");

        assertError(answer, 405, "hooks are called with POST, not " + method);
        assertThat(answer.headers()).containsEntry("allow", "POST");
    }

    @Test
    void theServersOwnPathsTakeGetOnly() throws Exception {
        for (String path : new String[] {"/", "/healthz", "/readyz", "/metrics"}) {
            for (String method : new String[] {"POST", "PUT", "OPTIONS", "TRACE"}) {
                RawHttp.Answer answer =
                        send(method + " " + path + " HTTP/1.1\r\n" + HOST + "Content-Length: 0\r\n\r\n");

                assertError(answer, 405, path + " is read with GET, not " + method);
                assertThat(answer.headers()).containsEntry("allow", "GET, HEAD");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET", "PUT", "OPTIONS", "TRACE", "BREW"})
    void aPathThatIsNotServedIsNotFoundWithAnyMethod(String method) throws Exception {
        assertError(
                send(method + " /nobody/sync HTTP/1.1\r\n" + HOST + "\r\n"),
                404,
                "no hook is served at /nobody/sync; known are /actor/sync");
    }

    @Test
    void connectIsNotAllowed() throws Exception {
        assertError(send("CONNECT h:80 HTTP/1.1\r\n" + HOST + "\r\n"), 405, "not CONNECT");
    }

    @Test
    void optionsForTheWholeServerIsNotFound() throws Exception {
        assertError(send("OPTIONS * HTTP/1.1\r\n" + HOST + "\r\n"), 404, "Not Found");
    }

    @Test
    void headReturnsTheHeadersOfGetWithoutABody() throws Exception {
        try (RawHttp http = new RawHttp(server.port())) {
            assertThat(http.send("HEAD /healthz HTTP/1.1\r\n" + HOST + "\r\n")
                            .head()
                            .status())
                    .isEqualTo(200);
            RawHttp.Answer hook =
                    http.send("HEAD /actor/sync HTTP/1.1\r\n" + HOST + "\r\n").head();
            assertThat(hook.status()).isEqualTo(405);
            assertThat(hook.headers()).containsEntry("allow", "POST");
            assertThat(http.send("HEAD /nobody/sync HTTP/1.1\r\n" + HOST + "\r\n")
                            .head()
                            .status())
                    .isEqualTo(404);
        }
    }

    @Test
    void aGivenRequestIdIsInTheErrorOfABrokenRequest() throws Exception {
        RawHttp.Answer answer =
                send("POST /actor%ff/sync HTTP/1.1\r\n" + HOST + "X-Request-Id: abc-1\r\nContent-Length: 0\r\n\r\n");

        assertThat(answer.body()).endsWith("\"requestId\":\"abc-1\"}");
    }

    @Test
    void aPlainBodyThatClaimsToBeGzipIsReported() throws Exception {
        assertError(
                send(POST + "Content-Encoding: gzip\r\nContent-Length: 2\r\n\r\n{}"),
                400,
                "Content-Encoding is gzip, but the body is not gzip");
        assertError(
                send(POST + "Content-Encoding: gzip\r\nContent-Length: 0\r\n\r\n"),
                400,
                "Content-Encoding is gzip, but the body is not gzip");
    }

    @Test
    void aBodyThatEndsBeforeItsLengthIsReported() throws Exception {
        try (RawHttp http = new RawHttp(server.port())) {
            RawHttp.Answer answer = http.send(POST + "Content-Length: 100\r\n\r\n{\"controller\"")
                    .end()
                    .answer();

            assertError(answer, 400, "the body ended before the length that was announced");
        }
    }

    @Test
    void chunksThatAreNotValidAreReported() throws Exception {
        assertError(
                send(POST + "Transfer-Encoding: chunked\r\n\r\nzz\r\nabc\r\n0\r\n\r\n"),
                400,
                "the body ended before its last chunk, or a chunk is not valid");
    }

    private RawHttp.Answer call(String body) throws IOException {
        return send(POST + "Content-Length: " + body.length() + "\r\n\r\n" + body);
    }

    @Test
    void invalidUtf8IsABadRequestWithItsOffset() throws Exception {
        String body = Requests.request("A\u00ff", false);

        assertError(call(body), 400, "request body is not valid UTF-8 at byte " + body.indexOf('\u00ff'));
    }

    @Test
    void jsonThatIsNestedTooDeepIsABadRequestWithItsPlace() throws Exception {
        String nested = "{\"a\":".repeat(1100) + "1" + "}".repeat(1100);
        String body = Requests.SYNC.replace("\"Ann\"", nested);

        assertError(call(body), 400, "parent.spec.who.a.a");
        assertError(call(body), 400, "nested deeper than 1000 levels");
        String allowed = "[".repeat(900) + "]".repeat(900);
        assertThat(call(Requests.SYNC.replace("\"Ann\"", allowed)).status()).isEqualTo(200);
    }

    @ParameterizedTest
    @CsvSource({"who, who", "who, \\u0077ho"})
    void aFieldThatOccursTwiceIsABadRequestWithItsPlace(String first, String second) throws Exception {
        String body = Requests.SYNC.replace(
                "\"spec\":{", "\"spec\":{\"list\":[{\"a\":1},{\"" + first + "\":1,\"x\":2,\"" + second + "\":3}],");

        assertError(call(body), 400, "parent.spec.list[1].who: the field occurs twice");
        assertError(
                call(Requests.SYNC.replace("\"related\"", "\"parent\":{},\"related\"")),
                400,
                "parent: the field occurs twice");
    }

    @Test
    void aNumberThatNoDoubleHoldsIsABadRequestWithItsPlace() throws Exception {
        assertError(call(Requests.SYNC.replace("\"Ann\"", "1e999")), 400, "parent.spec.who: a number beyond");
    }
}
