package io.hookline.console;

import static io.hookline.console.WatchedWorld.answer;
import static io.hookline.console.WatchedWorld.hooks;
import static io.hookline.watcher.WatcherFixture.soon;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.spi.IThrowableProxy;
import com.sun.net.httpserver.HttpServer;
import io.hookline.clients.InstalledClient;
import io.hookline.hook.protocol.HookException;
import io.hookline.hook.protocol.HookReply;
import io.hookline.object.GoJson;
import io.hookline.object.Json;
import io.hookline.testing.LogLines;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** The page of the console in a real browser. */
@Tag("real")
class PageIT {

    private static final String EVIL = "<img src=x onerror=window.pwned=1>";

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    Path profile;

    @RegisterExtension
    private final LogLines log = new LogLines("io.hookline", Level.TRACE);

    private WatchedWorld world;
    private Browser browser;

    @BeforeEach
    void open() throws IOException {
        boolean required = System.getProperty("hookline.browser", "").equals("required");
        assumeTrue(required || Browser.program().isPresent(), "Chromium is not installed");
        world = new WatchedWorld();
        browser = new Browser(Browser.program().orElseThrow(), profile);
    }

    @AfterEach
    void close() {
        if (browser != null) {
            browser.close();
        }
        if (world != null) {
            world.close();
        }
    }

    private void go(String pane) {
        browser.open(world.console.uri() + "/#token=the-token");
        browser.untilShown("Controllers");
        browser.value("location.hash = '" + pane + "'");
    }

    /** A Deployment and a Service for each parent. */
    private static HookReply shop(String port) {
        return answer("""
                {"status":{"port":%1$s},"children":[
                  {"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"shop"},"spec":{"replicas":2,
                   "selector":{"matchLabels":{"app":"shop"}},"template":{"metadata":{"labels":{"app":"shop"}},
                   "spec":{"containers":[{"name":"shop","image":"shop:1"}]}}}},
                  {"apiVersion":"v1","kind":"Service","metadata":{"name":"shop"},"spec":{"ports":[{"port":%1$s}]}}]}
                """.formatted(port));
    }

    private void shop() {
        world.hook = request -> {
            if (request.parent().name().equals("bad")) {
                throw new HookException("connection refused: http://shop-hook/sync");
            }
            return request.parent().name().equals("shop")
                    ? shop(request.parent().tree().path("spec").path("port").asText("80"))
                    : answer("{}");
        };
        world.apply("""
                apiVersion: metacontroller.k8s.io/v1alpha1
                kind: CompositeController
                metadata: {name: webapp}
                spec:
                  generateSelector: true
                  parentResource: {apiVersion: test.hookline.io/v1, resource: things}
                  childResources:
                  - {apiVersion: apps/v1, resource: deployments, updateStrategy: {method: InPlace}}
                  - {apiVersion: v1, resource: services, updateStrategy: {method: InPlace}}
                """ + hooks("sync").indent(2));
        world.thing("other");
        world.thing("shop");
        soon().until(() -> world.why("Thing/shop").contains("created Service default/shop"));
        world.status("deployments", "shop", """
                {"conditions":[{"type":"Available","status":"False","reason":"MinimumReplicasUnavailable",
                 "message":"Deployment does not have minimum availability."}]}""");
        soon().until(() -> world.why("Thing/shop").contains("MinimumReplicasUnavailable"));
    }

    private static String id(String name) {
        return "CompositeController-webapp/Thing.test.hookline.io/default/" + name;
    }

