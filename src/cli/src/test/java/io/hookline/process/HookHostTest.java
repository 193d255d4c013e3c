package io.hookline.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import io.hookline.server.HookServer;
import io.hookline.server.call.HookSettings;
import io.hookline.server.compiled.HookOutput;
import io.hookline.server.folder.HookFolders;
import io.hookline.server.folder.HookSource;
import io.hookline.testing.LogLines;
import io.hookline.web.Address;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Hooks of a folder, from loading to calls. */
class HookHostTest {

    private static final String REQUEST =
            "{\"controller\":{},\"parent\":{\"apiVersion\":\"t/v1\",\"kind\":\"T\",\"metadata\":{\"name\":\"t\"}},"
                    + "\"children\":{},\"related\":{},\"finalizing\":false}";

    @RegisterExtension
    private final LogLines log = new LogLines(HookFolders.class);

    @RegisterExtension
    private final LogLines printed = new LogLines(HookOutput.class, Level.INFO);

    private final HttpClient client = HttpClient.newHttpClient();

    private HttpResponse<String> get(HookServer server, String path) throws IOException, InterruptedException {
        return client.send(HttpRequest.newBuilder(at(server, path)).build(), BodyHandlers.ofString());
    }

    private HttpResponse<String> post(HookServer server, String path) throws IOException, InterruptedException {
        return client.send(
                HttpRequest.newBuilder(at(server, path))
                        .POST(BodyPublishers.ofString(REQUEST))
                        .build(),
                BodyHandlers.ofString());
    }

    private static URI at(HookServer server, String path) {
        return URI.create(server.uri() + path);
    }

    @Test
    void hooksThatAreNotLoadedYetAnswer503(@TempDir Path folder) throws Exception {
        Path hook = Files.createDirectory(folder.resolve("early"));
        Files.writeString(hook.resolve("sync.sh"), "#!/bin/sh\necho '{\"children\":[]}'\n");
        PrometheusRegistry registry = new PrometheusRegistry();
        try (HookHost runtime = HookHost.open(folder, registry);
                HookServer server = runtime.serve(new Address("127.0.0.1", 0))) {
            HttpResponse<String> ready = get(server, "/readyz");
            assertThat(ready.statusCode()).isEqualTo(503);
            assertThat(ready.body()).isEqualTo("early: it is still being loaded");
            assertThat(get(server, "/healthz").statusCode()).isEqualTo(200);
            assertThat(post(server, "/early/sync").statusCode()).isEqualTo(503);
            assertThat(post(server, "/other/sync").statusCode()).isEqualTo(404);

            runtime.load(_ -> true);

            assertThat(get(server, "/readyz").statusCode()).isEqualTo(200);
            assertThat(post(server, "/early/sync").body()).startsWith("{\"children\":[]}");
        }
    }

    @Test
    void aProblemOfAHookSaysWhetherAFormerVersionIsCalled(@TempDir Path folder) throws Exception {
        Path hook = Files.createDirectory(folder.resolve("once"));
        Files.writeString(hook.resolve("sync.sh"), "#!/bin/sh\necho '{\"children\":[]}'\n");
        Path never = Files.createDirectory(folder.resolve("never"));
        Files.writeString(never.resolve("Hook.java"), "class Hook {");
        try (HookHost runtime = HookHost.load(folder, new PrometheusRegistry())) {
            Files.writeString(hook.resolve("Hook.java"), "class Hook {");
            runtime.refresh();

            assertThat(runtime.problems()).containsOnlyKeys("never", "once");
            assertThat(runtime.problems().get("never")).contains("Hook.java:1").doesNotContain("calls still get");
            assertThat(runtime.problems().get("once"))
                    .contains("Hook.java:1")
                    .endsWith("; calls still get the last version that did load");
        }
    }

