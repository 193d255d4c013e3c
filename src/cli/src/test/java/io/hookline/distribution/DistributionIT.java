package io.hookline.distribution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.cli.Kubectl;
import io.hookline.object.Json;
import io.hookline.testing.FreePort;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.zip.ZipFile;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** The distribution as users get it: {@code target/hookline/bin/hookline}, started as a process. Alone: one test looks at the clock. */
@Isolated
class DistributionIT {

    private final List<Process> started = new ArrayList<>();

    @TempDir
    private Path folder;

    @AfterEach
    void end() {
        started.forEach(Process::destroyForcibly);
    }

    private Path out() {
        return folder.resolve("out");
    }

    private Process start(String... args) throws IOException {
        return start(Map.of(), args);
    }

    private Process start(Map<String, String> environment, String... args) throws IOException {
        List<String> command = new ArrayList<>(List.of(Distribution.HOOKLINE));
        command.addAll(List.of(args));
        ProcessBuilder builder = new ProcessBuilder(Interruptible.command(command))
                .redirectErrorStream(true)
                .redirectOutput(out().toFile());
        builder.environment().putAll(environment);
        Process process = builder.start();
        started.add(process);
        return process;
    }

    private String printed() {
        try {
            return Files.readString(out());
        } catch (IOException _) {
            return "";
        }
    }

    private void awaitPrinted(String text) {
        Awaitility.await()
                .atMost(Duration.ofSeconds(60))
                .pollInterval(Duration.ofMillis(50))
                .untilAsserted(() -> assertThat(printed()).contains(text));
    }

    private Process startDev() throws IOException {
        Process process = start(
                Map.of("HOOKLINE_JVM_OPTIONS", "-Xmx128m"),
                "dev",
                "hello",
                "developer",
                "mini-job",
                "thermostat",
                "--kubeconfig-out",
                folder.resolve("kubeconfig").toString());
        awaitPrinted("every sample has its children and first status");
        awaitPrinted("  end      Ctrl-C\n");
        return process;
    }

    private static void interrupt(Process process) throws Exception {
        new ProcessBuilder("kill", "-INT", Long.toString(process.pid())).start().waitFor();
    }

    @Test
    void devShowsEverySampleInASmallHeapAndEndsAtOnceOnCtrlC() throws Exception {
        Process dev = startDev();
        assertThat(printed()).contains("created ConfigMap default/world");

        long asked = System.nanoTime();
        interrupt(dev);

        assertThat(dev.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(Duration.ofNanos(System.nanoTime() - asked)).isLessThan(Duration.ofSeconds(10));
        assertThat(dev.exitValue()).isZero();
        assertThat(printed()).doesNotContain("Exception").endsWith("stopping\n");
        assertThat(folder.resolve("kubeconfig")).doesNotExist();
    }

    @Test
    @Tag("real")
    void kubectlSeesWhatDevMade() throws Exception {
        assumeTrue(Kubectl.isThere(), "kubectl is on the path");
        startDev();

        String seen =
                Kubectl.run(folder.resolve("kubeconfig"), "get", "hello", "world", "-o", "jsonpath={.status.greeted}");

        assertThat(seen).isEqualTo("World");
        assertThat(Kubectl.run(
                        folder.resolve("kubeconfig"), "get", "configmap", "world", "-o", "jsonpath={.data.text}"))
                .isEqualTo("Hello, World");
    }

    @Test
    void serveAnswersCallsOfItsHooks() throws Exception {
        int port = FreePort.find();
        Path hooks = Files.createDirectories(folder.resolve("hooks"));
        Files.createSymbolicLink(hooks.resolve("hello"), Path.of("hooks/hello").toAbsolutePath());
        start("serve", "--address", "127.0.0.1:" + port, "--hooks", hooks.toString());
        awaitPrinted("hook server is listening");
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/hello/sync"))
                .POST(HttpRequest.BodyPublishers.ofFile(Path.of("hooks/hello/fixtures/first.request.json")))
                .build();

        try (HttpClient client = HttpClient.newHttpClient()) {
            assertThat(client.send(request, BodyHandlers.ofString()).body()).contains("Hello, World");
        }
    }

    @Test
    void theLicencesOfAllItsJarsAreInIt() throws Exception {
        Path home = Distribution.FOLDER;
        String notice = Files.readString(home.resolve("THIRD-PARTY.txt"));
        List<String> jars;
        try (Stream<Path> files = Files.walk(home.resolve("lib"))) {
            jars = files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".jar") && !name.startsWith("hookline-"))
                    .map(name -> name.substring(0, name.length() - ".jar".length()))
                    .toList();
        }