    @Test
    void controllersParentsAndOneParentWithItsTimeline() {
        shop();
        go("#/controllers");
        browser.untilShown("Ready True");
        browser.picture("controllers");
        assertThat(browser.value("location.href")).doesNotContain("the-token");
        assertThat(browser.value("document.documentElement.outerHTML")).doesNotContain("the-token");

        world.thing("bad");
        browser.untilShown("SomeParentsFail");
        browser.picture("controllers-failing");
        browser.value("location.hash = '#/parents'");
        browser.untilShown("1 to 3 of 3 parents");
        browser.picture("parents");
        assertThat(browser.value("document.querySelector('tbody td').innerText"))
                .contains("failing");

        browser.value("location.hash = '#/parent?id=" + id("shop") + "'");
        browser.untilShown("Available False: MinimumReplicasUnavailable");
        world.edit("things", "shop", "{\"spec\":{\"port\":8080}}", "kubectl-edit");
        browser.untilShown("Thing default/shop changed by kubectl-edit");
        browser.value("document.querySelector('.entry button').click()");
        browser.untilShown("another answer than before");
        browser.untilShown("spec.ports[0].port: 80 → 8080");
        browser.picture("parent");
        browser.dark(true);
        browser.picture("dark");
        browser.size(390, 844);
        browser.picture("narrow-dark");
        browser.dark(false);
        browser.picture("narrow");
        assertThat(browser.value("document.documentElement.scrollWidth <= innerWidth"))
                .isEqualTo("true");
        browser.value("location.hash = '#/parents'");
        browser.untilShown("1 to 3 of 3 parents");
        browser.picture("narrow-parents");
        browser.value("location.hash = '#/controllers'");
        browser.untilShown("SomeParentsFail");
        browser.picture("narrow-controllers");
        assertThat(browser.reports).isEmpty();
        assertThat(browser.requests)
                .allSatisfy(url ->
                        assertThat(url).startsWith(world.console.uri() + "/").doesNotContain("the-token"));
    }

    @Test
    void textOfObjectsIsShownLiterally() {
        world.hook = request -> answer("""
                {"attachments":[{"apiVersion":"test.hookline.io/v1","kind":"Thing",
                  "metadata":{"name":"child","annotations":{"a":"%1$s"}},"spec":{"who":"%2$s"}}]}""".formatted(
                        EVIL, request.parent().tree().path("data").path("k").asText()));
        world.apply("""
                apiVersion: metacontroller.k8s.io/v1alpha1
                kind: DecoratorController
                metadata: {name: d}
                spec:
                  resources: [{apiVersion: v1, resource: configmaps}]
                  attachments: [{apiVersion: test.hookline.io/v1, resource: things, updateStrategy: {method: InPlace}}]
                """ + hooks("sync").indent(2));
        world.apply("{apiVersion: v1, kind: ConfigMap, metadata: {name: p, namespace: default, annotations: {a: '"
                + EVIL + "'}}, data: {k: '" + EVIL + "'}}");
        soon().until(() -> world.why("ConfigMap/p").contains("created Thing default/child"));
        world.status(
                "things",
                "child",
                "{\"conditions\":[{\"type\":\"Ready\",\"status\":\"False\",\"reason\":\"" + EVIL + "\",\"message\":\""
                        + EVIL + "\"}]}");
        go("#/parent?id=DecoratorController-d/ConfigMap/default/p");
        browser.untilShown("Ready False: " + EVIL);
        world.edit("configmaps", "p", "{\"data\":{\"k\":\"2 " + EVIL + "\"}}", EVIL);
        browser.untilShown("changed by " + EVIL);
        browser.value("document.querySelectorAll('.entry button').forEach((each) => each.click())");
        browser.value("document.querySelector('details').open = true");
        browser.untilShown("\"a\": \"" + EVIL);

        assertThat(browser.value("window.pwned")).isEqualTo("undefined");
        assertThat(browser.value("document.querySelectorAll('img').length")).isEqualTo("0");
        assertThat(browser.reports).isEmpty();
        assertThat(browser.requests)
                .allSatisfy(
                        url -> assertThat(url).startsWith(world.console.uri().toString()));
        // What the last lines look for would be seen.
        browser.value("document.body.append(Object.assign(new Image(), {src: 'http://192.0.2.1/x'}))");
        soon().until(() -> !browser.reports.isEmpty());
    }

    @Test
    void aPlantedSecretIsNeitherOnThePageNorInAnAnswerNorInTheLog() throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
        Set<String> received = ConcurrentHashMap.newKeySet();
        server.createContext("/", exchange -> {
            received.add(String.valueOf(exchange.getRequestHeaders().getFirst("Authorization")));
            exchange.sendResponseHeaders(403, -1);
            exchange.close();
        });
        server.start();
        plantSecrets(server.getAddress().getPort());
        soon().until(() -> received.contains("Bearer planted-header"));
        soon().until(() -> world.get("/api/controllers", "application/json").body(), text -> text.contains("403"));

