package io.hookline.cli;

import static io.hookline.watcher.WatcherFixture.soon;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.hookline.cluster.ListOptions;
import io.hookline.local.http.LocalApiServer;
import io.hookline.local.http.RequestCount;
import io.hookline.object.Json;
import io.hookline.process.WatcherProcess;
import io.hookline.watcher.LocalWorld;
import io.hookline.watcher.TestKinds;
import io.hookline.watcher.WatcherOptions;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code hookline plan} with {@code --hook} and {@code --record}: another hook for the parents of a cluster. */
class PlannedHookTest {

    private static final Set<String> READS = Set.of("get", "list", "watch");

    private static final String PASSWORD = "correct-horse-battery";

    @TempDir
    private Path folder;

    private final LocalWorld world = new LocalWorld();
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final List<String> calls = new CopyOnWriteArrayList<>();
    private final AtomicReference<String> authorization = new AtomicReference<>();
    private HttpServer server;

    /** What the API server counted of the last plan. */
    private List<RequestCount> requests = List.of();

    /** The dry runs that a plan may send: the other changes of a parent of which a child would be deleted. */
    private List<String> tried = List.of();

    /** By the path of the call. Status 500 if it returns nothing. */
    private final Map<String, Function<JsonNode, Optional<JsonNode>>> hooks = new ConcurrentHashMap<>();

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 100);
        server.createContext("/", this::answer);
        server.setExecutor(threads);
        server.start();
        hooks.put("/webapp/sync", request -> Optional.of(answer(name(request), 1, true)));
        world.apply(TestKinds.installed("compositecontrollers"));
        world.apply(TestKinds.installed("decoratorcontrollers"));
        soon().until(() -> world.cluster
                .discover()
                .find("metacontroller.k8s.io/v1alpha1", "decoratorcontrollers")
                .isPresent());
        composite("webapp", "sync: {webhook: {url: '" + url("/webapp/sync") + "'}}", "things");
    }

    @AfterEach
    void stop() {
        server.stop(0);
        threads.shutdownNow();
    }

    private String url(String path) {
        return "http://127.0.0.1:" + server.getAddress().getPort() + path;
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            String path = exchange.getRequestURI().getPath();
            JsonNode request = Json.parse(exchange.getRequestBody().readAllBytes());
            calls.add(path);
            Optional.ofNullable(exchange.getRequestHeaders().getFirst("Authorization"))
                    .ifPresent(authorization::set);
            Optional<JsonNode> answer = Optional.ofNullable(hooks.get(path)).flatMap(hook -> hook.apply(request));
            byte[] body = answer.map(JsonNode::toString).orElse("no luck").getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(answer.isPresent() ? 200 : 500, body.length);
            exchange.getResponseBody().write(body);
        }
    }

    private static String name(JsonNode request) {
        return request.at("/parent/metadata/name").asText();
    }

    private static int number(JsonNode request) {
        return Integer.parseInt(name(request).replaceAll("\\D", ""));
    }

    /** Two ConfigMaps, or only the first; and a Secret. */
    private static JsonNode answer(String parent, int version, boolean both) {
        ObjectNode answer = Json.NODES.objectNode();
        ArrayNode children = answer.putArray("children");
        children.add(child("ConfigMap", parent + "-a", "data", "version", String.valueOf(version)));
        if (both) {
            children.add(child("ConfigMap", parent + "-b", "data", "version", "1"));
        }
        children.add(child("Secret", parent, "data", "password", encoded(PASSWORD)));
        return answer;
    }

    private static ObjectNode child(String kind, String name, String field, String key, String value) {
        ObjectNode child = Json.NODES.objectNode().put("apiVersion", "v1").put("kind", kind);
        child.putObject("metadata").put("name", name);
        child.putObject(field).put(key, value);
        return child;
    }

    private static String encoded(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    private void composite(String name, String hooks, String parents) {
        world.apply("""
                apiVersion: metacontroller.k8s.io/v1alpha1
                kind: CompositeController
                metadata: {name: %s}
                spec:
                  generateSelector: true
                  parentResource: {apiVersion: test.hookline.io/v1, resource: %s}
                  childResources:
                    - {apiVersion: v1, resource: configmaps, updateStrategy: {method: InPlace}}
                    - {apiVersion: v1, resource: secrets, updateStrategy: {method: InPlace}}
                  hooks: {%s}
                """.formatted(name, parents, hooks));
    }

    /** Creates parents, and brings them to the state that the controllers' own hooks want. */
    private void converge(int parents) {
        for (int i = 0; i < parents; i++) {
            world.thing("shop-" + i);
        }
        PrometheusRegistry registry = new PrometheusRegistry();
        try (WatcherProcess _ =
                WatcherProcess.start(world.cluster, Optional.empty(), WatcherOptions.DEFAULTS, registry, Map.of())) {
            soon().until(() -> count("secrets") == parents
                    && count("configmaps") == 2 * parents
                    && planned("things", "status").stream().noneMatch(JsonNode::isMissingNode));
        }
        calls.clear();
    }

    private List<JsonNode> planned(String plural, String field) {
        return world.cluster.list(world.resource(plural), ListOptions.ALL).items().stream()
                .map(object -> object.tree().path(field))
                .toList();
    }

    private int count(String plural) {
        return world.cluster
                .list(world.resource(plural), ListOptions.ALL)
                .items()
                .size();
    }

    /** Runs the command, which must not write anything. */
    private int plan(String... options) throws IOException {
        out.getBuffer().setLength(0);
        err.getBuffer().setLength(0);
        String before = version();
        try (LocalApiServer api = LocalApiServer.start(world.cluster, 0)) {
            Path kubeconfig = Files.writeString(folder.resolve("kubeconfig"), api.kubeconfig());
            List<String> args = new ArrayList<>(List.of("plan", "--kubeconfig=" + kubeconfig, "--timeout=120s"));
            args.addAll(Arrays.asList(options));
            int code = run(args.toArray(String[]::new));
            assertThat(version()).as("each write raises it").isEqualTo(before);
            requests = api.requests();
            assertThat(requests)
                    .filteredOn(each -> !READS.contains(each.verb()))
                    .as("writes that the server counted, also those that it did not store")
                    .extracting(each -> each.verb() + " " + each.resource() + " " + each.count())
                    .containsExactlyElementsOf(tried);
            return code;
        }
    }

    private int run(String... args) {
        return Main.commandLine(args)
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(args);
    }

    private String version() {
        return world.cluster.list(world.resource("things"), ListOptions.ALL).resourceVersion();
    }

    private static List<String> lines(StringWriter printed) {
        return printed.toString().lines().toList();
    }

    @Test
    void theParentsThatAnotherHookLeavesUnchangedAreCounted() throws Exception {
        converge(100);
        hooks.put("/next/sync", request -> {
            int number = number(request);
            return Optional.of(answer(name(request), number < 12 ? 2 : 1, number >= 3));
        });

        tried = List.of("update configmaps 3");
        assertThat(plan("--hook", "webapp=" + url("/next"))).isEqualTo(3);

        assertThat(err.toString()).isEmpty();
        assertThat(lines(out))
                .endsWith("webapp: 100 parents: 88 unchanged, 12 would change; 12 updates, 3 deletions; nothing was"
                        + " written")
                .contains("Thing default/shop-3 by webapp")
                .anyMatch(line -> line.startsWith("  update  ConfigMap default/shop-3-a  data.version: \"1\" → \"2\""));
        assertThat(lines(out).stream().filter(line -> line.startsWith("  delete ")))
                .containsExactlyInAnyOrder(
                        "  delete  ConfigMap default/shop-0-b",
                        "  delete  ConfigMap default/shop-1-b",
                        "  delete  ConfigMap default/shop-2-b");
        assertThat(lines(out)).as("one group for each parent that would change").hasSize(12 + 15 + 1);
        assertThat(calls).containsOnly("/next/sync").hasSize(100);
        assertThat(requests).extracting(RequestCount::verb).contains("list", "watch");

        hooks.put(
                "/next/sync",
                request -> number(request) == 20
                        ? Optional.empty()
                        : Optional.of(answer(name(request), number(request) < 12 ? 2 : 1, number(request) >= 3)));
        assertThat(plan("--hook", "webapp=" + url("/next/sync"))).isEqualTo(1);
        assertThat(lines(out))
                .endsWith(
                        "webapp: 100 parents: 87 unchanged, 12 would change, 1 failed; 12 updates, 3 deletions; nothing"
                                + " was written",
                        "the plan is not complete: 1 sync failed (CompositeController webapp Thing default/shop-20: sync hook"
                                + " failed for Thing default/shop-20: sync hook failed (version=v1): unsupported status code:"
                                + " 500 body: no luck)");

        tried = List.of();
        assertThat(plan("--hook", "webapp=" + url("/webapp"))).isZero();
        assertThat(plan()).isZero();
        assertThat(lines(out)).containsExactly("webapp: 100 parents: 100 unchanged; nothing was written");
    }

    @Test
    void eachHookOfAControllerIsCalledBesideTheOthers() throws Exception {
        composite(
                "webapp",
                "sync: {webhook: {url: '" + url("/webapp/sync") + "'}}, customize: {webhook: {url: '"
                        + url("/webapp/customize?token=x") + "'}}",
                "things");
        hooks.put("/webapp/customize", _ -> Optional.of(Json.NODES.objectNode()));
        converge(1);
        hooks.put("/a/customize", hooks.get("/webapp/customize"));
        hooks.put("/one", hooks.get("/webapp/sync"));
        hooks.put("/a/sync", hooks.get("/webapp/sync"));

        for (String whole : List.of("/a", "/a/", "/a/sync", "/a/customize")) {
            calls.clear();
            assertThat(plan("--hook=webapp=" + url(whole))).as(whole).isZero();
            assertThat(calls).as(whole).containsExactly("/a/customize", "/a/sync");
        }
        calls.clear();
        assertThat(plan("--hook=CompositeController/webapp=" + url(""), "--hook=webapp/sync=" + url("/one")))
                .isZero();
        assertThat(calls).containsExactly("/webapp/customize", "/one");
    }

    @Test
    void whatIsRecordedPassesAndNamesThePathsThatAnotherHookChanges() throws Exception {
        converge(7);
        Path record = folder.resolve("recorded");

        assertThat(plan("--record", record.toString())).isZero();

        Path webapp = record.resolve("webapp");
        assertThat(lines(out))
                .containsExactly(
                        "recorded 7 calls in " + webapp.resolve("fixtures"),
                        "webapp: 7 parents: 7 unchanged; nothing was written");
        assertThat(err.toString()).isEmpty();
        assertThat(run("test-hook", "--url=" + url("/webapp"), webapp.toString()))
                .as("%s", out)
                .isZero();
        assertThat(out.toString()).contains("7 passed, 0 failed");

        hooks.put("/next/sync", request -> Optional.of(answer(name(request), number(request) == 4 ? 2 : 1, true)));
        assertThat(run("test-hook", "--url=" + url("/next"), webapp.toString())).isEqualTo(1);
        assertThat(out.toString())
                .contains(
                        "FAIL", "shop-4", "children[0].data.version: expected \"1\", was \"2\"", "6 passed, 1 failed");

        assertThat(plan("--record", record.toString())).isZero();
        assertThat(lines(out)).as("equal calls are known").hasSize(1);
        assertThat(plan("--record=" + record.resolve("other"), "--record-limit=3"))
                .isZero();
        assertThat(lines(out)).contains("recorded 3 calls in " + record.resolve("other/webapp/fixtures"));
        assertThat(lines(err))
                .containsExactly(
                        "hookline: not all calls of hook webapp are recorded: it has 3 cases, the maximum; raise"
                                + " --record-limit to record more");
    }

    @Test
    void aFailedCallIsRecordedAtOnceAndCompletedLater() throws Exception {
        converge(2);
        Function<JsonNode, Optional<JsonNode>> works = hooks.get("/webapp/sync");
        hooks.put("/webapp/sync", request -> number(request) == 1 ? Optional.empty() : works.apply(request));
        Path fixtures = folder.resolve("webapp/fixtures");

        assertThat(plan("--record", folder.toString())).isEqualTo(1);
        assertThat(files(fixtures)).hasSize(3);
        assertThat(plan("--record", folder.toString())).isEqualTo(1);
        assertThat(files(fixtures)).as("an earlier plan has stored it").hasSize(3);

        hooks.put("/webapp/sync", works);
        assertThat(plan("--record", folder.toString())).isZero();
        assertThat(files(fixtures)).hasSize(4);
    }

    private static List<Path> files(Path fixtures) throws IOException {
        try (Stream<Path> files = Files.list(fixtures)) {
            return files.toList();
        }
    }

    @Test
    void aSecretIsNowhere() throws Exception {
        converge(3);
        hooks.put("/next/sync", request -> {
            JsonNode answer = answer(name(request), 1, true);
            ((ObjectNode) answer.at("/children/2/data")).put("password", encoded(PASSWORD + "-" + number(request)));
            return Optional.of(answer);
        });

        assertThat(plan("--hook=webapp=" + url("/next"), "--record=" + folder.resolve("recorded")))
                .isEqualTo(3);

        assertThat(out.toString()).contains("update  Secret default/shop-1  ");
        StringBuilder all = new StringBuilder().append(out).append(err);
        for (Path file : files(folder.resolve("recorded/webapp/fixtures"))) {
            all.append(Files.readString(file));
        }
        assertThat(all)
                .contains("redacted")
                .doesNotContain(PASSWORD, encoded(PASSWORD).substring(0, 20));
    }

    @Test
    void credentialsAreSentToTheControllersServerOnly() throws Exception {
        world.apply("{apiVersion: v1, kind: Secret, metadata: {name: token, namespace: default},"
                + " stringData: {token: hunter2-hunter2}}");
        composite(
                "webapp",
                "sync: {webhook: {url: 'http://localhost:" + server.getAddress().getPort()
                        + "/webapp/sync', authorization: {secretRef: {name: token, namespace: default, key: token}}}}",
                "things");
        world.thing("shop-1");

        assertThat(plan("--hook=webapp=" + url("/webapp"))).isEqualTo(3);
        assertThat(authorization).hasNullValue();
        assertThat(lines(err))
                .containsExactly("hookline: --hook webapp: the credentials of CompositeController webapp are not sent,"
                        + " since the URL is that of another server");

        assertThat(plan("--hook=webapp=" + url("/webapp").replace("127.0.0.1", "LOCALHOST")))
                .isEqualTo(3);
        assertThat(authorization.get()).contains("hunter2-hunter2");
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void aHookThatIsNotCalledIsSaid() throws Exception {
        composite("idle", "sync: {webhook: {url: '" + url("/webapp/sync") + "'}}", "gadgets");

        assertThat(plan("--hook=idle=" + url("/next"))).isZero();

        assertThat(lines(err))
                .containsExactly(
                        "hookline: --hook idle: CompositeController idle has no parents, so no hook is called for it");
        assertThat(lines(out))
                .containsExactlyInAnyOrder(
                        "webapp: 0 parents; nothing was written", "idle: 0 parents; nothing was written");
    }

    /** A paused parent is not synced, however long it is waited for. */
    @Test
    void pausedParentsAreCounted() throws Exception {
        converge(1);
        world.apply("{apiVersion: test.hookline.io/v1, kind: Thing, metadata: {name: paused, namespace: default,"
                + " annotations: {hookline.io/paused: 'true'}}, spec: {}}");

        assertThat(plan()).isZero();

        assertThat(lines(out)).containsExactly("webapp: 2 parents: 1 unchanged, 1 paused; nothing was written");
    }

    /** It is called again while others are waited for, and the caches do not show what is planned. */
    @Test
    void eachParentIsPlannedByItsFirstSync() throws Exception {
        composite("webapp", "sync: {webhook: {url: '" + url("/webapp/sync") + "', timeout: 60s}}", "things");
        converge(2);
        CountDownLatch again = new CountDownLatch(2);
        hooks.put("/next/sync", request -> {
            if (number(request) == 1) {
                await(again);
                return Optional.of(answer("shop-1", 1, true));
            }
            again.countDown();
            JsonNode answer = answer("shop-0", again.getCount() == 1 ? 1 : 2, true);
            return Optional.of(((ObjectNode) answer).put("resyncAfterSeconds", 0.05));
        });

        assertThat(plan("--hook=webapp=" + url("/next"))).isZero();

        assertThat(again.getCount()).isZero();
        assertThat(lines(out)).containsExactly("webapp: 2 parents: 2 unchanged; nothing was written");
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(60, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void mistakesNameTheControllersAndShowNoUrl() throws Exception {
        composite(
                "two",
                "sync: {webhook: {url: '" + url("/s/a") + "'}}, finalize: {webhook: {url: '" + url("/f/a") + "'}}",
                "gadgets");
        world.apply("""
                apiVersion: metacontroller.k8s.io/v1alpha1
                kind: DecoratorController
                metadata: {name: webapp}
                spec:
                  resources: [{apiVersion: v1, resource: pods}]
                  hooks: {sync: {webhook: {url: 'http://127.0.0.1:9/sync'}}}
                """);
        String port = "http://me:secret@127.0.0.1:9";

        failure(
                1,
                "weapp=" + port,
                "--hook weapp: no controller has the name weapp; did you mean webapp?" + " (controllers: two, webapp)");
        failure(
                1,
                "webapp=" + port,
                "--hook webapp: a CompositeController and a DecoratorController have this name; write"
                        + " CompositeController/webapp or DecoratorController/webapp");
        failure(
                1,
                "DecoratorController/webapp/finalize=" + port,
                "--hook DecoratorController/webapp/finalize:"
                        + " DecoratorController webapp has no finalize hook with a webhook");
        failure(
                1,
                "two=" + port + "/x",
                "--hook two: the paths of the sync and finalize hooks of CompositeController two"
                        + " end alike, so both would be called at one URL; give a URL without a path, or one for each:"
                        + " two/sync=URL");
        failure(
                2,
                "webapp",
                "--hook: expected CONTROLLER=URL, such as webapp=http://127.0.0.1:8080/webapp, or"
                        + " CONTROLLER/HOOK=URL with HOOK sync, finalize or customize");
        failure(
                2,
                port + "/?token=secret",
                "--hook: expected CONTROLLER=URL, such as"
                        + " webapp=http://127.0.0.1:8080/webapp, or CONTROLLER/HOOK=URL with HOOK sync, finalize or customize");
        failure(2, "two=ftp://me:secret@host", "--hook two: expected a URL with http:// or https:// and a host");
        failure(2, "two=127.0.0.1:8080", "--hook two: expected a URL with http:// or https:// and a host");
        assertThat(plan("--hook=two=" + port, "--hook=CompositeController/two=" + port))
                .isEqualTo(2);
        assertThat(lines(err)).containsExactly("hookline: --hook CompositeController/two: it has two URLs; remove one");
    }

    private void failure(int code, String option, String message) throws IOException {
        assertThat(plan("--hook=" + option)).isEqualTo(code);
        assertThat(lines(err)).containsExactly("hookline: " + message);
        assertThat(out.toString()).isEmpty();
    }
}
