package io.hookline.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Small bodies that are much work, which any client may send. */
@Timeout(120)
class CompressedBodiesTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /** More than there are carriers of virtual threads. */
    private static final int MANY = 2 * Runtime.getRuntime().availableProcessors() + 2;

    private final AtomicBoolean mayEnd = new AtomicBoolean();
    private final AtomicInteger busy = new AtomicInteger();
    private final AtomicInteger refused = new AtomicInteger();
    private final WebServer server = WebServer.start(
            WebOptions.at(new Address("127.0.0.1", 0)),
            exchange -> {
                boolean isPost = exchange.method().equals("POST");
                if (isPost) {
                    exchange.read(new Work(exchange));
                }
                return isPost;
            },
            routes -> routes.get("/probe", ctx -> ctx.result("alive")));

    /** Computes in the thread that has decompressed the body, as decompressing does. */
    private final class Work implements AsyncExchange.BodyReceiver {

        private final AsyncExchange exchange;

        Work(AsyncExchange exchange) {
            this.exchange = exchange;
        }

        @Override
        public void read(byte[] body) {
            busy.incrementAndGet();
            while (!mayEnd.get()) {
                Thread.onSpinWait();
            }
            exchange.answer(200, "text/plain", Map.of(), body);
        }

        @Override
        public void refused(RequestException problem) {
            refused.incrementAndGet();
            exchange.answer(problem.status(), "text/plain", Map.of(), ErrorBody.plain(problem.problem()));
        }

        @Override
        public void failed(Throwable problem) {
            exchange.answer(500, "text/plain", Map.of(), ErrorBody.plain(problem.toString()));
        }
    }

    @AfterEach
    void stop() {
        mayEnd.set(true);
        server.close();
    }

    private static byte[] gzip(byte[] plain) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
            gzip.write(plain);
        }
        return out.toByteArray();
    }

    private List<RawHttp> posts(int count) throws IOException {
        String body = new String(gzip(new byte[] {'x'}), StandardCharsets.ISO_8859_1);
        List<RawHttp> clients = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            clients.add(new RawHttp(server.port())
                    .send("POST / HTTP/1.1\r\nHost: h\r\nContent-Encoding: gzip\r\nContent-Length: " + body.length()
                            + "\r\n\r\n" + body));
        }
        return clients;
    }

    private String probe() throws IOException {
        try (RawHttp client = new RawHttp(server.port())) {
            return client.send("GET /probe HTTP/1.1\r\nHost: h\r\n\r\n")
                    .answer()
                    .body();
        }
    }

    @Test
    void aProbeDoesNotWaitForThem() throws Exception {
        List<RawHttp> clients = posts(MANY);
        await().atMost(PATIENCE).until(() -> busy.get() > 0);

        for (int i = 0; i < 20; i++) {
            assertThat(probe()).isEqualTo("alive");
        }
        assertThat(busy.get()).isLessThan(MANY);

        mayEnd.set(true);
        for (RawHttp client : clients) {
            assertThat(client.answer().body()).isEqualTo("x");
            client.close();
        }
    }

    @Test
    void ofVeryManySomeAreRefusedForNow() throws Exception {
        List<RawHttp> clients = posts(MANY + 100);
        await().atMost(PATIENCE).until(() -> refused.get() > 0);
        mayEnd.set(true);

        List<RawHttp.Answer> answers = new ArrayList<>();
        for (RawHttp client : clients) {
            answers.add(client.answer());
            client.close();
        }
        assertThat(answers)
                .extracting(RawHttp.Answer::status)
                .contains(200, 503)
                .containsOnly(200, 503);
        assertThat(answers)
                .filteredOn(answer -> answer.status() == 503)
                .allMatch(answer -> answer.body().contains("decompresses too many other bodies"));
    }

    @Test
    void decompressingStopsAsSoonAsTheLimitIsExceeded() throws Exception {
        byte[] bomb = gzip(new byte[60 << 20]);
        ByteArrayInputStream in = new ByteArrayInputStream(bomb);
        BodyReader reader = new BodyReader(100_000, new MemoryBudget(60 << 20).lease());

        assertThatThrownBy(() -> reader.read(in, false, -1))
                .isInstanceOf(RequestException.class)
                .hasMessage("the body is larger than 100000 bytes");
        assertThat(bomb.length - in.available()).isLessThan(bomb.length / 4);
    }
}
