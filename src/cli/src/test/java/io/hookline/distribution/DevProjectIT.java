package io.hookline.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpServer;
import io.hookline.object.Json;
import io.hookline.testing.FreePort;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code hookline dev} in a user's own folder: what it finds at its start, and how it ends. {@link DevEditsIT} has what comes between. */
class DevProjectIT {

    private static final Duration AT_ONCE = Duration.ofSeconds(9);

    @TempDir
    private Path folder;

    private DevProcess dev;

    @BeforeEach
    void prepare() throws Exception {
        dev = new DevProcess(folder);
        dev.write("crd.yaml", ProjectFiles.CRD);
        dev.write("controller.yaml", ProjectFiles.CONTROLLER);
        dev.write("sample.yaml", ProjectFiles.SAMPLE);
        dev.write("sync.py", ProjectFiles.HOOK);
    }

    @AfterEach
    void kill() {
        dev.close();
    }

    private void startReady() throws Exception {
        dev.start();
        dev.awaitPrinted("every sample has its children and first status");
    }

    @Test
    void aFlatFolderWithoutExpectFileIsStartedWithTheHookBesideIt() throws Exception {
        startReady();
        dev.awaitPrinted("kubectl --kubeconfig .hookline/kubeconfig get webapps -A");

        assertThat(dev.printed())
                .contains("found          " + folder.getFileName() + " (this folder)")
                .contains("hooks          webapp at http://127.0.0.1:")
                .contains("CRD webapps.example.com, CompositeController webapp, WebApp default/shop");
        assertThat(folder.resolve("target")).doesNotExist();
        assertThat(dev.end("INT")).isLessThan(AT_ONCE);
        assertThat(folder.resolve(".hookline")).doesNotExist();
    }

