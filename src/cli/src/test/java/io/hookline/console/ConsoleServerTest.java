package io.hookline.console;

import static io.hookline.console.WatchedWorld.TOKEN;
import static io.hookline.console.WatchedWorld.answer;
import static io.hookline.console.WatchedWorld.hooks;
import static io.hookline.watcher.WatcherFixture.soon;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.management.ThreadMXBean;
import io.hookline.docs.Figure;
import io.hookline.hook.protocol.ControllerName;
import io.hookline.hook.protocol.ControllerType;
import io.hookline.object.GroupVersionKind;
import io.hookline.object.KubeObject;
import io.hookline.object.ObjectKey;
import io.hookline.process.WatcherProcess;
import io.hookline.trace.Causes;
import io.hookline.watcher.WatcherOptions;
import io.hookline.watcher.model.ParentKey;
import io.hookline.watcher.view.ControllerState;
import io.hookline.watcher.view.ParentState;
import io.hookline.watcher.view.WatcherView;
import io.hookline.web.Address;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Who may ask the console, and what it does not tell anyone. */
class ConsoleServerTest {

    private final WatchedWorld world = new WatchedWorld();

    @AfterEach
    void close() {
        world.close();
    }

    /** The status line of a request with exactly these headers. */
    private String status(String request, String... headers) throws IOException {
        try (Socket socket = new Socket("127.0.0.1", world.console.uri().getPort())) {
            String text = request + " HTTP/1.1\r\n" + String.join("\r\n", headers) + "\r\nConnection: close\r\n\r\n";
            socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
            ByteArrayOutputStream received = new ByteArrayOutputStream();
            socket.getInputStream().transferTo(received);
            return received.toString(StandardCharsets.UTF_8).lines().findFirst().orElse("");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "GET /api/why, Host: evil.example, 403",
        "GET /api/nothing, Host: evil.example, 403",
        "POST /api/why, Host: evil.example, 403",
        "GET /api/why, Origin: http://evil.example, 403",
        "GET /api/why, Sec-Fetch-Site: cross-site, 403",
        "POST /api/why, X: y, 405",
        "DELETE /api/parents, X: y, 405",
        "GET /, Host: evil.example, 403",
        "GET /preact.js, Origin: http://evil.example, 403",
        "GET /api/changes, Sec-Fetch-Site: cross-site, 403",
        "POST /, X: y, 405",
        "GET /api/nothing, X: y, 404",
        "GET /preact.cdx.json, X: y, 404",
        "GET /api/why, Host: localhost:1234, 200",
        "GET /api/controllers, X: y, 200"
    })
    void onlyReadsByProgramsOnThisMachineAreAnswered(String request, String header, int expected) throws IOException {
        List<String> headers = new ArrayList<>(List.of(header, "Authorization: " + TOKEN));
        if (!header.startsWith("Host")) {
            headers.add("Host: 127.0.0.1");
        }

        assertThat(status(request, headers.toArray(String[]::new))).startsWith("HTTP/1.1 " + expected);
    }

    @Test
    void eachRequestNeedsTheToken() {
        assertThat(world.get("/api/why", Map.of()).statusCode()).isEqualTo(401);
        assertThat(world.get("/nothing", Map.of()).statusCode()).isEqualTo(401);
        assertThat(world.get("/api/why", Map.of("Authorization", "Bearer other"))
                        .statusCode())
                .isEqualTo(401);
        assertThat(world.get("/api/why", Map.of("Authorization", TOKEN)).statusCode())
                .isEqualTo(200);
    }

    @Test
    void theFilesOfThePageNeedNoTokenAndTellNothing() {
        for (String file : List.of("/", "/console.js", "/console.css", "/preact.js", "/icon.svg")) {
            assertThat(world.get(file, Map.of()).statusCode()).as(file).isEqualTo(200);
        }
        assertThat(world.get("/", Map.of()).headers().firstValue("Content-Type").orElseThrow())
                .startsWith("text/html;");
        assertThat(world.get("/console.js", Map.of())
                        .headers()
                        .firstValue("Content-Type")
                        .orElseThrow())
                .startsWith("text/javascript;");
        for (String data : List.of("/api/controllers", "/api/changes", "/console.js/", "/index.html", "//console.js")) {
            assertThat(world.get(data, Map.of()).statusCode()).as(data).isEqualTo(401);
        }
    }

