package io.hookline.http;

import static io.hookline.http.TestClient.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a server sees of a request that reached its limit. */
final class AbortedRequestTest {

    private final TestClient client = new TestClient();

    @AfterEach
    void close() {
        client.close();
    }

    @Test
    void theConnectionIsResetSoThatNothingMoreIsDelivered() {
        CompletableFuture<String> end = new CompletableFuture<>();
        try (ScriptedServer server = ScriptedServer.start((_, socket) -> {
            try {
                end.complete("read " + socket.getInputStream().read());
            } catch (SocketException e) {
                end.complete(e.getMessage());
            } catch (IOException e) {
                end.completeExceptionally(e);
            }
        })) {
            assertThatThrownBy(
                            () -> client.http.send(get(server.url("/")), Duration.ofSeconds(2), () -> Long.MAX_VALUE))
                    .isInstanceOf(SocketTimeoutException.class);

            assertThat(end.orTimeout(60, TimeUnit.SECONDS).join()).isEqualTo("Connection reset");
        }
    }
}
