package io.hookline.distribution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.ByteArrayOutputStream;
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
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A hook server with the heap of the manifest, which gets more bytes than that at once, again and again. */
@Timeout(180)
class ServeMemoryIT {

    private static final Pattern URL = Pattern.compile("http://127\\.0\\.0\\.1:\\d+");

    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    @TempDir
    private static Path folder;

    private static Process process;
    private static String url;

    @BeforeAll
    static void start() throws IOException {
        Path hook = Files.createDirectories(folder.resolve("hooks/counter"));
        Files.writeString(hook.resolve("Counter.java"), """
                import com.fasterxml.jackson.databind.node.ObjectNode;
                import io.hookline.hook.*;
                import java.util.Map;
                public class Counter implements SyncHook<ObjectNode> {
                    public Answer sync(Sync<ObjectNode> in) {
                        return Answer.of().status(Map.of("items", in.parent().at("/spec/items").size()));
                    }
                }
                """);
        Path log = folder.resolve("log");
        ProcessBuilder command = new ProcessBuilder(
                        Distribution.HOOKLINE, "serve", "--address=127.0.0.1:0", "--hooks=" + folder.resolve("hooks"))
                .redirectErrorStream(true)
                .redirectOutput(log.toFile());
        command.environment().put("HOOKLINE_JVM_OPTIONS", "-Xmx256m");
        process = command.start();
        url = await().atMost(Duration.ofSeconds(60)).until(() -> url(log), found -> !found.isEmpty());
        await().atMost(Duration.ofSeconds(60)).until(() -> get("/readyz").statusCode() == 200);
    }

    private static String url(Path log) throws IOException {
        Matcher found = URL.matcher(Files.readString(log));
        return found.find() ? found.group() : "";
    }

    @AfterAll
    static void end() throws InterruptedException {
        process.destroy();
        process.waitFor();
        CLIENT.close();
    }

    private static HttpResponse<String> get(String path) throws Exception {
        return CLIENT.send(HttpRequest.newBuilder(URI.create(url + path)).build(), BodyHandlers.ofString());
    }

    private static CompletableFuture<HttpResponse<String>> call(byte[] body, String encoding) {
        return CLIENT.sendAsync(
                HttpRequest.newBuilder(URI.create(url + "/counter/sync"))
                        .header("Content-Encoding", encoding)
                        .POST(BodyPublishers.ofByteArray(body))
                        .build(),
                BodyHandlers.ofString());
    }

    /** A valid request of about this size, with the same item again and again. */
    private static byte[] request(int bytes, String item) {
        return ("{\"controller\":{},\"parent\":{\"apiVersion\":\"e.com/v1\",\"kind\":\"Thing\",\"metadata\":{\"name\":\"a\"},"
                        + "\"spec\":{\"items\":[" + (item + ",").repeat(bytes / (item.length() + 1)) + item
                        + "]}},\"children\":{},\"related\":{},\"finalizing\":false}")
                .getBytes(StandardCharsets.US_ASCII);
    }

    private static byte[] gzip(byte[] plain) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
            gzip.write(plain);
        }
        return out.toByteArray();
    }

    private static List<HttpResponse<String>> all(List<CompletableFuture<HttpResponse<String>>> calls) {
        return calls.stream().map(CompletableFuture::join).toList();
    }

    private static void assertAlive() throws Exception {
        assertThat(process.isAlive()).isTrue();
        assertThat(call(request(1000, "7"), "identity").join().body())
                .isEqualTo("{\"status\":{\"items\":501},\"children\":[]}");
    }

    @Test
    void smallBodiesThatInflateToMoreThanTheHeapEndNoProcess() throws Exception {
        byte[] bomb = gzip(new byte[60 << 20]);
        assertThat(bomb).hasSizeLessThan(70_000);

        for (int round = 0; round < 3; round++) {
            for (HttpResponse<String> response :
                    all(Stream.generate(() -> call(bomb, "gzip")).limit(4).toList())) {
                assertThat(response.statusCode()).isIn(413, 503);
                assertThat(response.body()).startsWith("{\"error\":\"").contains("\"requestId\":\"");
            }
        }
        assertAlive();
    }

    @Test
    void manyLargeBodiesAtOnceAreRefusedInPartAndAnsweredWhenCalledAgain() throws Exception {
        byte[] large = request(10 << 20, "\"" + "x".repeat(60) + "\"");
        List<Integer> statuses = new ArrayList<>();
        for (HttpResponse<String> response :
                all(Stream.generate(() -> call(large, "identity")).limit(20).toList())) {
            statuses.add(response.statusCode());
            if (response.statusCode() == 503) {
                assertThat(response.headers().firstValue("Retry-After")).hasValue("1");
                assertThat(response.body()).startsWith("{\"error\":\"").contains("\"requestId\":\"");
            }
        }

        assertThat(statuses).contains(503).isSubsetOf(200, 503);
        assertThat(call(large, "identity").join().statusCode()).isEqualTo(200);
        assertAlive();
    }

    @Test
    void largeBodiesOfVerySmallValuesEndNoProcess() throws Exception {
        for (String item : List.of("[]", "{}", "7")) {
            byte[] hostile = request(10 << 20, item);
            for (HttpResponse<String> response : all(
                    Stream.generate(() -> call(hostile, "identity")).limit(4).toList())) {
                assertThat(response.statusCode()).isIn(413, 503);
            }
        }
        assertAlive();
    }
}