        StringBuilder all = new StringBuilder();
        go("#/controllers");
        browser.untilShown("403");
        all.append(browser.value("document.documentElement.outerHTML"));
        browser.value("location.hash = '#/parents'");
        browser.untilShown("1 to 4 of 4 parents");
        all.append(browser.value("document.documentElement.outerHTML"));
        for (String name : List.of("p", "q")) {
            String path = "CompositeController-c/Thing.test.hookline.io/default/" + name;
            browser.value("location.hash = '#/parent?id=" + path + "'");
            browser.untilShown("created Secret default/s-" + name);
            browser.value("document.querySelectorAll('.entry button').forEach((each) => each.click())");
            browser.value("document.querySelectorAll('details').forEach((each) => each.open = true)");
            browser.value("document.querySelector('.trial button').click()");
            browser.untilShown(name.equals("p") ? "values of Secrets are hidden" : "The answer of the hook");
            all.append(browser.value("document.documentElement.outerHTML + document.querySelector('textarea').value"));
            all.append(world.get("/api/parents/" + path + "/request", "application/json")
                    .body());
        }
        String tried = world.post(
                        "/api/parents/CompositeController-c/Thing.test.hookline.io/default/q/try",
                        "{\"parent\":{\"apiVersion\":\"test.hookline.io/v1\",\"kind\":\"Thing\",\"metadata\":{\"name\":\"q\","
                                + "\"namespace\":\"default\"},\"spec\":{\"who\":\"You\"}}}")
                .body();
        assertThat(tried).contains("\"answer\":{", "would change");
        all.append(tried);
        for (String accept : List.of("text/plain", "application/json")) {
            for (String path : List.of(
                    "why",
                    "why?object=Thing/p",
                    "why?object=Thing/q",
                    "why?object=Secret/s-p",
                    "controllers",
                    "parents",
                    "parents/CompositeController-c/Thing.test.hookline.io/default/p",
                    "parents/DecoratorController-remote/Thing.test.hookline.io/default/p")) {
                var answer = world.get("/api/" + path, accept);
                assertThat(answer.statusCode()).as(path).isEqualTo(200);
                all.append(answer.body());
            }
        }
        server.stop(0);
        log.all().forEach(line -> {
            all.append(line.getFormattedMessage()).append(line.getKeyValuePairs());
            for (IThrowableProxy cause = line.getThrowableProxy(); cause != null; cause = cause.getCause()) {
                all.append(cause.getMessage());
            }
        });
        assertThat(all).contains("(hidden)", "redacted-1", "Secret.v1", "caches are complete");
        assertThat(all).doesNotContain("planted", "the-token", "cGxhbnRlZC"); // in base64, too
    }

    /** In a parent, its child, the answer and the header of a hook, as fields, annotations and records of what was applied. */
    private void plantSecrets(int port) {
        world.hook = request ->
                answer("""
                {"status":{"seen":%2$d},"children":[{"apiVersion":"v1","kind":"Secret",
                  "metadata":{"name":"s-%1$s","annotations":{"copy":"planted-note-%2$d"}},
                  "stringData":{"password":"planted-answer-%2$d"}}]}""".formatted(request.parent().name(), request.parent().generation()));
        world.apply("{apiVersion: v1, kind: Secret, metadata: {name: hook-token, namespace: default},"
                + " stringData: {token: planted-header}}");
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
                apiVersion: metacontroller.k8s.io/v1alpha1
                kind: DecoratorController
                metadata: {name: remote}
                spec:
                  resources: [{apiVersion: test.hookline.io/v1, resource: things}]
                  hooks:
                    sync:
                      webhook:
                        url: http://127.0.0.1:%d/sync
                        authorization: {secretRef: {name: hook-token, namespace: default, key: token}}
                """.formatted(port));
        world.thing("q");
        world.apply("""
                apiVersion: test.hookline.io/v1
                kind: Thing
                metadata:
                  name: p
                  namespace: default
                  annotations: {kubectl.kubernetes.io/last-applied-configuration: '{"spec":{"template":%1$s}}'}
                spec: {template: %1$s}
                """.formatted(
                        "{\"apiVersion\":\"v1\",\"kind\":\"Secret\",\"metadata\":{\"annotations\":{\"own\":\"planted-parent\"}},"
                                + "\"stringData\":{\"k\":\"planted-parent\"}}"));
        soon().until(() -> world.why("Thing/p").contains("created Secret default/s-p"));
        world.edit("things", "p", "{\"spec\":{\"template\":{\"stringData\":{\"k\":\"planted-parent-2\"}}}}", "me");
        soon().until(() -> world.why("Thing/p").contains("updated Secret default/s-p"));
        world.edit("secrets", "s-p", "{\"stringData\":{\"password\":\"planted-child\"}}", "somebody");
        soon().until(() -> world.why("Thing/p").contains("changed by somebody"));
    }

    /** Roles, names, structure and contrast, in both colour schemes, also of what is opened by a click. */
    @Test
    void nothingIsInTheWayOfPeopleWhoSeeOrPointInOtherWays() throws IOException {
        String axe = Files.readString(InstalledClient.of("javascript", "javascript/package-lock.json")
                .folder()
                .resolve("node_modules/axe-core/axe.min.js"));
        shop();
        world.thing("bad");
        browser.open(world.console.uri() + "/");
        browser.untilShown("Token of the console");
        examine(axe);
        go("#/controllers");
        browser.untilShown("SomeParentsFail");
        examine(axe);
        browser.value("location.hash = '#/parents'");
        browser.untilShown("1 to 3 of 3 parents");
        examine(axe);
        browser.value("location.hash = '#/parent?id=" + id("shop") + "'");
        browser.untilShown("MinimumReplicasUnavailable");
        browser.value("document.querySelectorAll('.entry button').forEach((each) => each.click())");
        browser.value("document.querySelectorAll('details').forEach((each) => each.open = true)");
        browser.value("document.querySelector('.trial button').click()");
        browser.untilShown("It took ");
        browser.value("document.querySelectorAll('details').forEach((each) => each.open = true)");
        examine(axe);
        browser.value("document.querySelectorAll('[role=treeitem]')[1].click()");
        browser.untilShown("Syncs with Deployment default/shop");
        examine(axe);
        // What is found would be seen.
        browser.value("document.body.append(Object.assign(document.createElement('button'), {id: 'x'}))");
        assertThat(found(axe)).contains("button-name");
    }

    private void examine(String axe) {
        for (boolean dark : new boolean[] {false, true}) {
            browser.dark(dark);
            assertThat(found(axe)).isEqualTo("[]");
            browser.size(390, 844);
            assertThat(found(axe)).isEqualTo("[]");
            browser.size(1280, 800);
        }
    }

    private String found(String axe) {
        browser.call("Runtime.evaluate", "expression", GoJson.text(Json.NODES.textNode(axe)));
        browser.value("axe.run({resultTypes: ['violations']}).then((result) => window.found = JSON.stringify("
                + "result.violations.map((each) => [each.impact, each.id, each.nodes.map((node) => node.html)])))");
        browser.until("window.found !== undefined");
        String found = browser.value("window.found");
        browser.value("delete window.found");
        return found;
    }

    @Test
    void theKeyboardIsEnough() {
        shop();
        go("#/parents");
        browser.untilShown("1 to 2 of 2 parents");
        for (int i = 0; i < 10 && !browser.value("document.activeElement.name").equals("q"); i++) {
            browser.press("Tab");
        }
        browser.type("SHOP");
        browser.untilShown("1 to 1 of 1 parent");
        browser.press("Enter");
        browser.untilShown("MinimumReplicasUnavailable");

        for (int i = 0; i < 20 && !browser.value("document.activeElement.role").equals("treeitem"); i++) {
            browser.press("Tab");
        }
        browser.press("ArrowDown", "ArrowDown");
        assertThat(browser.value("document.activeElement.innerText")).contains("Service default/shop");
        browser.press("ArrowUp");
        assertThat(browser.value("document.activeElement.innerText")).contains("Deployment default/shop");
        assertThat(browser.value("getComputedStyle(document.activeElement).outlineStyle"))
                .isEqualTo("solid");
        browser.press("Enter");
        browser.untilShown("Syncs with Deployment default/shop");
        browser.press("Enter", "ArrowLeft");
        assertThat(browser.value("document.activeElement.innerText")).contains("Thing default/shop");

        world.edit("things", "shop", "{\"spec\":{\"port\":8080}}", "kubectl-edit");
        browser.untilShown("changed by kubectl-edit");
        assertThat(browser.value("document.activeElement.role")).isEqualTo("treeitem");
        for (int i = 0;
                i < 20
                        && !browser.value("document.activeElement.matches('.entry button')")
                                .equals("true");
                i++) {
            browser.press("Tab");
        }
        browser.press("Enter", "Tab", "Enter");
        browser.until("document.querySelectorAll('.details').length === 2");
        world.edit("things", "shop", "{\"spec\":{\"port\":8081}}", "kubectl-edit");
        browser.untilShown("8080 → 8081");
        assertThat(browser.value("document.querySelectorAll('.details').length"))
                .isEqualTo("2");
        browser.press("Escape");
        browser.until("document.querySelectorAll('.details').length === 1");
    }

    @Test
    void withoutATokenItAsksAndAWrongOneIsNamed() {
        browser.open(world.console.uri() + "/");
        browser.untilShown("Token of the console");
        browser.value("document.querySelector('input').focus()");
        browser.type("wrong");
        browser.press("Enter");
        browser.untilShown("This token is not accepted.");
        browser.value("document.querySelector('input').focus()");
        browser.value("document.querySelector('input').select()");
        browser.type("the-token");
        browser.press("Enter");
        browser.untilShown("There is no controller yet");
        browser.open(world.console.uri() + "/");
        browser.untilShown("There is no controller yet"); // remembered for this tab
        assertThat(browser.value("localStorage.length + ' ' + document.cookie")).isEqualTo("0 ");
    }

    @Test
    void itSaysThatTheWatcherIsGoneAndRecovers() {
        shop();
        go("#/parent?id=" + id("shop"));
        browser.untilShown("MinimumReplicasUnavailable");
        browser.value("document.querySelector('.entry button').click()");
        int port = world.console.uri().getPort();

        world.console.close();
        browser.untilShown("not connected since ");
        assertThat(browser.text()).contains("MinimumReplicasUnavailable"); // what is known stays
        browser.picture("lost");
        try (ConsoleServer _ = world.console(port)) {
            browser.untilShown("live");
            world.edit("things", "shop", "{\"spec\":{\"port\":8080}}", "kubectl-edit");
            browser.untilShown("changed by kubectl-edit");
            assertThat(browser.value("document.querySelectorAll('.details').length"))
                    .isEqualTo("1");
        }
    }

    @Test
    void anEditedParentIsTriedOnThePage() {
        shop();
        go("#/parent?id=" + id("shop"));
        browser.untilShown("Try it");
        browser.value("document.querySelector('.trial').open = true");
        browser.value("document.querySelector('textarea').value ="
                + " document.querySelector('textarea').value.replace('\"who\"', '\"port\": 9090, \"who\"')");
        browser.value("document.querySelector('.trial button').click()");
        browser.untilShown("would update Service default/shop");
        browser.untilShown("spec.ports[0].port: 80 → 9090");
        browser.untilShown("It took ");
        browser.value("document.querySelector('.trial details').open = true");
        browser.untilShown("\"port\": 9090\n");
        browser.value("document.querySelector('.trial').scrollIntoView({block: 'center'})");
        browser.picture("trial");
        browser.value("document.querySelector('textarea').value = '{'");
        browser.value("document.querySelector('.trial button').click()");
        browser.untilShown("This is not JSON");
        assertThat(world.why("Thing/shop")).doesNotContain("9090");
        assertThat(browser.reports).isEmpty();
    }

    @Test
    void manyChildrenAreOneNodeAndManyParentsSeveralPages() {
        String children = IntStream.range(0, 250)
                .mapToObj("{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"c%03d\"}}"::formatted)
                .collect(Collectors.joining(",", "{\"children\":[", "]}"));
        world.hook = request -> answer(request.parent().name().equals("p0") ? children : "{\"children\":[]}");
        world.controller(hooks("sync"));
        for (int i = 0; i < 120; i++) {
            world.thing("p" + i);
        }
        soon().until(() -> world.why("Thing/p0").contains("created ConfigMap"));
        go("#/parents");
        browser.untilShown("1 to 100 of 120 parents");
        assertThat(Integer.parseInt(browser.value("document.querySelectorAll('*').length")))
                .isLessThan(2500);
        browser.value("[...document.querySelectorAll('.pages button')].at(-1).click()");
        browser.untilShown("101 to 120 of 120 parents");
        browser.value("history.back()");
        browser.untilShown("1 to 100 of 120 parents");

        browser.value("location.hash = '#/parent?id=CompositeController-c/Thing.test.hookline.io/default/p0'");
        browser.untilShown("ConfigMap × 250");
        browser.value("document.querySelector('[role=treeitem]').focus()");
        browser.press("ArrowDown", "ArrowRight");
        browser.untilShown("ConfigMap default/c000");
        browser.untilShown("and 50 more");
        assertThat(browser.value("document.querySelectorAll('[role=treeitem]').length"))
                .isEqualTo("202");
        browser.press("ArrowRight", "ArrowDown");
        assertThat(browser.value("document.activeElement.innerText")).contains("c001");
        browser.press("ArrowLeft", "ArrowLeft");
        assertThat(browser.value("document.querySelectorAll('[role=treeitem]').length"))
                .isEqualTo("2");
    }
}
