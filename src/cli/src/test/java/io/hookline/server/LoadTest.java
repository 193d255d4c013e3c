package io.hookline.server;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.hamcrest.Matchers.equalTo;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.spi.ILoggingEvent;
import io.hookline.hook.protocol.HookProgram;
import io.hookline.hook.protocol.HookReply;
import io.hookline.hook.protocol.HookType;
import io.hookline.hook.protocol.JsonText;
import io.hookline.process.metrics.MetricsPage;
import io.hookline.server.call.HookSettings;
import io.hookline.testing.LogLines;
import io.hookline.web.Address;
import io.hookline.web.PortInUseException;
import io.hookline.web.RawHttp;
import io.hookline.web.WebOptions;
import io.restassured.response.Response;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A hook server under more load than it accepts, and what it logs about its requests. */
class LoadTest {

    @RegisterExtension
    private final LogLines lines = new LogLines(AccessLog.class, Level.INFO);

    private final Bench bench = new Bench(HookSettings.DEFAULTS.withTimeout(Duration.ofMinutes(1)));
    private final CountDownLatch mayEnd = new CountDownLatch(1);
    private final WaitingHook hook = new WaitingHook(mayEnd);
    private HookServer server;

    private void serve(CallRules rules) {
        bench.table.put("waits", hook);
        server = HookServer.start(
                WebOptions.at(new Address("127.0.0.1", 0)), bench.hooks, rules, () -> MetricsPage.of(bench.registry));
    }

    @AfterEach
    void stop() {
        mayEnd.countDown();
        server.close();
        bench.close();
    }

    private Response call() {
        return given().baseUri(server.uri().toString())
                .contentType("application/json")
                .header("User-Agent", "tester/1")
                .header("X-Request-Id", "id-7")
                .body(Requests.SYNC)
                .post("/waits/sync");
    }

