package io.hookline.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class AsyncExchangeTest {

    private static final int LIMIT = 100_000;
    private static final WebOptions OPTIONS =
            WebOptions.at(new Address("127.0.0.1", 0)).withMaxRequestSize(LIMIT);

    private WebServer server;

    private RawHttp serve(WebOptions options) throws IOException {
        server = WebServer.start(options, new AsyncEcho(() -> {}), routes -> {
            routes.get(
                    "/virtual",
                    ctx -> ctx.result(String.valueOf(Thread.currentThread().isVirtual())));
            routes.get("/fails", _ -> {
                throw new IllegalStateException("no luck");
            });
        });
        return new RawHttp(server.port());
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private static String post(String path, String headers, String body) {
        return "POST " + path + " HTTP/1.1\r\nHost: h\r\n" + headers + "\r\n" + body;
    }

    private static String reads(String body) {
        return post("/reads", "Content-Length: " + body.length() + "\r\n", body);
    }

    @Test
    void aBodyArrivesWholeInPiecesOfAnySize() throws Exception {
        SplittableRandom random = new SplittableRandom(7);
        try (RawHttp client = serve(OPTIONS)) {
            for (int size : List.of(0, 1, 8191, 8192, 32 << 10, (32 << 10) + 1, LIMIT)) {
                String body = "x".repeat(size);
                String request = reads(body);
                for (int sent = 0; sent < request.length(); ) {
                    int end = Math.min(request.length(), sent + random.nextInt(1, 40_000));
                    client.send(request.substring(sent, end));
                    sent = end;
                }

                assertThat(client.answer().body()).as(size + " bytes").isEqualTo(body);
            }
        }
    }

    @Test
    void requestsThatArriveTogetherAreAnsweredInTheirOrder() throws Exception {
        StringBuilder all = new StringBuilder();
        for (int i = 0; i < 200; i++) {
            all.append(reads("body " + i)).append("GET /virtual HTTP/1.1\r\nHost: h\r\n\r\n");
        }
        try (RawHttp client = serve(OPTIONS)) {
            client.send(all.toString());

            for (int i = 0; i < 200; i++) {
                assertThat(client.answer().body()).isEqualTo("body " + i);
                assertThat(client.answer().body()).isEqualTo("true");
            }
        }
    }

    @Test
    void chunksAreJoinedUpToTheLimit() throws Exception {
        String chunks = "5\r\nhello\r\n7\r\n, world\r\n0\r\n\r\n";
        String large = Integer.toHexString(LIMIT + 1) + "\r\n" + "x".repeat(LIMIT + 1) + "\r\n0\r\n\r\n";
        try (RawHttp client = serve(OPTIONS)) {
            assertThat(client.send(post("/reads", "Transfer-Encoding: chunked\r\n", chunks))
                            .answer()
                            .body())
                    .isEqualTo("hello, world");
            assertThat(client.send(post("/reads", "Transfer-Encoding: chunked\r\n", large))
                            .answer()
                            .status())
                    .isEqualTo(413);
            assertThat(client.send(reads("still here")).answer().body()).isEqualTo("still here");
        }
    }

    @Test
    void aGzippedBodyIsDecompressedUpToTheLimit() throws Exception {
        byte[] whole = gzip("hello".repeat(100));
        try (RawHttp client = serve(OPTIONS)) {
            assertThat(client.send(gzipped(whole)).answer().body()).isEqualTo("hello".repeat(100));
            RawHttp.Answer tooLarge =
                    client.send(gzipped(gzip("x".repeat(LIMIT + 1)))).answer();
            assertThat(tooLarge.status()).isEqualTo(413);
            assertThat(tooLarge.body()).isEqualTo("{\"error\":\"the body is larger than 100000 bytes\"}");
            assertThat(client.send(gzipped(Arrays.copyOf(whole, whole.length - 10)))
                            .answer()
                            .status())
                    .isEqualTo(400);
            assertThat(client.send(post("/reads", "Content-Encoding: br\r\nContent-Length: 1\r\n", "x"))
                            .answer()
                            .status())
                    .isEqualTo(415);
            assertThat(client.send(reads("still here")).answer().body()).isEqualTo("still here");
        }
    }

    private static String gzipped(byte[] body) {
        return post(
                "/reads",
                "Content-Encoding: gzip\r\nContent-Length: " + body.length + "\r\n",
                new String(body, StandardCharsets.ISO_8859_1));
    }

    private static byte[] gzip(String text) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
            gzip.write(text.getBytes(StandardCharsets.US_ASCII));
        }
        return out.toByteArray();
    }

    @Test
    void aBodyThatDoesNotFitInTheMemoryOfAllRequestsIsRefusedForNow() throws Exception {
        MemoryBudget memory = new MemoryBudget(6 * LIMIT);
        try (RawHttp client = serve(OPTIONS.withMemory(memory));
                RawHttp other = new RawHttp(server.port())) {
            client.send(post("/reads", "Content-Length: " + LIMIT + "\r\n", "x".repeat(LIMIT - 1)));
            await().until(() -> memory.taken() >= LIMIT);

            assertThat(other.send(reads("x".repeat(LIMIT))).answer().status()).isEqualTo(503);

            assertThat(client.send("x").answer().body()).hasSize(LIMIT);
            assertThat(other.send(reads("x".repeat(LIMIT))).answer().body()).hasSize(LIMIT);
            await().until(() -> memory.taken() == 0);
        }
    }

    @Test
    void aBodyOfWhichLittleArrivesTakesLittleMemory() throws Exception {
        MemoryBudget memory = new MemoryBudget(6 * LIMIT);
        try (RawHttp client = serve(OPTIONS.withMemory(memory))) {
            client.send(post("/reads", "Content-Length: " + LIMIT + "\r\n", "{"));
            await().until(() -> memory.taken() > 0);

            assertThat(memory.taken()).isLessThan(5_000);
        }
    }

    @Test
    void aBodyThatEndsEarlyIsABadRequest() throws Exception {
        try (RawHttp client = serve(OPTIONS)) {
            assertThat(client.send(post("/reads", "Content-Length: 10\r\n", "hello"))
                            .end()
                            .answer()
                            .body())
                    .isEqualTo("{\"error\":\"the body ended before the length that was announced\"}");
        }
    }

    @Test
    void aChunkThatIsNoneIsABadRequest() throws Exception {
        try (RawHttp client = serve(OPTIONS)) {
            assertThat(client.send(post("/reads", "Transfer-Encoding: chunked\r\n", "zz\r\nhello\r\n"))
                            .answer()
                            .status())
                    .isEqualTo(400);
        }
    }

    @Test
    void aLargeResponseArrivesWholeAtAClientThatReadsIt() throws Exception {
        try (RawHttp client = serve(OPTIONS)) {
            assertThat(client.send("GET /much HTTP/1.1\r\nHost: h\r\n\r\n")
                            .answer()
                            .body())
                    .hasSize(AsyncEcho.LARGE);
            assertThat(client.send(reads("again")).answer().body()).isEqualTo("again");
        }
    }

    @Test
    void aClientThatDoesNotReadItsResponseLosesItsConnectionAndKeepsNoThread() throws Exception {
        Set<String> ended = ConcurrentHashMap.newKeySet();
        WebOptions options =
                OPTIONS.withRequestTimeout(Duration.ofMillis(300)).withObserver(exchange -> ended.add(exchange.path()));
        try (RawHttp client = serve(options);
                RawHttp other = new RawHttp(server.port())) {
            int before = Thread.activeCount();
            client.send("GET /much HTTP/1.1\r\nHost: h\r\n\r\n");

            assertThat(other.send(reads("meanwhile")).answer().body()).isEqualTo("meanwhile");
            assertThat(Thread.activeCount() - before).isLessThan(8);
            await().until(() -> ended.contains("/much"));
            assertThat(client.answer().body().length()).isLessThan(AsyncEcho.LARGE);
        }
    }

    @Test
    void requestsForTheRoutesRunOnVirtualThreadsAndTheirFailuresAreAnswered() throws Exception {
        try (RawHttp client = serve(OPTIONS)) {
            assertThat(client.send("GET /virtual HTTP/1.1\r\nHost: h\r\n\r\n")
                            .answer()
                            .body())
                    .isEqualTo("true");
            assertThat(client.send("GET /fails HTTP/1.1\r\nHost: h\r\n\r\n")
                            .answer()
                            .status())
                    .isEqualTo(500);
            assertThat(client.send("GET /nowhere HTTP/1.1\r\nHost: h\r\n\r\n")
                            .answer()
                            .status())
                    .isEqualTo(404);
        }
    }
}
