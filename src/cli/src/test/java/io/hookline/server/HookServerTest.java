package io.hookline.server;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.emptyString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasItem;
import static org.hamcrest.Matchers.hasItems;
import static org.hamcrest.Matchers.matchesPattern;
import static org.hamcrest.Matchers.not;
import static org.hamcrest.Matchers.startsWith;

import io.hookline.hook.Answer;
import io.hookline.hook.JavaHook;
import io.hookline.hook.Sync;
import io.hookline.hook.SyncHook;
import io.hookline.object.KubeObject;
import io.hookline.process.metrics.MetricsPage;
import io.hookline.server.call.HookSettings;
import io.hookline.web.Address;
import io.hookline.web.WebOptions;
import io.restassured.specification.RequestSpecification;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class HookServerTest {

    private static final HookSettings SETTINGS =
            HookSettings.DEFAULTS.withTimeout(Duration.ofMinutes(1)).withMaxRequestSize(8 << 20);

    private final Bench bench = new Bench(SETTINGS);
    private HookServer server;

    /** A hook that does what the spec of its parent requests. */
    private static final class Actor implements SyncHook<KubeObject> {
        @Override
        public Answer sync(Sync<KubeObject> in) {
            return switch (in.parent().tree().at("/spec/who").asText()) {
                case "thrower" -> throw new IllegalStateException("no luck");
                case "later" -> Answer.retryAfter(Duration.ofSeconds(7));
                default -> Answer.of().status(Map.of("name", in.parent().name()));
            };
        }
    }

    @BeforeEach
    void start() {
        serve("actor", new Actor());
        server = HookServer.start(
                WebOptions.at(new Address("127.0.0.1", 0)), bench.hooks, () -> MetricsPage.of(bench.registry));
    }

    @AfterEach
    void stop() {
        server.close();
        bench.close();
    }

    private void serve(String name, Object hook) {
        bench.table.put(name, bench.loader.guarded(name, JavaHook.of(InstantSource.system(), hook)));
    }

    private RequestSpecification client() {
        return given().baseUri(server.uri().toString()).contentType("application/json");
    }

    @Test
    void aHookAnswersAtItsPath() {
        client().body(Requests.SYNC)
                .post("/actor/sync")
                .then()
                .statusCode(200)
                .contentType("application/json")
                .body(equalTo("{\"status\":{\"name\":\"front\"},\"children\":[]}"));
        assertThat(bench.hooks.calls("actor")).isEqualTo(1);
    }

    @Test
    void brokenJsonIsABadRequestThatNamesThePlace() {
        client().body("{\"controller\":{},\"parent\":[]}")
                .post("/actor/sync")
                .then()
                .statusCode(400)
                .body("error", equalTo("parent: expected an object, was a list"))
                .body("requestId", not(emptyString()));
        client().body("{")
                .post("/actor/sync")
                .then()
                .statusCode(400)
                .body(
                        "error",
                        equalTo(
                                "request body is not valid JSON: expected a string, was the end of the text at byte 1"));
        client().body("hello")
                .post("/actor/sync")
                .then()
                .statusCode(400)
                .body("error", startsWith("request body is not valid JSON: "));
    }

    @Test
    void aPathOfAServerWithoutHooksNamesTheFolderToAdd() {
        Bench empty = new Bench(SETTINGS);

        assertThat(empty.hooks.problem("/shop/sync"))
                .hasValue(
                        "no hook is served at /shop/sync; there is no hook, expected Java sources, a script sync.* or a"
                                + " program sync (build it first) in a folder named shop");
    }

    @Test
    void anUnknownPathNamesTheKnownOnes() {
        for (String path : new String[] {"/nobody/sync", "/actor/finalize", "/actor", "/actor/sync/more"}) {
            client().body(Requests.SYNC)
                    .post(path)
                    .then()
                    .statusCode(404)
                    .body("error", equalTo("no hook is served at " + path + "; known are /actor/sync"));
        }
    }

    @Test
    void onlyPostIsAllowed() {
        client().get("/actor/sync")
                .then()
                .statusCode(405)
                .header("Allow", "POST")
                .body("error", containsString("POST"));
        client().body("{}").put("/actor/sync").then().statusCode(405);
        client().get("/nobody/sync").then().statusCode(404);
    }

    @Test
    void aThrowingHookIsAnErrorWithMessageAndRequestId() {
        client().header("X-Request-Id", "abc-1")
                .body(Requests.request("thrower", false))
                .post("/actor/sync")
                .then()
                .statusCode(500)
                .header("X-Request-Id", "abc-1")
                .body(matchesPattern("\\{\"error\":\"HookServerTest.java:\\d+ IllegalStateException: no luck\","
                        + "\"requestId\":\"abc-1\"}"));
    }

    @Test
    void aTracedRequestIsNamedByItsTrace() {
        client().header("traceparent", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01")
                .body(Requests.SYNC)
                .post("/actor/sync")
                .then()
                .header("X-Request-Id", "0af7651916cd43dd8448eb211c80319c");
    }

    @Test
    void laterIs429WithRetryAfter() {
        client().body(Requests.request("later", false))
                .post("/actor/sync")
                .then()
                .statusCode(429)
                .header("Retry-After", "7");
    }

    @Test
    void severalMegabytesAreTakenPlainAndGzipped() throws IOException {
        byte[] large = Requests.utf8(Requests.request("x".repeat(5 << 20), false));

        client().body(large).post("/actor/sync").then().statusCode(200);
        given().baseUri(server.uri().toString())
                .header("Content-Encoding", "gzip")
                .contentType("application/octet-stream")
                .body(gzip(large))
                .post("/actor/sync")
                .then()
                .statusCode(200);
    }

    @Test
    void aBodyOverTheLimitIsRefusedEvenIfItIsCompressed() throws IOException {
        byte[] tooLarge = new byte[9 << 20];

        given().baseUri(server.uri().toString())
                .header("Content-Encoding", "gzip")
                .contentType("application/octet-stream")
                .body(gzip(tooLarge))
                .post("/actor/sync")
                .then()
                .statusCode(413)
                .body("error", equalTo("the body is larger than 8388608 bytes"))
                .body("requestId", not(emptyString()));
    }

    @Test
    void theListIsJsonForProgramsAndHtmlForBrowsers() {
        bench.table.fail("broken", "Broken.java:3: <what> is this");

        client().get("/")
                .then()
                .statusCode(200)
                .body("hooks.find { it.name == 'actor' }.paths", hasItem("/actor/sync"))
                .body("hooks.find { it.name == 'actor' }.state", equalTo("ready"))
                .body("hooks.find { it.name == 'broken' }.problem", containsString("Broken.java:3"));
        client().accept("text/html")
                .get("/")
                .then()
                .contentType("text/html")
                .body("html.body.table.thead.tr.th", hasItems("Name", "State", "Version", "POST", "Problem"))
                .body(
                        "html.body.table.tbody.tr.find { it.td[0] == 'actor' }.td[3].text()",
                        containsString("/actor/sync"))
                .body(
                        "html.body.table.tbody.tr.find { it.td[0] == 'broken' }.td[4].pre.text()",
                        equalTo("Broken.java:3: <what> is this"));
    }

    /** Also a failed call: who watches the first calls of a new version must know whose failures these are. */
    @Test
    void everyAnswerAndTheListSayWhichVersionOfTheHookIsServed() {
        bench.table.put(
                "actor", bench.table.find("actor").orElseThrow().program().orElseThrow(), "0a1b2c3d4e5f");

        client().body(Requests.SYNC)
                .post("/actor/sync")
                .then()
                .statusCode(200)
                .header("Hookline-Hook-Version", "0a1b2c3d4e5f");
        client().body("no request")
                .post("/actor/sync")
                .then()
                .statusCode(400)
                .header("Hookline-Hook-Version", "0a1b2c3d4e5f");
        for (String list : List.of("/", "/hooks")) {
            client().get(list)
                    .then()
                    .statusCode(200)
                    .body("hooks.find { it.name == 'actor' }.version", equalTo("0a1b2c3d4e5f"));
        }
        client().post("/hooks").then().statusCode(405).header("Allow", "GET, HEAD");
    }

    @Test
    void aServerWithABrokenHookIsAliveButNotReady() {
        client().get("/healthz").then().statusCode(200).body(equalTo("ok"));
        client().get("/readyz").then().statusCode(200);

        bench.table.fail("actor", "a newer version does not load");
        client().get("/readyz").then().statusCode(200);

        bench.table.fail("broken", "Broken.java:3: what is this");
        client().get("/healthz").then().statusCode(200);
        client().get("/readyz").then().statusCode(503).body(equalTo("broken: Broken.java:3: what is this"));
        client().body(Requests.SYNC)
                .post("/broken/sync")
                .then()
                .statusCode(503)
                .body("error", equalTo("Broken.java:3: what is this"));
    }

    @Test
    void callsAreCountedByHookTypeAndCode() {
        client().body(Requests.SYNC).post("/actor/sync").then().statusCode(200);
        client().body("{").post("/actor/sync").then().statusCode(400);

        client().get("/metrics")
                .then()
                .statusCode(200)
                .body(containsString("hookline_hook_calls_total{code=\"200\",hook=\"actor\",type=\"sync\"} 1.0"))
                .body(containsString("hookline_hook_calls_total{code=\"400\",hook=\"actor\",type=\"sync\"} 1.0"))
                .body(containsString("hookline_hook_duration_seconds_count{hook=\"actor\",type=\"sync\"} 2"))
                .body(containsString("hookline_hook_in_flight 0.0"));
    }

    /** A hook that waits until the test releases it. */
    private static final class Slow implements SyncHook<KubeObject> {
        private final CountDownLatch arrived = new CountDownLatch(1);
        private final CountDownLatch mayEnd = new CountDownLatch(1);

        @Override
        public Answer sync(Sync<KubeObject> in) throws InterruptedException {
            arrived.countDown();
            mayEnd.await();
            return Answer.of();
        }
    }

    @Test
    void aStopLetsCallsInFlightEnd() throws Exception {
        Slow slow = new Slow();
        serve("slow", slow);

        CompletableFuture<Integer> call = CompletableFuture.supplyAsync(
                () -> client().body(Requests.SYNC).post("/slow/sync").statusCode());
        slow.arrived.await();
        Thread stop = Thread.ofVirtual().start(server::close);
        slow.mayEnd.countDown();

        assertThat(call.get()).isEqualTo(200);
        stop.join();
    }

    private static byte[] gzip(byte[] plain) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
            gzip.write(plain);
        }
        return out.toByteArray();
    }
}
