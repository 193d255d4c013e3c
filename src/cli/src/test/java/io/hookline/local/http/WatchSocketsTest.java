package io.hookline.local.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.local.ApiClient;
import io.hookline.local.LocalClusters;
import io.hookline.object.Json;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.net.http.WebSocketHandshakeException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Watches over WebSocket, with the client of the JDK. */
@Timeout(120)
class WatchSocketsTest {

    private static final String MAPS = "/api/v1/namespaces/default/configmaps";
    private static final Duration SECONDS = Duration.ofSeconds(60);

    private final LocalApiServer server = LocalApiServer.start(LocalClusters.fresh(), 0);
    private final ApiClient client = new ApiClient(server);
    private final HttpClient http = HttpClient.newHttpClient();
    private final Messages messages = new Messages();

    /** Records what the server sends. */
    private static final class Messages implements WebSocket.Listener {
        private final BlockingQueue<JsonNode> events = new LinkedBlockingQueue<>();
        private final CompletableFuture<Integer> closed = new CompletableFuture<>();
        private final StringBuilder partial = new StringBuilder();

        @Override
        public CompletionStage<?> onText(WebSocket socket, CharSequence data, boolean last) {
            partial.append(data);
            if (last) {
                events.add(Json.parse(partial.toString().getBytes(StandardCharsets.UTF_8)));
                partial.setLength(0);
            }
            socket.request(1);
            return CompletableFuture.completedStage(null);
        }

        @Override
        public CompletionStage<?> onClose(WebSocket socket, int status, String reason) {
            closed.complete(status);
            return CompletableFuture.completedStage(null);
        }

        String next() throws InterruptedException {
            JsonNode event = events.poll(60, TimeUnit.SECONDS);
            return event == null
                    ? "nothing"
                    : event.path("type").asText() + " "
                            + event.at("/object/metadata/name").asText();
        }
    }

    @AfterEach
    void stop() {
        http.shutdownNow();
        client.close();
        server.close();
    }

    private WebSocket open(String path, Map<String, String> headers, String... protocols) {
        WebSocket.Builder builder = http.newWebSocketBuilder();
        headers.forEach(builder::header);
        if (protocols.length > 0) {
            builder.subprotocols(
                    protocols[0],
                    List.of(protocols).subList(1, protocols.length).toArray(String[]::new));
        }
        return builder.buildAsync(URI.create(server.url().replace("http", "ws") + path), messages)
                .join();
    }

    private int refused(String path, Map<String, String> headers, String... protocols) {
        CompletionException failure =
                catchThrowableOfType(CompletionException.class, () -> open(path, headers, protocols));
        assertThat(failure).hasCauseInstanceOf(WebSocketHandshakeException.class);
        return ((WebSocketHandshakeException) failure.getCause()).getResponse().statusCode();
    }

    private Map<String, String> program() {
        return Map.of(
                "Authorization", "Bearer " + server.token().text(), "Origin", "https://127.0.0.1:" + server.port());
    }

    private void create(String name) {
        client.post(MAPS, "{\"metadata\":{\"name\":\"" + name + "\"},\"data\":{\"text\":\"Grüße\"}}");
    }

    @Test
    void eachEventIsAMessage() throws Exception {
        create("before");
        open(MAPS + "?watch=true&fieldSelector=metadata.name!=kube-root-ca.crt", program());
        assertThat(messages.next()).isEqualTo("ADDED before");

        create("after");
        client.delete(MAPS + "/before");

        JsonNode added = messages.events.poll(60, TimeUnit.SECONDS);
        assertThat(added).isNotNull();
        assertThat(added.at("/object/data/text").asText()).isEqualTo("Grüße");
        assertThat(messages.next()).isEqualTo("DELETED before");
    }

    @Test
    void aLargeObjectIsOneMessage() throws Exception {
        open(MAPS + "?watch=true&fieldSelector=metadata.name=large", program());

        client.post(MAPS, "{\"metadata\":{\"name\":\"large\"},\"data\":{\"text\":\"" + "x".repeat(900_000) + "\"}}");

        assertThat(messages.next()).isEqualTo("ADDED large");
    }

    @Test
    void aWatchThatHasLastedLongEnoughClosesTheSocket() throws Exception {
        open(MAPS + "?watch=true&timeoutSeconds=1&fieldSelector=metadata.name=none", program());

        assertThat(messages.closed.get(60, TimeUnit.SECONDS)).isEqualTo(WebSocket.NORMAL_CLOSURE);
    }

    @Test
    void theStopOfTheServerClosesTheSocket() throws Exception {
        open(MAPS + "?watch=true", program());
        await().atMost(SECONDS).until(() -> server.openWatches() == 1);

        server.close();

        assertThat(messages.closed.get(60, TimeUnit.SECONDS)).isEqualTo(WebSocket.NORMAL_CLOSURE);
    }

    @Test
    void theWatchEndsWhenItsClientClosesTheSocketOrLeaves() {
        WebSocket closing = open(MAPS + "?watch=true", program());
        WebSocket leaving = open(MAPS + "?watch=true", program());
        await().atMost(SECONDS).until(() -> server.openWatches() == 2);

        closing.sendClose(WebSocket.NORMAL_CLOSURE, "").join();
        await().atMost(SECONDS).until(() -> server.openWatches() == 1);
        leaving.abort();
        await().atMost(SECONDS).until(() -> server.openWatches() == 0);
    }

    @ParameterizedTest
    @CsvSource({
        "/api/v1/namespaces/default/unicorns?watch=true, 404",
        "/api/v1/namespaces/default/configmaps?watch=true&labelSelector=a=(, 400",
        "/api/v1/namespaces/default/configmaps?watch=true&sendInitialEvents=true, 422",
        "/nothing, 404",
        "/api/v1/namespaces/default/configmaps, 503",
        "/api/v1/namespaces/default/pods/p/exec, 503"
    })
    void aRequestThatIsNoWatchIsAnsweredWithoutASocket(String path, int status) {
        assertThat(refused(path, program())).isEqualTo(status);
    }

    @Test
    void aSocketWithoutAnOriginIsRefusedAsByARealServer() {
        assertThat(refused(
                        MAPS + "?watch=true",
                        Map.of("Authorization", "Bearer " + server.token().text())))
                .isEqualTo(403);
    }

    @Test
    void aPageMaySendTheTokenAsASubprotocol() throws Exception {
        create("a");
        Map<String, String> page = Map.of("Origin", "https://another.example");
        String token = "base64url.bearer.authorization.k8s.io."
                + Base64.getUrlEncoder()
                        .withoutPadding()
                        .encodeToString(server.token().text().getBytes(StandardCharsets.US_ASCII));

        WebSocket socket =
                open(MAPS + "?watch=true&fieldSelector=metadata.name=a", page, token, "base64.binary.k8s.io");

        assertThat(socket.getSubprotocol()).isEqualTo("base64.binary.k8s.io");
        assertThat(messages.next()).isEqualTo("ADDED a");
        assertThat(refused(MAPS + "?watch=true", page, token))
                .as("no other subprotocol")
                .isEqualTo(401);
        assertThat(refused(MAPS + "?watch=true", page, token, token + "x", "v1"))
                .isEqualTo(401);
        assertThat(refused(MAPS + "?watch=true", page, token + "x", "v1")).isEqualTo(401);
        assertThat(refused(MAPS + "?watch=true", page, token + "*", "v1")).isEqualTo(401);
        assertThat(refused(MAPS + "?watch=true", page, "v1")).isEqualTo(401);
    }
}
