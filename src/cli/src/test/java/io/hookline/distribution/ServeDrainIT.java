package io.hookline.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.web.RawHttp;
import io.hookline.web.RawHttp.Answer;
import java.io.IOException;
import java.net.ConnectException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The end of a process {@code hookline serve}: on SIGTERM no call fails, whoever sends it and whenever. */
class ServeDrainIT {

    private static final String READY = "GET /readyz HTTP/1.1\r\nHost: hooks\r\n\r\n";

    @TempDir
    private Path folder;

    @Test
    void noCallFailsWhenAServerUnderLoadIsTerminated() throws Exception {
        try (ServeProcess server = ServeProcess.start(folder, "--shutdown-delay-duration=5s");
                HookLoad load = new HookLoad(server, null, 20);
                RawHttp idle = server.connect(null);
                RawHttp slow = server.connect(null)) {
            assertThat(idle.send(ServeProcess.call(0)).answer().status()).isEqualTo(200);
            slow.send(ServeProcess.call(8000));
            Awaitility.await().until(() -> load.calls() > 40);

            server.signal("TERM");

            Awaitility.await()
                    .pollInterval(Duration.ofMillis(50))
                    .untilAsserted(() -> assertThat(ready(server)).isEqualTo(new Readiness(503, "shutting down")));
            int before = load.last();
            Awaitility.await().until(() -> load.last() > before + 20); // while endpoints are updated
            load.end();
            Awaitility.await().until(() -> isRefused(server));
            assertThat(idle.isAtEnd()).isTrue();
            Answer last = slow.answer();
            assertThat(last.status()).as(last.body()).isEqualTo(200);
            assertThat(last.headers()).containsEntry("connection", "close");
            assertThat(server.exit(Duration.ofSeconds(60))).as(server::log).isZero();
        }
    }

    private record Readiness(int status, String text) {}

    private static Readiness ready(ServeProcess server) throws IOException {
        try (RawHttp probe = server.connect(null)) {
            Answer answer = probe.send(READY).answer();
            return new Readiness(answer.status(), answer.body());
        }
    }

    private static boolean isRefused(ServeProcess server) throws IOException {
        try (RawHttp _ = server.connect(null)) {
            return false;
        } catch (ConnectException _) {
            return true;
        }
    }

    @Test
    void aSecondSignalEndsTheProcessAtOnce() throws Exception {
        try (ServeProcess server = ServeProcess.start(folder, "--shutdown-delay-duration=10m");
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
                        ServeProcess.start(folder, "--address", "0.0.0.0:0", "--shutdown-delay-duration=10m");
                RawHttp client = server.connect(null)) {
            CompletableFuture<Answer> call = CompletableFuture.supplyAsync(() -> {
                try {
                    client.send(ServeProcess.call(3000));
                    sent.countDown();
                    return client.answer();
                } catch (IOException e) {
                    throw new AssertionError(e);
                }
            });
            sent.await();
            Awaitility.await().until(() -> isInFlight(server));

            server.signal("INT");

            assertThat(server.exit(Duration.ofSeconds(60))).isZero();
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
