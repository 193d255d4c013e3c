package io.hookline.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A defect, or a lack of memory, in a step of a request that has no thread of its own. */
@Timeout(60)
class AsyncFailureTest {

    private static final int SIZE = 100_000;

    private final MemoryBudget memory = new MemoryBudget(20 * SIZE);
    private WebServer server;

    /** Reads bodies, and then has no stack left. {@code /answers} reports that, {@code /throws} fails again. */
    private record Failing(AsyncExchange exchange) implements AsyncExchange.BodyReceiver {
        @Override
        public void read(byte[] body) {
            throw new StackOverflowError();
        }

        @Override
        public void refused(RequestException problem) {
            throw new StackOverflowError();
        }

        @Override
        public void failed(Throwable problem) {
            if (exchange.path().equals("/throws")) {
                throw new StackOverflowError();
            }
            exchange.answer(500, "text/plain", Map.of(), problem.toString().getBytes(StandardCharsets.US_ASCII));
        }
    }

    @BeforeEach
    void start() {
        AsyncRoute route = exchange -> {
            switch (exchange.path()) {
                case "/twice" -> {
                    exchange.answer(200, "text/plain", Map.of(), new byte[] {'1'});
                    exchange.answer(200, "text/plain", Map.of(), new byte[] {'2'});
                }
                case "/routes" -> {
                    return false;
                }
                default -> exchange.read(new Failing(exchange));
            }
            return true;
        };
        server = WebServer.start(
                WebOptions.at(new Address("127.0.0.1", 0))
                        .withMaxRequestSize(SIZE)
                        .withMemory(memory),
                route,
                routes -> routes.get("/routes", _ -> {
                    throw new StackOverflowError();
                }));
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private static String head(String path, String headers) {
        return "POST " + path + " HTTP/1.1\r\nHost: h\r\n" + headers + "\r\n";
    }

    private static String gzip() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
            gzip.write('x');
        }
        return out.toString(StandardCharsets.ISO_8859_1);
    }

    @Test
    void aReceiverThatThrowsIsAnsweredAndKeepsNoMemory() throws Exception {
        for (String path : new String[] {"/answers", "/throws"}) {
            try (RawHttp client = new RawHttp(server.port())) {
                assertThat(client.send(head(path, "Content-Length: 1\r\n") + "x")
                                .answer()
                                .status())
                        .isEqualTo(500);
                client.send(head(path, "Content-Length: " + SIZE + "\r\n") + "x".repeat(SIZE - 1));
                await().until(() -> memory.taken() > 0);
                assertThat(client.send("x").answer().status())
                        .as("after a pause")
                        .isEqualTo(500);
            }
            await().until(() -> memory.taken() == 0);
        }
    }

    @Test
    void aReceiverThatThrowsAfterDecompressionIsAnswered() throws Exception {
        String body = gzip();
        String headers = "Content-Encoding: gzip\r\nContent-Length: " + body.length() + "\r\n";
        try (RawHttp client = new RawHttp(server.port())) {
            assertThat(client.send(head("/answers", headers) + body).answer().status())
                    .isEqualTo(500);
            assertThat(client.send(head("/throws", headers) + body).answer().status())
                    .isEqualTo(500);
        }
    }

    @Test
    void aRequestIsAnsweredOnce() throws Exception {
        try (RawHttp client = new RawHttp(server.port())) {
            for (int i = 0; i < 3; i++) {
                assertThat(client.send(head("/twice", "")).answer().body()).isEqualTo("1");
            }
        }
    }

    @Test
    void aRouteThatThrowsAnErrorIsAnswered() throws Exception {
        try (RawHttp client = new RawHttp(server.port())) {
            assertThat(client.send("GET /routes HTTP/1.1\r\nHost: h\r\n\r\n")
                            .answer()
                            .status())
                    .isEqualTo(500);
        }
    }
}
