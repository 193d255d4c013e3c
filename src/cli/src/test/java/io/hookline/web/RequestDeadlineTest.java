package io.hookline.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hookline.web.tls.SelfSignedCertificate;
import io.javalin.config.RoutesConfig;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.KeyStore;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.zip.GZIPOutputStream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Clients that send requests or read responses so slowly that they would keep their connections forever. */
@Timeout(60)
class RequestDeadlineTest {

    private static final WebOptions OPTIONS =
            WebOptions.at(new Address("127.0.0.1", 0)).withRequestTimeout(Duration.ofMillis(400));
    /** A handshake, or a pause of a client on a busy machine, must fit into it. */
    private static final WebOptions PATIENT = OPTIONS.withRequestTimeout(Duration.ofSeconds(2));

    /** In MiB: more than the buffers of a connection hold. */
    private static final int LARGE = 40;

    private static final String HEAD = "POST /reads HTTP/1.1\r\nHost: h\r\n";

    private final CompletableFuture<Exception> unread = new CompletableFuture<>();
    private final List<Socket> sockets = new ArrayList<>();
    private WebServer server = start(OPTIONS, this::routes);

    WebServer start(WebOptions options, Consumer<RoutesConfig> routes) {
        return WebServer.start(options, routes);
    }

    private void routes(RoutesConfig routes) {
        routes.get("/", ctx -> ctx.result("here"));
        routes.post("/reads", ctx -> ctx.result(RequestBody.read(ctx)));
        routes.post("/refuses", ctx -> ctx.status(405).result("no"));
        routes.get("/long", ctx -> {
            try {
                while (true) {
                    ctx.res().getOutputStream().write(new byte[1 << 20]);
                }
            } catch (IOException e) {
                unread.complete(e);
            }
        });
        routes.get("/large", ctx -> {
            for (int i = 0; i < LARGE; i++) {
                ctx.res().getOutputStream().write(new byte[1 << 20]);
            }
        });
        routes.get("/slow", ctx -> {
            await().pollDelay(Duration.ofMillis(900)).until(() -> true);
            ctx.result("slow");
        });
    }

    @AfterEach
    void close() throws IOException {
        for (Socket socket : sockets) {
            socket.close();
        }
        server.close();
    }

    private Socket connect() throws IOException {
        Socket socket = new Socket("127.0.0.1", server.port());
        socket.setSoTimeout(60_000);
        sockets.add(socket);
        return socket;
    }

    /** Sends the text, then the same byte again and again until the server closes the connection; returns what it sent. */
    private static String drip(Socket socket, String text, String drop) throws Exception {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
        CountDownLatch ended = new CountDownLatch(1);
        Thread dripping = Thread.ofVirtual().start(() -> {
            try {
                while (!ended.await(50, TimeUnit.MILLISECONDS)) {
                    socket.getOutputStream().write(drop.getBytes(StandardCharsets.US_ASCII));
                }
            } catch (IOException | InterruptedException _) {
                // the server has closed the connection
            }
        });
        StringBuilder read = new StringBuilder();
        InputStream in = socket.getInputStream();
        while (read.indexOf("}") < 0) {
            int next = in.read();
            if (next < 0) {
                break;
            }
            read.append((char) next);
        }
        ended.countDown();
        dripping.join();
        return read.toString();
    }

