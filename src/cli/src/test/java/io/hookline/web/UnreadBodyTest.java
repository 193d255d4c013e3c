package io.hookline.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.javalin.config.RoutesConfig;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The connection after a request that was answered before its body was read. */
class UnreadBodyTest {

    private static final int LIMIT = 1000;

    final CountDownLatch arrived = new CountDownLatch(1);
    private WebServer server;
    private Socket socket;

    @BeforeEach
    void connect() throws IOException {
        server = start(WebOptions.at(new Address("127.0.0.1", 0)).withMaxRequestSize(LIMIT), this::routes);
        socket = new Socket("127.0.0.1", server.port());
        socket.setSoTimeout(60_000);
    }

    WebServer start(WebOptions options, Consumer<RoutesConfig> routes) {
        return WebServer.start(options, routes);
    }

    private void routes(RoutesConfig routes) {
        routes.get("/", ctx -> ctx.result("here"));
        routes.post("/reads", ctx -> ctx.result(RequestBody.read(ctx)));
        routes.post("/refuses", ctx -> {
            arrived.countDown();
            ctx.status(405).result("no");
        });
    }

    @AfterEach
    void close() throws IOException {
        socket.close();
        server.close();
    }

    @Test
    void aBodyThatArrivesAfterTheErrorKeepsTheConnectionUsable() throws Exception {
        send("POST /refuses HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\n\r\n");
        arrived.await();
        send("hello");

        assertThat(answer("no")).startsWith("HTTP/1.1 405").doesNotContain("Connection: close");
        assertUsable();
    }

    @Test
    void theBodyOfAnUnknownPathKeepsTheConnectionUsable() throws Exception {
        send("POST /nowhere HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n");

        assertThat(answer("\"details\": {}\n}")).startsWith("HTTP/1.1 404").doesNotContain("Connection: close");
        assertUsable();
    }

    @Test
    void aChunkedBodyOverTheLimitKeepsTheConnectionUsable() throws Exception {
        send("POST /reads HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n5dc\r\n" + "x".repeat(LIMIT + 500)
                + "\r\n0\r\n\r\n");

        assertThat(answer("bytes\"}")).startsWith("HTTP/1.1 413").doesNotContain("Connection: close");
        assertUsable();
    }

    @Test
    void aBodyFarOverTheLimitClosesTheConnectionWithAHeader() throws Exception {
        send("POST /refuses HTTP/1.1\r\nHost: h\r\nContent-Length: 1000000\r\n\r\n" + "x".repeat(3 * LIMIT));

        assertThat(answer("no")).startsWith("HTTP/1.1 405").contains("Connection: close");
    }

    @ParameterizedTest
    @ValueSource(strings = {"reads 107374182400", "reads 1001", "refuses 9223372036854775807", "nowhere 5000"})
    void aBodyThatIsAnnouncedAsTooLargeIsRefusedAtOnce(String request) throws Exception {
        String[] parts = request.split(" ", -1);
        send("POST /" + parts[0] + " HTTP/1.1\r\nHost: h\r\nContent-Length: " + parts[1] + "\r\n\r\n{");

        assertThat(answer("\r\n\r\n")).startsWith("HTTP/1.1 4").contains("Connection: close");
    }

    @ParameterizedTest
    @ValueSource(strings = {"reads", "refuses", "nowhere"})
    void aClientThatSendsATooLargeBodyBeforeItReadsGetsTheResponseAndNoReset(String path) throws Exception {
        server.close();
        int limit = 8 << 20;
        server = start(WebOptions.at(new Address("127.0.0.1", 0)).withMaxRequestSize(limit), this::routes);
        try (Socket eager = new Socket("127.0.0.1", server.port())) {
            eager.setSoTimeout(60_000);
            byte[] body = new byte[limit + 1];
            OutputStream out = eager.getOutputStream();
            out.write(("POST /" + path + " HTTP/1.1\r\nHost: h\r\nContent-Length: " + body.length + "\r\n\r\n")
                    .getBytes(StandardCharsets.US_ASCII));
            out.write(body);

            assertThat(new String(eager.getInputStream().readAllBytes(), StandardCharsets.US_ASCII))
                    .startsWith("HTTP/1.1 4");
        }
    }

    @Test
    void aRefusedRequestWithExpectGetsNoContinue() throws Exception {
        send("POST /refuses HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\nExpect: 100-continue\r\n\r\n");

        assertThat(answer("no")).startsWith("HTTP/1.1 405").contains("Connection: close");
    }

    @Test
    void anAcceptedRequestWithExpectKeepsItsConnection() throws Exception {
        send("POST /reads HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\nExpect: 100-continue\r\n\r\n");
        assertThat(answer("\r\n\r\n")).startsWith("HTTP/1.1 100");
        send("hello");

        assertThat(answer("hello")).startsWith("HTTP/1.1 200").doesNotContain("Connection: close");
        assertUsable();
    }

    private void assertUsable() throws IOException {
        send("GET / HTTP/1.1\r\nHost: h\r\n\r\n");
        assertThat(answer("here")).startsWith("HTTP/1.1 200");
    }

    private void send(String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
    }

    /** Reads the response of the server up to a text. */
    private String answer(String end) throws IOException {
        StringBuilder read = new StringBuilder();
        InputStream in = socket.getInputStream();
        while (read.indexOf(end) < 0) {
            int next = in.read();
            if (next < 0) {
                return "the connection ended after \"" + read + "\"";
            }
            read.append((char) next);
        }
        return read.toString();
    }
}