        assertThat(home.resolve("LICENSE")).content().contains("Apache License");
        assertThat(jars).hasSizeGreaterThan(30).allSatisfy(jar -> {
            String named = jar.replaceFirst("-(?=\\d+\\.)", ":"); // guava has a version with a word
            assertThat(notice).contains(":" + named + " - ");
        });
        assertThat(notice.lines().filter(line -> line.startsWith("     ("))).hasSameSizeAs(jars);
        assertThat(notice).doesNotContain("Unknown license");
    }

    /** Each jar has a purpose; a new one must be worth its size. */
    @Test
    void itHasNoJarsThatNothingUses() throws IOException {
        try (Stream<Path> files = Files.list(Distribution.FOLDER.resolve("lib"))) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .filteredOn(name -> name.endsWith(".jar") && !name.startsWith("hookline-"))
                    .hasSizeLessThanOrEqualTo(54)
                    .noneMatch(name -> name.matches("(jetty-(ee10-)?(annotations|plus|webapp)|snakeyaml-engine|asm|"
                            + "kubernetes-client|prometheus-metrics-exposition-formats)-.*"));
        }
    }

    @Test
    void whatEvaluatesJsonnetIsNotOnTheClassPathOfTheServer() throws IOException {
        try (Stream<Path> files = Files.list(Distribution.FOLDER.resolve("lib/jsonnet"))) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .hasSizeBetween(10, 15)
                    .anyMatch(name -> name.startsWith("sjsonnet_"))
                    .anyMatch(name -> name.startsWith("scala-library-"))
                    .noneMatch(name -> name.matches("(jackson|json|snakeyaml|jspecify)-.*"));
        }
    }

    /** With a function of the library of the distribution, so that a {@code jsonnet} on the PATH cannot evaluate it. */
    @Test
    void aJsonnetHookRunsInAWorker() throws Exception {
        Path hook = folder.resolve("hello");
        Path fixtures = Files.createDirectories(hook.resolve("fixtures"));
        Files.writeString(hook.resolve("sync.jsonnet"), """
                function(request) {
                  status: { greeted: request.parent.spec.who, packed: std.length(std.gzip('a')) > 0 },
                  children: [],
                }
                """);
        Files.writeString(fixtures.resolve("new.request.json"), """
                {"controller": {"apiVersion": "metacontroller.k8s.io/v1alpha1", "kind": "CompositeController",
                   "metadata": {"name": "hello"}, "status": {}},
                 "parent": {"apiVersion": "example.com/v1", "kind": "Hello",
                   "metadata": {"name": "world", "namespace": "default", "uid": "11aa"}, "spec": {"who": "World"}},
                 "children": {"ConfigMap.v1": {}}, "related": {}, "finalizing": false}
                """);
        Files.writeString(fixtures.resolve("new.answer.json"), """
                {"status": {"greeted": "World", "packed": true}, "children": []}
                """);

        Process process = start(Map.of("PATH", "/usr/bin:/bin"), "test-hook", hook.toString());

        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(printed()).contains("PASS new", "1 passed, 0 failed");
        assertThat(process.exitValue()).isZero();
    }

    /** Scanners know of what is missing in it nothing, and report what is not shipped. */
    @Test
    void itsListOfPartsNamesEveryJarAndTheLibraryOfThePage() throws Exception {
        Path file = Distribution.FOLDER.resolve("hookline.cdx.json");
        assumeTrue(Files.exists(file), "built with a network");
        JsonNode list = Json.parse(Files.readAllBytes(file));
        Map<String, String> listed = new TreeMap<>();
        for (JsonNode part : list.path("components")) {
            String purl = part.path("purl").asText();
            String name =
                    part.path("name").asText() + "-" + part.path("version").asText();
            for (JsonNode hash : part.path("hashes")) {
                if (hash.path("alg").asText().equals("SHA-256")) {
                    listed.put(
                            purl.startsWith("pkg:maven/") ? name + ".jar" : purl,
                            hash.path("content").asText());
                }
            }
            assertThat(part.path("licenses")).as(name).isNotEmpty();
        }
        Map<String, String> shipped = new TreeMap<>();
        for (String folder : List.of("lib", "lib/jsonnet")) {
            try (DirectoryStream<Path> jars = Files.newDirectoryStream(Distribution.FOLDER.resolve(folder), "*.jar")) {
                for (Path jar : jars) {
                    shipped.put(jar.getFileName().toString(), sha256(Files.readAllBytes(jar)));
                    if (jar.getFileName().toString().startsWith("hookline-engine-")) {
                        JsonNode preact = Json.parse(entry(jar, "io/hookline/console/preact.cdx.json"));
                        shipped.put(preact.path("purl").asText(), sha256(entry(jar, "io/hookline/console/preact.js")));
                    }
                }
            }
        }
        String own = "hookline-cli-" + list.at("/metadata/component/version").asText() + ".jar";

        assertThat(shipped.remove(own)).as(own + ", which the list is about").isNotNull();
        assertThat(listed).isEqualTo(shipped);
        Set<String> refs = new TreeSet<>(list.path("components").findValuesAsText("bom-ref"));
        refs.add(list.at("/metadata/component/bom-ref").asText());
        for (JsonNode dependency : list.path("dependencies")) {
            assertThat(refs).contains(dependency.path("ref").asText());
            dependency.path("dependsOn").forEach(other -> assertThat(refs).contains(other.asText()));
            assertThat(dependency.path("dependsOn").toString().contains("pkg:npm/preact@"))
                    .isEqualTo(dependency.path("ref").asText().contains("/hookline-engine@"));
        }
    }

    private static String sha256(byte[] content) throws NoSuchAlgorithmException {
        return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content));
    }

    private static byte[] entry(Path jar, String name) throws IOException {
        try (ZipFile file = new ZipFile(jar.toFile())) {
            return file.getInputStream(file.getEntry(name)).readAllBytes();
        }
    }

    @Test
    void aMissingJdkIsReported() throws Exception {
        Path tools = Files.createDirectory(folder.resolve("tools"));
        for (String tool : List.of("sh", "sed", "dirname", "readlink", "ls")) {
            Files.createSymbolicLink(tools.resolve(tool), Path.of("/usr/bin", tool));
        }
        Process process = new ProcessBuilder(
                        "/usr/bin/env",
                        "-i",
                        "PATH=" + tools,
                        "HOOKLINE_JAVA_SEARCH=" + folder,
                        Distribution.HOOKLINE,
                        "version")
                .redirectErrorStream(true)
                .redirectOutput(out().toFile())
                .start();

        assertThat(process.waitFor()).isEqualTo(1);
        assertThat(printed())
                .isEqualTo("hookline: no JDK 25 or newer found; install one, or set JAVA_HOME to it"
                        + " (there is no java)\n");
    }

    @Test
    void whatIsTooOldIsNamed() throws Exception {
        Path old = Files.createDirectories(folder.resolve("jvm/old/bin")).resolve("java");
        Files.writeString(old, "#!/bin/sh\n");
        assertThat(old.toFile().setExecutable(true)).isTrue();
        Files.writeString(folder.resolve("jvm/old/release"), "JAVA_VERSION=\"17.0.9\"\n");
        Process process = start(
                Map.of(
                        "JAVA_HOME",
                        folder.resolve("jvm/old").toString(),
                        "PATH",
                        "/usr/bin:/bin",
                        "HOOKLINE_JAVA_SEARCH",
                        "/nowhere"),
                "version");

        assertThat(process.waitFor()).isEqualTo(1);
        assertThat(printed())
                .startsWith("hookline: no JDK 25 or newer found; install one, or set JAVA_HOME to it (" + old
                        + " is Java 17")
                .endsWith(")\n");
    }
}
