package io.hookline.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.javalin.config.RoutesConfig;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class WebServerTest {

    private static final WebOptions OPTIONS =
            WebOptions.at(new Address("127.0.0.1", 0)).withMaxRequestSize(1000);

    private final HttpClient client = HttpClient.newHttpClient();
    private WebServer server;

    @AfterEach
    void stop() {
        if (server != null) {
            server.close();
        }
        client.close();
    }

    @Test
    void aBodyUpToTheLimitArrivesWhole() throws Exception {
        serve(routes -> routes.post("/echo", ctx -> ctx.result(RequestBody.read(ctx))));

        assertThat(post("/echo", new byte[1000]).body()).hasSize(1000);
    }

    @Test
    void aBodyOverTheLimitIsRefusedWhetherOrNotItsLengthWasDeclared() throws Exception {
        serve(routes -> routes.post("/echo", ctx -> ctx.result(RequestBody.read(ctx))));

        assertThat(post("/echo", new byte[1001]).statusCode()).isEqualTo(413);
        HttpRequest chunked = request("/echo")
                .POST(BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(new byte[200_000])))
                .build();
        assertThat(client.send(chunked, BodyHandlers.ofString()).statusCode()).isEqualTo(413);
    }

    @Test
    void theLimitOfAGzippedBodyIsItsDecompressedSize() throws Exception {
        serve(routes -> routes.post("/echo", ctx -> ctx.result(RequestBody.read(ctx))));

        assertThat(postGzip("/echo", gzip("hello".getBytes(StandardCharsets.UTF_8)))
                        .body())
                .isEqualTo("hello");
        HttpResponse<String> bomb = postGzip("/echo", gzip(new byte[100_000]));
        assertThat(bomb.statusCode()).isEqualTo(413);
        assertThat(bomb.body()).isEqualTo("{\"error\":\"the body is larger than 1000 bytes\"}");
    }

    @Test
    void anInvalidGzipBodyIsABadRequest() throws Exception {
        serve(routes -> routes.post("/echo", ctx -> ctx.result(RequestBody.read(ctx))));

        byte[] whole = gzip(new byte[500]);
        assertThat(postGzip("/echo", "no gzip".getBytes(StandardCharsets.UTF_8)).statusCode())
                .isEqualTo(400);
        assertThat(postGzip("/echo", Arrays.copyOf(whole, whole.length - 10)).statusCode())
                .isEqualTo(400);
    }

    @Test
    void anotherEncodingIsNotSupported() throws Exception {
        serve(routes -> routes.post("/echo", ctx -> ctx.result(RequestBody.read(ctx))));

        HttpRequest brotli = request("/echo")
                .header("Content-Encoding", "br")
                .POST(BodyPublishers.ofString("x"))
                .build();
        assertThat(client.send(brotli, BodyHandlers.ofString()).statusCode()).isEqualTo(415);
    }

    @Test
    void aRouteMayAnswerRefusedBodiesInItsOwnForm() throws Exception {
        serve(routes -> {
            routes.exception(
                    RequestException.class, (e, ctx) -> ctx.status(e.status()).result("mine"));
            routes.post("/echo", ctx -> ctx.result(RequestBody.read(ctx)));
        });

        assertThat(post("/echo", new byte[1001]).body()).isEqualTo("mine");
    }

    @Test
    void handlersRunOnVirtualThreads() throws Exception {
        serve(routes ->
                routes.get("/", ctx -> ctx.result("" + Thread.currentThread().isVirtual())));

        assertThat(get("/").body()).isEqualTo("true");
    }

    @Test
    void aStreamReachesTheClientPieceByPiece() throws Exception {
        CountDownLatch firstWasRead = new CountDownLatch(1);
        serve(routes -> routes.get("/watch", ctx -> {
            var out = ctx.res().getOutputStream();
            out.write("one\n".getBytes(StandardCharsets.UTF_8));
            ctx.res().flushBuffer();
            firstWasRead.await();
            out.write("two\n".getBytes(StandardCharsets.UTF_8));
        }));

        HttpResponse<InputStream> watch = client.send(request("/watch").GET().build(), BodyHandlers.ofInputStream());
        assertThat(new String(watch.body().readNBytes(4), StandardCharsets.UTF_8))
                .isEqualTo("one\n");
        firstWasRead.countDown();
        assertThat(new String(watch.body().readAllBytes(), StandardCharsets.UTF_8))
                .isEqualTo("two\n");
    }

    @Test
    void responsesAreNotCompressedThoughTheClientAcceptsIt() throws Exception {
        String text = "a".repeat(10_000);
        serve(routes -> routes.get("/", ctx -> ctx.result(text)));
        HttpRequest acceptsGzip =
                request("/").header("Accept-Encoding", "gzip").GET().build();
        assertThat(client.send(acceptsGzip, BodyHandlers.ofByteArray()).body()).hasSize(10_000);
    }

    @Test
    void theErrorOfAPortInUseNamesItsNumber() {
        serve(routes -> {});

        WebOptions same = WebOptions.at(server.address());
        assertThatThrownBy(() -> WebServer.start(same, routes -> {}))
                .isInstanceOf(PortInUseException.class)
                .hasMessage("port " + server.port() + " is in use");
    }

    @Test
    void aStopWaitsForTheRunningRequest() throws Exception {
        CountDownLatch arrived = new CountDownLatch(1);
        CountDownLatch mayEnd = new CountDownLatch(1);
        serve(routes -> routes.get("/slow", ctx -> {
            arrived.countDown();
            mayEnd.await();
            ctx.result("done");
        }));

        CompletableFuture<HttpResponse<String>> slow =
                client.sendAsync(request("/slow").GET().build(), BodyHandlers.ofString());
        arrived.await();
        Thread stopping = Thread.ofVirtual().start(server::close);
        await().until(this::refusesConnections);
        mayEnd.countDown();
        assertThat(slow.get().body()).isEqualTo("done");
        stopping.join();
        server.close(); // a second call has no effect
    }

    @Test
    void aStopEndsAtItsTimeLimitWhenARequestHangs() throws Exception {
        CountDownLatch arrived = new CountDownLatch(1);
        CountDownLatch never = new CountDownLatch(1);
        server = WebServer.start(
                OPTIONS.withStopWithin(Duration.ofMillis(50)),
                routes -> routes.get("/hangs", ctx -> {
                    arrived.countDown();
                    never.await();
                }));
        var ignored = client.sendAsync(request("/hangs").GET().build(), BodyHandlers.ofString());
        arrived.await();

        server.close();

        assertThatThrownBy(() -> get("/hangs")).isInstanceOf(IOException.class);
        assertThat(ignored).isNotNull();
    }

    @Test
    void anAddressIsReadInAllItsForms() {
        assertThat(Address.parse("8080", "127.0.0.1")).isEqualTo(new Address("127.0.0.1", 8080));
        assertThat(Address.parse(":0", "0.0.0.0")).isEqualTo(new Address("0.0.0.0", 0));
        assertThat(Address.parse("localhost:99", "")).hasToString("localhost:99");
        assertThat(Address.parse("[::1]:80", ""))
                .isEqualTo(new Address("::1", 80))
                .hasToString("[::1]:80");
        for (String wrong : new String[] {"", "x", "a:b", "1:2:3", "70000", "-1"}) {
            assertThatThrownBy(() -> Address.parse(wrong, "h")).as(wrong).isInstanceOf(IllegalArgumentException.class);
        }
    }

    private boolean refusesConnections() throws IOException {
        try (Socket socket = new Socket("127.0.0.1", server.port())) {
            return !socket.isConnected();
        } catch (ConnectException _) {
            return true;
        }
    }

    private void serve(Consumer<RoutesConfig> routes) {
        server = WebServer.start(OPTIONS, routes);
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(server.uri() + path));
    }

    private HttpResponse<String> get(String path) throws Exception {
        return client.send(request(path).GET().build(), BodyHandlers.ofString());
    }

    private HttpResponse<String> post(String path, byte[] body) throws Exception {
        return client.send(request(path).POST(BodyPublishers.ofByteArray(body)).build(), BodyHandlers.ofString());
    }

    private HttpResponse<String> postGzip(String path, byte[] body) throws Exception {
        HttpRequest request = request(path)
                .header("Content-Encoding", "gzip")
                .POST(BodyPublishers.ofByteArray(body))
                .build();
        return client.send(request, BodyHandlers.ofString());
    }

    private static byte[] gzip(byte[] plain) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
            gzip.write(plain);
        }
        return out.toByteArray();
    }
}
