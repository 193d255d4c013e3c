package io.hookline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.http.KeyPairs;
import io.hookline.http.Pem;
import io.hookline.http.TlsLayer;
import io.hookline.web.RawHttp;
import io.hookline.web.RawHttp.Answer;
import java.io.IOException;
import java.net.ConnectException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLContext;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The end of a process {@code hookline serve}: on SIGTERM no call fails, whoever sends it and whenever. */
class ServeDrainIT {

    private static final String READY = "GET /readyz HTTP/1.1\r\nHost: hooks\r\n\r\n";
    private static final int CONNECTIONS = 20;

    @TempDir
    private Path folder;

    private @Nullable SSLContext tls;

    @Test
    void noCallFailsWhenAServerUnderLoadIsTerminated() throws Exception {
        try (ServeProcess server = ServeProcess.start(folder, "--shutdown-delay-duration=3s")) {
            assertNoCallFails(server, 8000);
        }
    }

    @Test
    void noCallFailsWhenAServerWithTlsUnderLoadIsTerminated() throws Exception {
        KeyPairs.Pair pair = KeyPairs.generate(folder, "hooks", "-keyalg", "EC", "-groupname", "secp256r1");
        Path certificate = Files.writeString(folder.resolve("tls.crt"), pair.certificatePem());
        Path key = Files.writeString(folder.resolve("tls.key"), pair.keyPem());
        tls = TlsLayer.context(Pem.trust(pair.certificatePem()), Optional.empty());
        try (ServeProcess server = ServeProcess.start(
                folder,
                "--shutdown-delay-duration=3s",
                "--tls-cert-file=" + certificate,
                "--tls-private-key-file=" + key)) {
            assertNoCallFails(server, 4000);
        }
    }

    /** Half of the clients keep their connections, the other half makes a new one for each call. None repeats a call. */
    private void assertNoCallFails(ServeProcess server, long millisOfTheLongCall) throws Exception {
        AtomicBoolean leave = new AtomicBoolean();
        AtomicInteger calls = new AtomicInteger();
        AtomicInteger closing = new AtomicInteger();
        List<CompletableFuture<Void>> clients = new ArrayList<>();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor();
                RawHttp idle = server.connect(tls);
                RawHttp longCall = server.connect(tls)) {
            assertThat(idle.send(ServeProcess.call(0)).answer().status()).isEqualTo(200);
            longCall.send(ServeProcess.call(millisOfTheLongCall));
            for (int i = 0; i < CONNECTIONS; i++) {
                boolean keeps = i % 2 == 0;
                clients.add(CompletableFuture.runAsync(() -> callUntil(leave, keeps, server, calls, closing), threads));
            }
            Awaitility.await().until(() -> calls.get() > 2 * CONNECTIONS);
            server.signal("TERM");
            Awaitility.await()
                    .pollInterval(Duration.ofMillis(50))
                    .untilAsserted(() -> assertThat(ready(server)).isEqualTo(new Readiness(503, "shutting down")));
            int before = closing.get();
            Awaitility.await().until(() -> closing.get() > before + CONNECTIONS); // while endpoints are updated
            leave.set(true);
            clients.forEach(CompletableFuture::join);

            Awaitility.await().until(() -> isRefused(server));
            assertThat(idle.isAtEnd()).isTrue();
            Answer last = longCall.answer();
            assertThat(last.status()).as(last.body()).isEqualTo(200);
            assertThat(last.headers()).containsEntry("connection", "close");
            assertThat(server.exit(Duration.ofSeconds(10))).as(server::log).isZero();
        }
    }

    private record Readiness(int status, String text) {}

    private Readiness ready(ServeProcess server) throws IOException {
        try (RawHttp probe = server.connect(tls)) {
            Answer answer = probe.send(READY).answer();
            return new Readiness(answer.status(), answer.body());
        }
    }

    private boolean isRefused(ServeProcess server) throws IOException {
        try (RawHttp _ = server.connect(null)) {
            return false;
        } catch (ConnectException _) {
            return true;
        }
    }

    /** Calls the hook again and again. Fails if one call is not answered with 200. */
    private void callUntil(
            AtomicBoolean end, boolean keeps, ServeProcess server, AtomicInteger calls, AtomicInteger closing) {
        RawHttp connection = null;
        try {
            while (!end.get()) {
                connection = connection == null ? server.connect(tls) : connection;
                Answer answer = connection.send(ServeProcess.call(5)).answer();
                assertThat(answer.status()).as(answer.body()).isEqualTo(200);
                calls.incrementAndGet();
                boolean closes = "close".equals(answer.headers().get("connection"));
                closing.addAndGet(closes ? 1 : 0);
                if (closes || !keeps) {
                    connection.close();
                    connection = null;
                }
            }
            if (connection != null) {
                connection.close();
            }
        } catch (IOException e) {
            throw new AssertionError("a call failed " + (keeps ? "on a kept connection" : "on a new one"), e);
        }
    }

    @Test
    void aSecondSignalEndsTheProcessAtOnce() throws Exception {
        try (ServeProcess server = ServeProcess.start(folder, "--shutdown-delay-duration=1m");
                RawHttp client = server.connect(null)) {
            client.send(ServeProcess.call(9000));
            server.signal("TERM");
            Awaitility.await()
                    .untilAsserted(() -> assertThat(ready(server).status()).isEqualTo(503));

            server.signal("TERM");

            assertThat(server.exit(Duration.ofSeconds(3))).isEqualTo(1);
        }
    }

    @Test
    void ctrlCEndsAServerWithoutDelayAndAnswersItsCalls() throws Exception {
        CountDownLatch sent = new CountDownLatch(1);
        try (ServeProcess server =
                        ServeProcess.start(folder, "--address", "0.0.0.0:0", "--shutdown-delay-duration=1m");
                RawHttp client = server.connect(null)) {
            CompletableFuture<Answer> call = CompletableFuture.supplyAsync(() -> {
                try {
                    client.send(ServeProcess.call(1000));
                    sent.countDown();
                    return client.answer();
                } catch (IOException e) {
                    throw new AssertionError(e);
                }
            });
            sent.await();
            Awaitility.await().until(() -> isInFlight(server));

            server.signal("INT");

            assertThat(server.exit(Duration.ofSeconds(5))).isZero();
            assertThat(call.join().status()).isEqualTo(200);
        }
    }

    private static boolean isInFlight(ServeProcess server) throws IOException {
        try (RawHttp scrape = server.connect(null)) {
            return scrape.send("GET /metrics HTTP/1.1\r\nHost: hooks\r\n\r\n")
                    .answer()
                    .body()
                    .contains("hookline_hook_in_flight 1.0");
        }
    }
}