    @Test
    void aHeadThatDripsIsEndedWith408() throws Exception {
        long start = System.nanoTime();
        String answer = drip(connect(), "GET / HTTP/1.1\r\nX: ", "x");

        assertThat(answer)
                .startsWith("HTTP/1.1 408")
                .contains("Connection: close")
                .endsWith("{\"error\":\"the head of the request did not arrive in time\"}");
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(60));
    }

    @Test
    void aBodyThatDripsIsEndedWith408() throws Exception {
        for (String encoding : List.of("Content-Length: 1000\r\n\r\n", "Transfer-Encoding: chunked\r\n\r\n3e8\r\n")) {
            assertThat(drip(connect(), HEAD + encoding, "x"))
                    .startsWith("HTTP/1.1 408")
                    .contains("Connection: close")
                    .endsWith("{\"error\":\"the request did not arrive in time\"}");
        }
    }

    @Test
    void aBodyThatNobodyReadsIsEndedToo() throws Exception {
        String answer = drip(connect(), "POST /refuses HTTP/1.1\r\nHost: h\r\nContent-Length: 100000\r\n\r\n", "x");

        assertThat(answer).startsWith("HTTP/1.1 405").contains("Connection: close");
    }

    @Test
    void overTlsAHeadThatDripsIsEndedWith408() throws Exception {
        server.close();
        SelfSignedCertificate certificate = SelfSignedCertificate.create(Instant.now(), new SecureRandom());
        server = start(PATIENT.withTls(certificate.context()), this::routes);
        Socket secured =
                trusting(certificate).getSocketFactory().createSocket(connect(), "localhost", server.port(), true);

        assertThat(drip(secured, "GET / HTTP/1.1\r\nX: ", "x")).startsWith("HTTP/1.1 408");
        assertThat(drip(connect(), "", "\u0016"))
                .as("a handshake that never ends")
                .isEmpty();
    }

    @Test
    void overTlsAnIdleConnectionIsNotAffectedByTheTimeOfItsHandshake() throws Exception {
        server.close();
        SelfSignedCertificate certificate = SelfSignedCertificate.create(Instant.now(), new SecureRandom());
        server = start(PATIENT.withTls(certificate.context()), this::routes);
        SSLSocket idle = (SSLSocket)
                trusting(certificate).getSocketFactory().createSocket(connect(), "localhost", server.port(), true);
        idle.startHandshake();
        await().pollDelay(Duration.ofMillis(2500)).until(() -> true);

        assertThat(get(idle, "/", "here")).startsWith("HTTP/1.1 200");
    }

    private static SSLContext trusting(SelfSignedCertificate certificate) throws Exception {
        KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
        store.load(null, null);
        store.setCertificateEntry("server", certificate.certificate());
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(store);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        return context;
    }

    @Test
    void idleConnectionsAndSlowHandlersAreNotAffected() throws Exception {
        Socket silent = connect();
        Socket idle = connect();
        assertThat(get(idle, "/", "here")).startsWith("HTTP/1.1 200");
        assertThat(get(connect(), "/slow", "slow")).startsWith("HTTP/1.1 200");

        assertThat(drip(connect(), HEAD, "x")).startsWith("HTTP/1.1 408");

        assertThat(get(idle, "/", "here")).startsWith("HTTP/1.1 200");
        assertThat(get(silent, "/", "here")).startsWith("HTTP/1.1 200");
    }

    @Test
    void aResponseThatTheClientDoesNotReadIsEnded() throws Exception {
        connect().getOutputStream().write("GET /long HTTP/1.1\r\nHost: h\r\n\r\n".getBytes(StandardCharsets.US_ASCII));

        assertThat(unread.get(60, TimeUnit.SECONDS)).isNotNull();
    }

    @Test
    void aResponseThatTheClientReadsSlowlyIsNotEnded() throws Exception {
        server.close();
        server = start(PATIENT, this::routes);
        Socket slow = connect();
        slow.getOutputStream().write("GET /large HTTP/1.1\r\nHost: h\r\n\r\n".getBytes(StandardCharsets.US_ASCII));

        CountDownLatch never = new CountDownLatch(1);
        long read = 0;
        while (read < (long) LARGE << 20) {
            assertThat(never.await(40, TimeUnit.MILLISECONDS)).isFalse(); // all of it takes longer than the deadline
            int more = slow.getInputStream().readNBytes(512 << 10).length;
            assertThat(more).as("after " + read + " bytes").isPositive();
            read += more;
        }
    }

    @Test
    void bytesAfterAGzipBodyThatDripAreEndedToo() throws Exception {
        byte[] body = gzip("hello");
        String head = HEAD + "Content-Encoding: gzip\r\nContent-Length: " + (body.length + 1000) + "\r\n\r\n";

        assertThat(drip(connect(), head + new String(body, StandardCharsets.ISO_8859_1), "x"))
                .startsWith("HTTP/1.1 408");
    }

    private static byte[] gzip(String text) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
            gzip.write(text.getBytes(StandardCharsets.US_ASCII));
        }
        return out.toByteArray();
    }

    @Test
    void manyDrippingConnectionsTakeNoThreadsFromOthers() throws Exception {
        int before = Thread.activeCount();
        for (int i = 0; i < 500; i++) {
            String start = i % 2 == 0 ? "GET / HTTP/1.1\r\nX: " : HEAD + "Content-Length: 100000\r\n\r\nx";
            connect().getOutputStream().write(start.getBytes(StandardCharsets.US_ASCII));
        }

        assertThat(get(connect(), "/", "here")).startsWith("HTTP/1.1 200");
        assertThat(Thread.activeCount() - before).isLessThan(20);
        for (int i = 0; i < 500; i++) {
            assertThat(sockets.get(i).getInputStream().readAllBytes())
                    .asString(StandardCharsets.US_ASCII)
                    .startsWith("HTTP/1.1 408");
        }
    }

    private static String get(Socket socket, String path, String end) throws IOException {
        String request = "GET " + path + " HTTP/1.1\r\nHost: h\r\n\r\n";
        socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
        StringBuilder read = new StringBuilder();
        while (read.indexOf("\r\n\r\n" + end) < 0) {
            int next = socket.getInputStream().read();
            if (next < 0) {
                return "the connection ended after \"" + read + "\"";
            }
            read.append((char) next);
        }
        return read.toString();
    }
}