    @Test
    void callersOverHttpWaitForAHookThatTheyLoadAndItIsListedBefore(@TempDir Path folder) throws Exception {
        Path hook = Files.createDirectory(folder.resolve("rare"));
        Files.writeString(hook.resolve("sync.sh"), "#!/bin/sh\necho '{\"children\":[]}'\n");
        PrometheusRegistry registry = new PrometheusRegistry();
        try (HookHost runtime = HookHost.open(folder, registry);
                HookServer server = runtime.serve(new Address("127.0.0.1", 0))) {
            runtime.loadCalled(_ -> false);
            assertThat(get(server, "/readyz").statusCode()).isEqualTo(200);
            assertThat(get(server, "/").body()).contains("\"name\":\"rare\"", "\"state\":\"unloaded\"");

            assertThat(post(server, "/rare/sync").body()).startsWith("{\"children\":[]}");

            assertThat(get(server, "/").body()).contains("\"state\":\"ready\"");
            assertThat(post(server, "/rare/finalize").statusCode()).isEqualTo(404);
        }
    }

    @Test
    void aServerWhoseFolderIsGoneIsNotReadyUntilItIsBack(@TempDir Path folder) throws Exception {
        Path hooks = Files.createDirectory(folder.resolve("hooks"));
        Path hook = Files.createDirectory(hooks.resolve("early"));
        Files.writeString(hook.resolve("sync.sh"), "#!/bin/sh\necho '{\"children\":[]}'\n");
        PrometheusRegistry registry = new PrometheusRegistry();
        try (HookHost runtime = HookHost.load(hooks, registry);
                HookServer server = runtime.serve(new Address("127.0.0.1", 0))) {
            assertThat(get(server, "/readyz").statusCode()).isEqualTo(200);

            Files.move(hooks, folder.resolve("elsewhere"));
            Awaitility.await()
                    .atMost(Duration.ofMinutes(1))
                    .until(() -> get(server, "/readyz").statusCode() == 503);
            assertThat(get(server, "/readyz").body()).isEqualTo("no such hooks folder: " + hooks);
            assertThat(get(server, "/healthz").statusCode()).isEqualTo(200);
            assertThat(get(server, "/").body()).contains("\"problem\":\"no such hooks folder: ");

            Files.move(folder.resolve("elsewhere"), hooks);
            Awaitility.await()
                    .atMost(Duration.ofMinutes(1))
                    .until(() -> get(server, "/readyz").statusCode() == 200);
            assertThat(post(server, "/early/sync").statusCode()).isEqualTo(200);
        }
    }

    @Test
    void aServerOnALoopbackAddressRefusesWebPages(@TempDir Path folder) throws Exception {
        PrometheusRegistry registry = new PrometheusRegistry();
        try (HookHost runtime = HookHost.open(folder, registry);
                HookServer here = runtime.serve(new Address("127.0.0.1", 0));
                HookServer everywhere = runtime.serve(new Address("0.0.0.0", 0))) {
            assertThat(ofPage(here)).isEqualTo(403);
            assertThat(ofPage(everywhere)).isEqualTo(200);
            assertThat(get(here, "/").statusCode()).isEqualTo(200);
        }
    }