    private List<CompletableFuture<Response>> calls(int count) {
        List<CompletableFuture<Response>> calls = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            calls.add(CompletableFuture.supplyAsync(
                    this::call, task -> Thread.ofVirtual().start(task)));
        }
        Awaitility.await().until(() -> hook.running.get() == count);
        return calls;
    }

    private double metric(String name) {
        return MetricsPage.of(bench.registry)
                .lines()
                .filter(line -> line.startsWith(name + " "))
                .mapToDouble(line -> Double.parseDouble(line.substring(name.length() + 1)))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void callsBeyondTheLimitAreRefusedAndTheOthersAreAnswered() {
        serve(CallRules.OPEN.withMaxInFlight(2));
        List<CompletableFuture<Response>> running = calls(2);

        call().then()
                .statusCode(429)
                .header("Retry-After", "1")
                .header("X-Request-Id", "id-7")
                .body("error", equalTo("the server is busy with 2 calls (--max-requests-inflight)"))
                .body("requestId", equalTo("id-7"));
        assertThat(metric("hookline_hook_calls_shed_total")).isOne();
        assertThat(metric("hookline_hook_in_flight_limit")).isEqualTo(2);

        mayEnd.countDown();
        assertThat(running)
                .allSatisfy(call -> assertThat(call.join().statusCode()).isEqualTo(200));
        call().then().statusCode(200);
    }

    /** The server asks for the body, so it has begun with the call. */
    private RawHttp begun() throws IOException {
        RawHttp client = new RawHttp(server.port())
                .send("POST /waits/sync HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\nContent-Length: "
                        + Requests.SYNC.length() + "\r\n\r\n");
        assertThat(client.answer().status()).isEqualTo(100);
        return client.send(Requests.SYNC.substring(0, 1));
    }

    @Test
    void callsWhoseBodiesDoNotArriveKeepNoPlaceFromTheOthers() throws Exception {
        serve(CallRules.OPEN.withMaxInFlight(2));
        List<RawHttp> slow = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            slow.add(begun());
        }

        List<CompletableFuture<Response>> running = calls(2);
        assertThat(slow.getFirst().send(Requests.SYNC.substring(1)).answer().status())
                .as("complete, and one too many")
                .isEqualTo(429);

        mayEnd.countDown();
        assertThat(running)
                .allSatisfy(call -> assertThat(call.join().statusCode()).isEqualTo(200));
        assertThat(slow.get(1).send(Requests.SYNC.substring(1)).answer().status())
                .as("complete, and not too many")
                .isEqualTo(200);
        for (RawHttp client : slow) {
            client.close();
        }
        call().then().statusCode(200);
    }

    @Test
    void theMetricOfTheLimitIsThatOfTheServerThatGotItsPort() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            WebOptions refused = WebOptions.at(new Address("127.0.0.1", taken.getLocalPort()));
            assertThatThrownBy(() -> HookServer.start(
                            refused,
                            bench.hooks,
                            CallRules.OPEN.withMaxInFlight(1),
                            () -> MetricsPage.of(bench.registry)))
                    .isInstanceOf(PortInUseException.class);
        }
        serve(CallRules.OPEN.withMaxInFlight(2));

        assertThat(metric("hookline_hook_in_flight_limit")).isEqualTo(2);
    }

    /** A hook with an answer that is larger than the buffers of a connection; the same bytes each time, which cost no heap. */
    private record Verbose(JsonText answer) implements HookProgram {
        @Override
        public Set<HookType> types() {
            return Set.of(HookType.SYNC);
        }

        @Override
        public HookReply call(HookType type, byte[] request, Optional<Instant> now) {
            return new HookReply.Answered(answer);
        }
    }

    @Test
    void aClientThatDoesNotReadItsAnswerKeepsNoThreadOfTheHook() throws Exception {
        serve(CallRules.OPEN);
        Verbose verbose = new Verbose(JsonText.of("{\"text\":\"" + "x".repeat(16 << 20) + "\"}"));
        bench.table.put("verbose", bench.loader.guarded("verbose", verbose));
        String request = "POST /verbose/sync HTTP/1.1\r\nHost: h\r\nContent-Length: " + Requests.SYNC.length()
                + "\r\n\r\n" + Requests.SYNC;
        List<RawHttp> silent = new ArrayList<>();
        try {
            for (int i = 0; i < HookSettings.DEFAULTS.callsPerHook(); i++) {
                silent.add(new RawHttp(server.port()).send(request));
            }
            Awaitility.await().until(() -> bench.hooks.calls("verbose") == silent.size());

            int status = CompletableFuture.supplyAsync(
                            () -> served("/verbose/sync"),
                            task -> Thread.ofVirtual().start(task))
                    .get(60, TimeUnit.SECONDS);
            assertThat(status).isEqualTo(200);
        } finally {
            for (RawHttp client : silent) {
                client.close();
            }
        }
    }

    private int served(String path) {
        try {
            return bench.hooks.serve(path, Requests.utf8(Requests.SYNC)).status();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "/healthz", "/readyz", "/metrics"})
    void theListTheProbesAndTheMetricsAreNeverRefused(String path) {
        serve(CallRules.OPEN.withMaxInFlight(1));
        calls(1);

        given().baseUri(server.uri().toString()).get(path).then().statusCode(200);
    }

    private static Map<String, Object> keys(ILoggingEvent line) {
        Map<String, Object> keys = new TreeMap<>();
        line.getKeyValuePairs().forEach(pair -> keys.put(pair.key, pair.value));
        return keys;
    }

    @Test
    void eachRequestIsLoggedIfThatIsWanted() {
        serve(CallRules.OPEN.withLoggedRequests(true));
        mayEnd.countDown();
        call().then().statusCode(200);

        Awaitility.await().until(() -> lines.all().size() == 1);
        ILoggingEvent line = lines.all().getFirst();
        assertThat(line.getMessage()).isEqualTo("request");
        assertThat(keys(line))
                .containsEntry("method", "POST")
                .containsEntry("path", "/waits/sync")
                .containsEntry("status", 200)
                .containsEntry("bytesIn", Requests.utf8(Requests.SYNC).length)
                .containsEntry("bytesOut", 2)
                .containsEntry("requestId", "id-7")
                .containsEntry("client", "127.0.0.1")
                .containsEntry("userAgent", "tester/1")
                .hasEntrySatisfying("ms", ms -> assertThat((double) ms).isBetween(0.0, 60_000.0));
    }

    @Test
    void probesAreLoggedOnlyIfTheyFail() {
        serve(CallRules.OPEN.withLoggedRequests(true));
        for (String path : List.of("/healthz", "/readyz", "/metrics", "/none")) {
            given().baseUri(server.uri().toString()).get(path);
        }
        server.drain();
        given().baseUri(server.uri().toString()).get("/readyz").then().statusCode(503);

        Awaitility.await().until(() -> lines.all().size() == 2);
        assertThat(lines.all())
                .extracting(line -> keys(line).get("path"))
                .containsExactlyInAnyOrder("/none", "/readyz");
    }

    @Test
    void requestsAreNotLoggedByDefault() {
        serve(CallRules.OPEN);
        mayEnd.countDown();
        call().then().statusCode(200);
        server.close();

        assertThat(lines.all()).isEmpty();
    }
}