    /** As on a laptop of somebody whose manifests are those of a cluster. */
    @Test
    void aServerOfOnesOwnIsCalledInPlaceOfTheUrlInTheManifests() throws Exception {
        delete("sync.py");
        dev.write(
                "controller.yaml", ProjectFiles.CONTROLLER.replace("namespace: hookline", "namespace: of-the-cluster"));
        HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
        server.createContext("/webapp/sync", exchange -> {
            byte[] answer = ProjectFiles.ANSWER.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, answer.length);
            exchange.getResponseBody().write(answer);
            exchange.close();
        });
        server.start();
        try {
            dev.start(
                    "--hook=webapp=http://127.0.0.1:" + server.getAddress().getPort(), "--hook=other=http://127.0.0.1");

            dev.awaitPrinted("every sample has its children and first status");
            assertThat(dev.printed())
                    .contains("created ConfigMap default/shop")
                    .contains("--hook other: no controller has the name other (controllers: webapp)");
        } finally {
            server.stop(0);
        }
    }

    @Test
    void thePageThatItPrintsTriesAnEditedParentWithoutATrace() throws Exception {
        startReady();
        dev.awaitPrinted("end      Ctrl-C");
        Matcher page = Pattern.compile("  console  (http://127.0.0.1:\\d+)/#token=(\\S+)\n")
                .matcher(dev.printed());
        assertThat(page.find()).isTrue();
        assertThat(dev.printed()).containsPattern("(?m)^  why      hookline why webapp/shop$");
        String parent = page.group(1) + "/api/parents/CompositeController-webapp/WebApp.example.com/default/shop";
        HttpClient http = HttpClient.newHttpClient();
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create(parent)).header("Authorization", "Bearer " + page.group(2));
        ObjectNode edited = (ObjectNode) Json.object(http.send(request.build(), HttpResponse.BodyHandlers.ofByteArray())
                        .body())
                .path("parent");
        edited.withObject("/spec").put("color", "green");
        String before = dev.printed();

        HttpResponse<String> tried = http.send(
                request.uri(URI.create(parent + "/try"))
                        .header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString("{\"parent\":" + edited + "}"))
                        .build(),
                HttpResponse.BodyHandlers.ofString());

        assertThat(tried.body())
                .contains("\"state\":\"would change\"", "\"object\":\"ConfigMap default/shop\"", "green");
        dev.write("sample.yaml", ProjectFiles.SAMPLE.replace("blue", "red"));
        dev.awaitPrinted("updated ConfigMap default/shop");
        assertThat(dev.printed().substring(before.length())).doesNotContain("green", "created", "started");
    }

    private void delete(String... files) throws IOException {
        for (String file : files) {
            Files.delete(folder.resolve(file));
        }
    }

    @Test
    void oldManifestsAreNamedBeforeThereIsAController() throws Exception {
        delete("controller.yaml", "sample.yaml", "sync.py");
        dev.write("crd.yaml", ProjectFiles.CRD.replace("k8s.io/v1", "k8s.io/v1beta1"));
        dev.start();
        dev.awaitPrinted(
                "crd.yaml:1: kind CustomResourceDefinition in apiextensions.k8s.io/v1beta1: Kubernetes 1.22 removed");
        dev.awaitPrinted("end      Ctrl-C");

        dev.write("web.yaml", "apiVersion: extensions/v1beta1\nkind: Deployment\nmetadata: {name: web}\n");

        dev.awaitPrinted(
                "web.yaml:1: kind Deployment in extensions/v1beta1: Kubernetes 1.16 removed it; write apiVersion");
    }

    @Test
    void anEmptyFolderIsExplainedAndANewExampleIsInstalled() throws Exception {
        delete("crd.yaml", "controller.yaml", "sample.yaml", "sync.py");
        dev.start();
        dev.awaitPrinted("no example in " + folder.toRealPath());
        dev.awaitPrinted("controller.yaml   a CompositeController or DecoratorController");
        dev.awaitPrinted("end      Ctrl-C");

        dev.write("hooks/webapp/sync.py", ProjectFiles.HOOK);
        dev.write("examples/webapp/crd.yaml", ProjectFiles.CRD);
        dev.write("examples/webapp/sample.yaml", ProjectFiles.SAMPLE);
        dev.write("examples/webapp/controller.yaml", ProjectFiles.CONTROLLER);

        dev.awaitPrinted("created          WebApp default/shop");
        dev.awaitPrinted("created ConfigMap default/shop");
    }

    @Test
    void mistakesAreNamedAtTheStart() throws Exception {
        dev.write(
                "controller.yaml",
                ProjectFiles.CONTROLLER.replace("generateSelector: true", "generateSelector: false"));
        dev.write("sample.yaml", ProjectFiles.SAMPLE + "---\n" + ProjectFiles.SAMPLE.replace("WebApp", "WepApp"));
        Files.createDirectories(folder.resolve("hooks/webapps"));
        Files.move(folder.resolve("sync.py"), folder.resolve("hooks/webapps/sync.py"));
        dev.start();

        dev.awaitPrinted("sample.yaml:7: no CRD defines kind WepApp in example.com/v1; did you mean WebApp in");
        dev.awaitPrinted("CompositeController webapp: no hook is served at /webapp/sync; did you mean /webapps/sync?");
        dev.awaitPrinted(
                "sample.yaml:1: WebApp shop has no spec.selector; set generateSelector: true in CompositeController"
                        + " webapp (controller.yaml:1)");
        assertThat(dev.end("INT")).isLessThan(AT_ONCE); // not ready
    }

    @ParameterizedTest
    @ValueSource(strings = {"INT", "TERM"})
    void aSignalDuringAHangingHookEndsItAtOnceWithTheProcessOfTheHook(String signal) throws Exception {
        dev.write("sync.py", "#!/bin/sh\necho $$ >.pid\nexec sleep 600\n");
        dev.start();
        dev.awaitFile(".pid");
        long hook = Long.parseLong(Files.readString(folder.resolve(".pid")).strip());

        assertThat(dev.end(signal)).isLessThan(AT_ONCE);

        assertThat(dev.printed()).endsWith("stopping\n").doesNotContain("ERROR", "Exception");
        dev.awaitEnd(hook);
    }

    @ParameterizedTest
    @ValueSource(strings = {"found", "api server"})
    void aSignalDuringTheStartEndsItAtOnce(String printed) throws Exception {
        dev.write("hooks/slow/Slow.java", "class Slow {}");
        dev.start();
        dev.awaitPrinted(printed);

        assertThat(dev.end("INT")).isLessThan(AT_ONCE);

        assertThat(dev.printed()).doesNotContain("Exception");
        assertThat(folder.resolve(".hookline")).doesNotExist();
    }

    @Test
    void aHookThatIsEditedDuringAHangingCallIsUsedAtOnce() throws Exception {
        dev.write("sync.py", "#!/bin/sh\necho $$ >.pid\nexec sleep 600\n");
        dev.start();
        dev.awaitFile(".pid");

        dev.write("sync.py", ProjectFiles.HOOK);

        dev.awaitPrinted("created ConfigMap default/shop");
        assertThat(dev.secondsSinceStart()).isLessThan(60);
    }

    @Test
    void withChosenExamplesOtherHooksAreLoadedByTheirFirstCall() throws Exception {
        delete("sync.py");
        Files.createDirectories(folder.resolve("examples/webapp"));
        for (String file : List.of("crd.yaml", "controller.yaml", "sample.yaml")) {
            Files.move(folder.resolve(file), folder.resolve("examples/webapp").resolve(file));
        }
        dev.write("hooks/webapp/sync.py", ProjectFiles.HOOK);
        dev.write("hooks/other/sync.py", ProjectFiles.HOOK);
        dev.write("hooks/broken/Broken.java", "class Broken {");
        dev.start("webapp");
        dev.awaitPrinted("every sample has its children and first status");

        assertThat(states()).containsExactly("broken unloaded", "other unloaded", "webapp ready");
        assertThat(http(
                        "/other/sync",
                        "{\"controller\":{},\"children\":{},\"parent\":{\"kind\":\"WebApp\",\"metadata\":{\"name\":\"shop\"},"
                                + "\"spec\":{\"color\":\"red\"}}}"))
                .contains("\"color\":");
        assertThat(http("/broken/sync", "{}")).contains("Broken.java:1: ");
        assertThat(states()).containsExactly("broken broken", "other ready", "webapp ready");
    }

    private List<String> states() throws Exception {
        return Json.parse(http("/", "").getBytes(StandardCharsets.UTF_8))
                .path("hooks")
                .valueStream()
                .map(hook ->
                        hook.path("name").asText() + " " + hook.path("state").asText())
                .toList();
    }

    /** What the hook server answers. */
    private String http(String path, String body) throws Exception {
        Matcher server = Pattern.compile("(http://127\\.0\\.0\\.1:\\d+)").matcher(dev.printed());
        assertThat(server.find()).isTrue();
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(server.group(1) + path));
        if (!body.isEmpty()) {
            request.POST(HttpRequest.BodyPublishers.ofString(body));
        }
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(request.build(), HttpResponse.BodyHandlers.ofString())
                    .body();
        }
    }

    @Test
    void twoSessionsInOneFolderHaveAKubeconfigEach() throws Exception {
        startReady();
        try (DevProcess second = new DevProcess(folder)) {
            second.start();
            second.awaitPrinted("kubectl --kubeconfig .hookline/kubeconfig-2 get webapps -A");

            assertThat(second.end("INT")).isLessThan(AT_ONCE);
        }
        assertThat(folder.resolve(".hookline/kubeconfig")).isRegularFile();
        assertThat(folder.resolve(".hookline/kubeconfig-2")).doesNotExist();
    }

    @Test
    void aDebuggerCanAttachToThePortOfDebug() throws Exception {
        int port = FreePort.find();
        dev.start("--debug=" + port);
        dev.awaitPrinted("debugger       127.0.0.1:" + port + "; hook calls have no timeout");

        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            byte[] handshake = "JDWP-Handshake".getBytes(StandardCharsets.US_ASCII);
            socket.getOutputStream().write(handshake);

            assertThat(socket.getInputStream().readNBytes(handshake.length)).isEqualTo(handshake);
        }
        assertThat(dev.end("INT")).isLessThan(AT_ONCE);
    }
}