    private int ofPage(HookServer server) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(at(server, "/"))
                .header("Origin", "http://another.example")
                .build();
        return client.send(request, BodyHandlers.ofString()).statusCode();
    }

    @Test
    void hooksThatAreBeingLoadedWhenItClosesAreNotReportedAsBroken(@TempDir Path folder) throws Exception {
        for (String name : List.of("a", "b", "c")) {
            Path hook = Files.createDirectory(folder.resolve(name));
            Files.copy(Path.of("hooks/hello/HelloHook.java"), hook.resolve("HelloHook.java"));
            Files.copy(Path.of("hooks/hello/Hello.java"), hook.resolve("Hello.java"));
        }
        PrometheusRegistry registry = new PrometheusRegistry();
        List<Thread> others = reloaders().toList();
        CountDownLatch loading = new CountDownLatch(1);
        try (HookHost runtime = HookHost.open(folder, registry)) {
            runtime.whenEachLoaded(_ -> loading.countDown());
            runtime.load(_ -> false);
            assertThat(loading.await(1, TimeUnit.MINUTES)).isTrue(); // the second one is next
        }
        Awaitility.await().atMost(Duration.ofMinutes(1)).until(() -> reloaders().allMatch(others::contains));
        assertThat(log.all()).noneMatch(line -> line.getMessage().contains("failed to load"));
    }

    /** As {@code serve} and {@code run} open it, and as {@code dev} does. */
    @Test
    void onlyHooksWithAClockGetTheTimeOfACaller(@TempDir Path folder) throws Exception {
        Path hook = Files.createDirectory(folder.resolve("clock"));
        Files.writeString(
                hook.resolve("sync.sh"),
                "#!/bin/sh\necho \"{\\\"children\\\":[],\\\"status\\\":\\\"$HOOKLINE_NOW\\\"}\"\n");
        InstantSource clock = InstantSource.fixed(Instant.parse("2026-01-01T00:00:00Z"));
        PrometheusRegistry registry = new PrometheusRegistry();
        try (HookHost serving = HookHost.load(folder, registry);
                HookHost developing = HookHost.open(
                        () -> HookSource.in(folder),
                        HookSettings.DEFAULTS,
                        new PrometheusRegistry(),
                        Optional.of(clock))) {
            developing.load(_ -> true);

            assertThat(status(serving, Optional.of(Instant.EPOCH))).isEmpty();
            assertThat(status(developing, Optional.of(Instant.EPOCH))).isEqualTo("1970-01-01T00:00:00Z");
            assertThat(status(developing, Optional.empty())).isEqualTo("2026-01-01T00:00:00Z");
        }
    }

    private static String status(HookHost host, Optional<Instant> now) throws Exception {
        byte[] request = REQUEST.getBytes(StandardCharsets.UTF_8);
        return host.hooks()
                .serve("/clock/sync", request, now)
                .body()
                .tree()
                .path("status")
                .asText();
    }

    private static Stream<Thread> reloaders() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("hook-reload"));
    }

    @Test
    void executablesThatWriteNothingForLongHoldUpNoOtherRequest(@TempDir Path folder) throws Exception {
        Path quiet = Files.createDirectory(folder.resolve("quiet"));
        Files.writeString(
                quiet.resolve("sync.sh"),
                "#!/bin/sh\ntouch began-$$\nuntil test -f go; do sleep 0.1; done\necho '{\"children\":[]}'\n");
        Path quick = Files.createDirectory(folder.resolve("quick"));
        Files.writeString(quick.resolve("sync.sh"), "#!/bin/sh\necho '{\"children\":[]}'\n");
        PrometheusRegistry registry = new PrometheusRegistry();
        try (HookHost runtime = HookHost.load(folder, registry);
                HookServer server = runtime.serve(new Address("127.0.0.1", 0))) {
            List<CompletableFuture<HttpResponse<String>>> waiting = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                waiting.add(client.sendAsync(
                        HttpRequest.newBuilder(at(server, "/quiet/sync"))
                                .POST(BodyPublishers.ofString(REQUEST))
                                .build(),
                        BodyHandlers.ofString()));
            }
            await().until(() -> began(quiet) == 4);

            assertThat(post(server, "/quick/sync").statusCode()).isEqualTo(200);
            assertThat(waiting).noneMatch(CompletableFuture::isDone);

            Files.createFile(quiet.resolve("go"));
            for (CompletableFuture<HttpResponse<String>> call : waiting) {
                assertThat(call.get().statusCode()).isEqualTo(200);
            }
        }
    }

    @Test
    void whatAJavaHookPrintsOnBothStreamsBecomesLinesOfTheLog(@TempDir Path folder) throws Exception {
        Path hook = Files.createDirectory(folder.resolve("talker"));
        Files.writeString(hook.resolve("Hook.java"), """
                import io.hookline.hook.*;
                import io.hookline.object.KubeObject;
                final class Hook implements SyncHook<KubeObject> {
                    public Answer sync(Sync<KubeObject> in) {
                        System.out.println("to stdout");
                        new IllegalStateException("to stderr").printStackTrace();
                        return Answer.of();
                    }
                }
                """);
        PrometheusRegistry registry = new PrometheusRegistry();
        try (HookHost runtime = HookHost.load(folder, registry);
                HookServer server = runtime.serve(new Address("127.0.0.1", 0))) {
            assertThat(post(server, "/talker/sync").statusCode()).isEqualTo(200);
        }

        assertThat(printed.all())
                .extracting(line -> line.getKeyValuePairs().toString())
                .anyMatch(line -> line.contains("talker") && line.contains("line=\"to stdout\""))
                .anyMatch(line -> line.contains("stderr") && line.contains("IllegalStateException: to stderr"));
    }

    private static long began(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.getFileName().toString().startsWith("began-"))
                    .count();
        }
    }
}
