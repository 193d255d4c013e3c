package io.hookline.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.javalin.config.RoutesConfig;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The memory that all requests of a server may take together. */
@Timeout(60)
class MemoryBudgetTest {

    private static final int LARGEST = 1_000_000;

    private final MemoryBudget budget = new MemoryBudget((long) LARGEST * MemoryBudget.PARSED);
    private final CountDownLatch arrived = new CountDownLatch(1);
    private final CountDownLatch mayEnd = new CountDownLatch(1);
    private final WebServer server =
            WebServer.start(WebOptions.at(new Address("127.0.0.1", 0)).withMemory(budget), this::routes);

    private void routes(RoutesConfig routes) {
        routes.post("/size", ctx -> ctx.result(String.valueOf(RequestBody.read(ctx).length)));
        routes.post("/slow", ctx -> {
            int size = RequestBody.read(ctx).length;
            arrived.countDown();
            mayEnd.await();
            ctx.result(String.valueOf(size));
        });
    }

    @AfterEach
    void close() {
        mayEnd.countDown();
        server.close();
    }

    private RawHttp.Answer post(String path, byte[] body, String headers) throws IOException {
        try (RawHttp http = new RawHttp(server.port())) {
            return sent(http, path, body, headers).answer();
        }
    }

    private static RawHttp sent(RawHttp http, String path, byte[] body, String headers) throws IOException {
        return http.send("POST " + path + " HTTP/1.1\r\nHost: h\r\n" + headers + "Content-Length: " + body.length
                + "\r\n\r\n" + new String(body, StandardCharsets.ISO_8859_1));
    }

    @Test
    void aBodyThatCanNeverFitIsTooLarge() throws Exception {
        assertThat(post("/size", new byte[LARGEST], "").body()).isEqualTo("" + LARGEST);

        RawHttp.Answer tooLarge = post("/size", new byte[LARGEST + 1], "");
        assertThat(tooLarge.status()).isEqualTo(413);
        assertThat(tooLarge.body()).isEqualTo("{\"error\":\"the body is larger than 1000000 bytes\"}");
        RawHttp.Answer inflated = post("/size", gzip(new byte[LARGEST + 1]), "Content-Encoding: gzip\r\n");
        assertThat(inflated.status()).isEqualTo(413);
    }

    @Test
    void aBodyForWhichOthersLeaveNoMemoryIsRefusedUntilTheyAreAnswered() throws Exception {
        try (RawHttp slow = new RawHttp(server.port())) {
            sent(slow, "/slow", new byte[LARGEST / 2], "");
            arrived.await();

            RawHttp.Answer refused = post("/size", gzip(new byte[LARGEST / 2 + 1000]), "Content-Encoding: gzip\r\n");
            assertThat(refused.status()).isEqualTo(503);
            assertThat(refused.headers()).containsEntry("retry-after", "1");
            assertThat(refused.body()).contains("{\"error\":\"the server has no memory for this body");
            assertThat(post("/size", new byte[LARGEST / 3], "").status())
                    .as("a body that fits")
                    .isEqualTo(200);

            mayEnd.countDown();
            assertThat(slow.answer().body()).isEqualTo("" + LARGEST / 2);
        }
        await().atMost(Duration.ofSeconds(60)).until(() -> budget.taken() == 0);
        assertThat(post("/size", new byte[LARGEST], "").status()).isEqualTo(200);
    }

    @Test
    void bodiesThatArriveKeepNoMemoryFromThoseThatAreComplete() {
        MemoryBudget.Lease slow = budget.lease();
        slow.holdArriving(2L * LARGEST);

        assertThatThrownBy(() -> budget.lease().holdArriving(LARGEST))
                .isInstanceOfSatisfying(
                        RequestException.class,
                        refused -> assertThat(refused.status()).isEqualTo(503))
                .hasMessage("the server has no memory for this body while others arrive; call it again");
        assertThatCode(() -> budget.lease().holdParsed(new byte[LARGEST])).doesNotThrowAnyException();

        slow.release();
        assertThatCode(() -> budget.lease().holdArriving(2L * LARGEST)).doesNotThrowAnyException();
    }

    @Test
    void aBodyThatEndsTooEarlyGivesItsMemoryBack() throws Exception {
        try (RawHttp http = new RawHttp(server.port())) {
            http.send("POST /size HTTP/1.1\r\nHost: h\r\nContent-Length: 900000\r\n\r\n" + "x".repeat(400_000));
            await().atMost(Duration.ofSeconds(60)).until(() -> budget.taken() > 0);
        }

        await().atMost(Duration.ofSeconds(60)).until(() -> budget.taken() == 0);
    }

    private static byte[] gzip(byte[] plain) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
            gzip.write(plain);
        }
        return out.toByteArray();
    }
}
