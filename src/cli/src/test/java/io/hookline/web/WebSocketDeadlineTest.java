package io.hookline.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hookline.web.tls.SelfSignedCertificate;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.security.KeyStore;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A WebSocket has no requests, so the time in which a request must arrive does not limit it. */
@Timeout(120)
class WebSocketDeadlineTest {

    private static final Duration LIMIT = Duration.ofSeconds(2);

    private final SelfSignedCertificate certificate = SelfSignedCertificate.create(Instant.now(), new SecureRandom());

    /** Waits for a text and a pong. */
    private static final class Listener implements WebSocket.Listener {
        private final CompletableFuture<String> text = new CompletableFuture<>();
        private final CompletableFuture<Void> pong = new CompletableFuture<>();

        @Override
        public CompletionStage<?> onText(WebSocket socket, CharSequence data, boolean last) {
            text.complete(data.toString());
            return null;
        }

        @Override
        public CompletionStage<?> onPong(WebSocket socket, ByteBuffer message) {
            pong.complete(null);
            socket.request(1);
            return null;
        }

        @Override
        public void onError(WebSocket socket, Throwable error) {
            text.completeExceptionally(error);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"ws", "wss"})
    void aSocketWhoseClientHasSentAMessageStaysOpen(String scheme) throws Exception {
        WebOptions plain = WebOptions.at(new Address("127.0.0.1", 0)).withRequestTimeout(LIMIT);
        WebOptions options = scheme.equals("ws") ? plain : plain.withTls(certificate.context());
        Listener listener = new Listener();
        try (WebServer server = WebServer.start(
                        options, routes -> routes.ws("/echo", ws -> ws.onMessage(ctx -> ctx.send(ctx.message()))));
                HttpClient client =
                        HttpClient.newBuilder().sslContext(trusting()).build()) {
            URI echo = URI.create(scheme + "://localhost:" + server.port() + "/echo");
            WebSocket socket =
                    client.newWebSocketBuilder().buildAsync(echo, listener).join();
            socket.sendPing(ByteBuffer.allocate(0)).join();
            listener.pong.get(60, TimeUnit.SECONDS);

            await().pollDelay(LIMIT.multipliedBy(2)).until(() -> true);
            socket.sendText("still here", true).join();

            assertThat(listener.text.get(60, TimeUnit.SECONDS)).isEqualTo("still here");
            socket.abort();
        }
    }

    private SSLContext trusting() throws Exception {
        KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
        store.load(null, null);
        store.setCertificateEntry("server", certificate.certificate());
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(store);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        return context;
    }
}