    @Test
    void textOfObjectsIsNeverReadAsHtml() throws IOException {
        String page = world.get("/", Map.of()).body()
                + world.get("/console.js", Map.of()).body();

        assertThat(page)
                .doesNotContain("innerHTML", "outerHTML", "dangerously", "insertAdjacent", "eval(", "javascript:");
        assertThat(world.get("/", Map.of()).body())
                .doesNotContainPattern("<script(?! type=\"module\" src=)|<style| on\\w+=");
    }

    /** Opens a stream of changes; its first line has arrived. */
    private BufferedReader follow() throws IOException, InterruptedException {
        HttpResponse<InputStream> answer = stream(world.console, "/api/changes");
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.headers().firstValue("Content-Type")).contains("text/event-stream;charset=utf-8");
        BufferedReader lines = new BufferedReader(new InputStreamReader(answer.body(), StandardCharsets.UTF_8));
        assertThat(lines.readLine()).startsWith(": ");
        return lines;
    }

    @Test
    void aStreamNamesTheParentsThatWereSynced() throws IOException, InterruptedException {
        world.hook = _ -> answer("{}");
        world.controller(hooks("sync"));
        BufferedReader lines = follow();

        world.thing("p");

        String line = lines.lines()
                .filter(each -> each.startsWith("data: "))
                .findFirst()
                .orElseThrow();
        assertThat(line).contains("\"parents\":[\"CompositeController-c/Thing.test.hookline.io/default/p\"]");
        assertThat(world.get("/api/parents/CompositeController-c/Thing.test.hookline.io/default/p", "application/json")
                        .body())
                .contains("\"id\":\"CompositeController-c/Thing.test.hookline.io/default/p\"");
    }

    @Test
    void sixteenStreamsAreServedAndEndAtOnceWithTheServer() throws IOException, InterruptedException {
        List<BufferedReader> streams = new ArrayList<>();
        for (int i = 0; i < 16; i++) {
            streams.add(follow());
        }
        assertThat(world.get("/api/changes", "application/json").statusCode()).isEqualTo(503);
        streams.removeFirst().close();
        soon().until(() -> {
            try {
                return streams.add(follow());
            } catch (AssertionError _) {
                return false; // it is not noticed yet that the other one has left
            }
        });

        long begin = System.nanoTime();
        world.console.close();
        Duration took = Duration.ofNanos(System.nanoTime() - begin);

        for (BufferedReader stream : streams) {
            assertThat(stream.lines().filter(line -> line.startsWith("data"))).isEmpty(); // ended, and not cut off
        }
        assertThat(took).isLessThan(Duration.ofSeconds(1));
    }

    private static HttpResponse<InputStream> stream(ConsoleServer console, String path)
            throws IOException, InterruptedException {
        return HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create(console.uri() + path))
                                .header("Authorization", TOKEN)
                                .header("Accept", path.contains("follow") ? "text/plain" : "*/*")
                                .build(),
                        HttpResponse.BodyHandlers.ofInputStream());
    }

    /** Syncs {@code Thing q} more often than a stream looks, until it is interrupted. */
    private Thread busy() {
        world.hook = _ -> answer("{}");
        world.controller(hooks("sync"));
        world.thing("p");
        world.thing("q");
        soon().until(() -> world.why("Thing/p").contains("now        done"));
        return Thread.ofVirtual().start(() -> {
            CountDownLatch pause = new CountDownLatch(1);
            try {
                for (int i = 0; !pause.await(50, TimeUnit.MILLISECONDS); i++) {
                    world.edit("things", "q", "{\"spec\":{\"i\":" + i + "}}", "me");
                }
            } catch (InterruptedException _) {
                // the test has ended
            }
        });
    }

    @Test
    void aClientThatLeavesIsNoticedWhileOtherParentsAreSyncedAllTheTime() throws Exception {
        String path = "/api/why?object=Thing/p&follow=true";
        Thread busy = busy();
        List<InputStream> streams = new ArrayList<>();
        for (int i = 0; i < 16; i++) {
            streams.add(stream(world.console, path).body());
        }
        assertThat(stream(world.console, path).statusCode()).isEqualTo(503);

        streams.removeFirst().close();

        soon().until(() -> stream(world.console, path).statusCode() == 200);
        busy.interrupt();
        busy.join();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/api/changes", "/api/why?object=Thing/p&follow=true"})
    void aStreamEndsWhenItsTokenIsReplacedWhileMuchChanges(String path) throws Exception {
        Thread busy = busy();
        AtomicBoolean accepted = new AtomicBoolean(true);
        Answers answers = new Answers(world.watcher.view(), world.watcher.journal(), () -> "pod-1");
        try (ConsoleServer console = ConsoleServer.start(
                new Address("127.0.0.1", 0), () -> Optional.of(answers), _ -> accepted.get(), ZoneOffset.UTC)) {
            InputStream stream = stream(console, path).body();
            CompletableFuture<byte[]> all = new CompletableFuture<>();
            Thread.ofVirtual().start(() -> {
                try {
                    all.complete(stream.readAllBytes());
                } catch (IOException e) {
                    all.completeExceptionally(e);
                }
            });

            accepted.set(false);

            assertThat(all.get(60, TimeUnit.SECONDS)).isNotEmpty();
        }
        busy.interrupt();
        busy.join();
    }

    @Test
    void answersAreNeitherStoredNorFramed() {
        var headers = world.get("/api/why", "text/plain").headers();

        assertThat(headers.firstValue("Cache-Control")).contains("no-store");
        assertThat(headers.firstValue("X-Content-Type-Options")).contains("nosniff");
        assertThat(headers.firstValue("Content-Security-Policy").orElseThrow())
                .contains(
                        "default-src 'none'",
                        "script-src 'self'",
                        "frame-ancestors 'none'",
                        "require-trusted-types-for 'script'")
                .doesNotContain("unsafe", "*", "http:");
        assertThat(headers.map()).doesNotContainKey("access-control-allow-origin");
    }

    @Test
    void beforeTheWatcherRunsItSaysSo() throws IOException, InterruptedException {
        try (ConsoleServer early =
                ConsoleServer.start(new Address("127.0.0.1", 0), Optional::empty, _ -> true, ZoneOffset.UTC)) {
            HttpResponse<String> answer = HttpClient.newHttpClient()
                    .send(
                            HttpRequest.newBuilder(URI.create(early.uri() + "/api/controllers"))
                                    .build(),
                            HttpResponse.BodyHandlers.ofString());

            assertThat(answer.statusCode()).isEqualTo(503);
            assertThat(answer.body()).isEqualTo("{\"error\":\"the watcher has not started yet\"}");
        }
    }

    @Test
    void aStandbyNamesTheLeader() throws IOException, InterruptedException {
        try (WatcherProcess standby = WatcherProcess.standBy(
                        world.cluster,
                        Optional.empty(),
                        WatcherOptions.DEFAULTS,
                        new PrometheusRegistry(),
                        () -> false);
                ConsoleServer console = ConsoleServer.start(
                        new Address("127.0.0.1", 0),
                        () -> Optional.of(new Answers(standby.view(), standby.journal(), () -> "pod-1")),
                        _ -> true,
                        ZoneOffset.UTC)) {
            for (String path : List.of("/api/why", "/api/why?object=Thing/p")) {
                HttpResponse<String> answer = HttpClient.newHttpClient()
                        .send(
                                HttpRequest.newBuilder(URI.create(console.uri() + path))
                                        .header("Accept", "text/plain")
                                        .build(),
                                HttpResponse.BodyHandlers.ofString());

                assertThat(answer.statusCode()).isEqualTo(503);
                assertThat(answer.body()).isEqualTo("this watcher is a standby; the leader is pod-1\n");
            }
        }
    }

    @Test
    void aPlantedSecretIsFoundNowhere() {
        String planted = "planted-value";
        world.hook = request -> answer("""
                {"children":[{"apiVersion":"v1","kind":"Secret","metadata":{"name":"s","annotations":{"copy":"%s-%d"}},
                  "stringData":{"password":"%s-%d"}}]}""".formatted(
                        planted,
                        request.parent().generation(),
                        planted,
                        request.parent().generation()));
        world.apply("""
                apiVersion: metacontroller.k8s.io/v1alpha1
                kind: CompositeController
                metadata: {name: c}
                spec:
                  generateSelector: true
                  parentResource: {apiVersion: test.hookline.io/v1, resource: things}
                  childResources:
                  - {apiVersion: v1, resource: secrets, updateStrategy: {method: InPlace}}
                """ + hooks("sync").indent(2));
        world.apply("""
                apiVersion: test.hookline.io/v1
                kind: Thing
                metadata: {name: p, namespace: default}
                spec:
                  template: {apiVersion: v1, kind: Secret, metadata: {annotations: {own: planted-value}},
                             stringData: {k: planted-value}}
                """);
        soon().until(() -> world.why("Thing/p").contains("created Secret default/s"));
        world.edit("things", "p", "{\"spec\":{\"template\":{\"stringData\":{\"k\":\"planted-value-2\"}}}}", "me");
        soon().until(() -> world.why("Thing/p").contains("updated Secret default/s"));

        String all = "";
        for (String accept : List.of("text/plain", "application/json")) {
            for (String path : List.of(
                    "/api/why",
                    "/api/why?object=Thing/p",
                    "/api/why?object=Secret/s",
                    "/api/controllers",
                    "/api/parents",
                    "/api/parents/CompositeController-c/Thing.test.hookline.io/default/p")) {
                var answer = world.get(path, accept);
                assertThat(answer.statusCode()).as(path).isEqualTo(200);
                all += answer.body();
            }
        }
        assertThat(all).contains("Secret default/s", "\"k\":\"(hidden)\"");
        assertThat(all).doesNotContain(planted);
        assertThat(all)
                .doesNotContain(Base64.getEncoder().encodeToString((planted + "-1").getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void theOverviewNamesAParentThatAPausedRolloutKeepsBackAndHowToGoOn() {
        ParentState.Now kept = new ParentState.KeptBack(
                "the rollout of version v2 of the hook is paused, since 1 of 1 parents that were synced with it fail");
        Answers answers = new Answers(new ManyParents(7_003, 3, kept), world.watcher.journal(), () -> "");

        assertThat(new WhyText(ZoneOffset.UTC).of(answers.overview()))
                .contains(
                        "  stuck    Thing default/p7000   kept as it is: the rollout of version v2 of the hook is paused,"
                                + " since 1 of 1 parents that were synced with it fail; to go on, annotate the controller c with"
                                + " hookline.io/resume-rollout, to go back, serve the former version again\n"
                                + "           Thing default/p7001   the same\n"
                                + "           Thing default/p7002   the same\n");
    }

    @Test
    void theOverviewNamesAParentWhoseFinalizeHookIsNotDoneForAWhile() {
        ParentState.Now now =
                new ParentState.Finalizing(Duration.ofMinutes(12), 3, Optional.empty(), Causes.of("resync"));
        Answers answers = new Answers(new ManyParents(7_001, 1, now), world.watcher.journal(), () -> "");

        assertThat(new WhyText(ZoneOffset.UTC).of(answers.overview()))
                .contains(
                        "  stuck    Thing default/p7000   being deleted for 12 m; the finalize hook answered finalized:"
                                + " false 3 times; next call when something changes");
    }

    /** What is shown is chosen from all parents; the others are neither put in words nor sorted. */
    @Test
    void aPageOfVeryManyParentsCostsLittleMoreThanOneOfFew() {
        Answers few = new Answers(new ManyParents(200), world.watcher.journal(), () -> "");
        Answers many = new Answers(new ManyParents(10_000), world.watcher.journal(), () -> "");

        ObjectNode page = many.parents("", "", "", 0, 100);
        assertThat(page.path("total").asInt()).isEqualTo(10_000);
        assertThat(page.toString()).hasSizeLessThan(300_000);
        assertThat(names(page)).hasSize(100).startsWith("p7000", "p0", "p1", "p10", "p100", "p1000", "p1001");
        assertThat(names(many.parents("P999", "", "", 0, 100)))
                .containsExactly(
                        "p999", "p9990", "p9991", "p9992", "p9993", "p9994", "p9995", "p9996", "p9997", "p9998",
                        "p9999");
        assertThat(names(many.parents("", "c", "failing", 0, 100))).containsExactly("p7000");
        assertThat(names(many.parents("", "other", "", 0, 100))).isEmpty();
        assertThat(names(many.parents("", "", "", 9_997, 100))).containsExactly("p9997", "p9998", "p9999");
        assertThat(names(many.parents("", "", "", Integer.MAX_VALUE, 1000))).isEmpty();
        assertThat(names(many.parents("", "", "", 0, 0))).isEmpty();

        long ofMany = allocated(many);
        Figure.of("memory for one more parent that the page does not show", "bytes")
                .atMost(120)
                .is((ofMany - allocated(few)) / 9_800);
    }

    private static List<String> names(ObjectNode page) {
        return page.path("parents").findValuesAsText("name");
    }

    /** The bytes that the first page needs, when its code is compiled. */
    private static long allocated(Answers answers) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long least = Long.MAX_VALUE;
        for (int i = 0; i < 20; i++) {
            long before = threads.getCurrentThreadAllocatedBytes();
            answers.parents("", "", "", 0, 100);
            least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
        }
        return least;
    }

    /** Parents of one controller, one of which fails. */
    private static final class ManyParents implements WatcherView {

        private final List<ParentState> parents;

        ManyParents(int number) {
            this(number, 1, new ParentState.Retrying(3, Duration.ofSeconds(8)));
        }

        /** @param odd the state of a few of them */
        ManyParents(int number, int few, ParentState.Now odd) {
            parents = IntStream.range(0, number)
                    .mapToObj(i -> new ParentState(
                            new ControllerName(ControllerType.COMPOSITE, "c"),
                            new ParentKey(
                                    GroupVersionKind.of("test.hookline.io/v1", "Thing"),
                                    new ObjectKey("default", "p" + i)),
                            Optional.empty(),
                            i >= 7000 && i < 7000 + few
                                    ? odd
                                    : new ParentState.Done(Optional.of(Duration.ofMinutes(i)), Causes.of("resync")),
                            List.of()))
                    .toList();
        }

        @Override
        public boolean isStandby() {
            return false;
        }

        @Override
        public List<ControllerState> controllers() {
            return List.of();
        }

        @Override
        public List<ParentState> parents(Query query) {
            return List.of();
        }

        @Override
        public Optional<ParentState> parent(ControllerName controller, ParentKey key) {
            return Optional.empty();
        }

        @Override
        public List<ParentState> parents() {
            return parents;
        }

        @Override
        public List<KubeObject> children(Query query) {
            return List.of();
        }

        @Override
        public List<ParentState> parentsOf(KubeObject child) {
            return List.of();
        }

        @Override
        public List<String> kinds() {
            return List.of();
        }
    }

    @Test
    void controlCharactersOfObjectsDoNotReachTheTerminal() {
        world.hook = _ -> answer("{\"children\":[]}");
        world.controller(hooks("sync"));
        world.apply("{apiVersion: test.hookline.io/v1, kind: Thing, metadata: {name: p, namespace: default}}");
        soon().until(() -> world.why("Thing/p").contains("now        done"));
        world.edit("things", "p", "{\"spec\":{\"a\\u001b[2Jb\":\"\\u001b]0;x\\u0007\"}}", "me\u001b[31m");
        world.hook = _ -> answer("{\"children\":[],\"status\":{\"x\":1}}");
        world.edit("things", "p", "{\"spec\":{\"c\":1}}", "me");
        soon().until(() -> world.why("Thing/p").contains("x: absent → 1"));

        assertThat(world.get("/api/why?object=Thing/p", "text/plain").body()).doesNotContain("\u001b", "\u0007");
    }
}
