package io.hookline.cli.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.web.Address;
import io.hookline.web.WebOptions;
import io.hookline.web.WebServer;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The endpoints of {@code --pprof-address}. */
class PprofEndpointsTest {

    private final CountDownLatch recording = new CountDownLatch(1);
    private final CountDownLatch stop = new CountDownLatch(1);
    private final WebServer server =
            WebServer.start(WebOptions.at(new Address("127.0.0.1", 0)), new PprofEndpoints(new Profiles(_ -> {
                recording.countDown();
                stop.await();
                return true;
            }))::addTo);
    private final HttpClient client = HttpClient.newHttpClient();

    @AfterEach
    void close() {
        stop.countDown();
        client.close();
        server.close();
    }

    private HttpRequest request(String path) {
        return HttpRequest.newBuilder(URI.create(server.uri() + path)).build();
    }

    private HttpResponse<String> get(String path) throws Exception {
        return client.send(request(path), BodyHandlers.ofString());
    }

    @Test
    void theIndexNamesWhatThereIs() throws Exception {
        HttpResponse<String> index = get("/debug/pprof/");

        assertThat(index.headers().firstValue("Content-Type")).hasValue("text/html;charset=utf-8");
        assertThat(index.body()).contains("profile?seconds=30", "goroutine?debug=2", "\"heap\"", "\"cmdline\"");
    }

    @Test
    void goroutinesAreAllThreadsPlatformAndVirtual() throws Exception {
        CountDownLatch end = new CountDownLatch(1);
        Thread virtual = Thread.ofVirtual().name("a-virtual-thread").start(() -> {
            try {
                end.await();
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
        });

        HttpResponse<String> threads = get("/debug/pprof/goroutine?debug=2");
        end.countDown();
        virtual.join();

        assertThat(threads.statusCode()).isEqualTo(200);
        assertThat(threads.body()).contains("a-virtual-thread", "virtual", "\"main\"", "CountDownLatch.await");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/debug/pprof/heap", "/debug/pprof/heap?gc=1"})
    void theHeapIsShownByClass(String path) throws Exception {
        assertThat(get(path).body()).startsWith("heap: init = ").contains("#instances", "java.lang.String");
    }

    @Test
    void theCommandLineHasZeroBytesBetweenArguments() throws Exception {
        assertThat(get("/debug/pprof/cmdline").body().split("\0", -1)[0]).endsWith("java");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "301", "-1", "x", "9999", ""})
    void aProfileHasABoundedLength(String seconds) throws Exception {
        HttpResponse<String> answer = get("/debug/pprof/profile?seconds=" + seconds);

        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body()).isEqualTo("seconds: expected 1 to 300\n");
    }

    @Test
    void aProfileIsAFlightRecordingAndOnlyOneIsMadeAtATime(@TempDir Path folder) throws Exception {
        CompletableFuture<HttpResponse<byte[]>> first =
                client.sendAsync(request("/debug/pprof/profile?seconds=1"), BodyHandlers.ofByteArray());
        recording.await();

        HttpResponse<String> second = get("/debug/pprof/profile?seconds=1");
        stop.countDown();

        assertThat(second.statusCode()).isEqualTo(409);
        assertThat(second.body()).startsWith("another profile is being recorded");
        byte[] recorded = first.get().body();
        assertThat(new String(recorded, 0, 3, StandardCharsets.ISO_8859_1)).isEqualTo("FLR");
        Path file = Files.write(folder.resolve("profile.jfr"), recorded);
        assertThat(RecordingFile.readAllEvents(file)).isNotEmpty();
        assertThat(client.send(request("/debug/pprof/profile"), BodyHandlers.ofByteArray())
                        .statusCode())
                .as("the next one")
                .isEqualTo(200);
    }
}
