package io.hookline.http;

import static io.hookline.http.ScriptedServer.answer;
import static io.hookline.http.ScriptedServer.send;
import static io.hookline.http.TestClient.body;
import static io.hookline.http.TestClient.once;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A server may respond before it has read the whole request, and stop reading. */
final class EarlyAnswerTest {

    private static final int LARGE = 64 << 20;
    private static final String TOO_LARGE = answer("413 Content Too Large", "no");

    private final CountDownLatch testOver = new CountDownLatch(1);

    @AfterEach
    void end() {
        testOver.countDown();
    }

    @Test
    void anEarlyResponseIsReceivedAndTheConnectionIsNotReused() throws Exception {
        try (ScriptedServer server = ScriptedServer.raw((socket, connection) -> {
                    head(socket);
                    if (connection == 1) {
                        send(socket, TOO_LARGE);
                        socket.getInputStream().transferTo(OutputStream.nullOutputStream());
                    }
                    send(socket, answer("200 OK", "fine"));
                    testOver.await();
                });
                TestClient client = new TestClient()) {
            assertRefused(client, server.url("/"));
            assertThat(client.http.pool().size()).isZero();
            assertThat(client.text(once(server.url("/")))).isEqualTo("fine");
        }
    }

    @Test
    void anEarlyResponseIsReceivedAlthoughTheServerClosedTheConnection() throws Exception {
        try (ScriptedServer server = ScriptedServer.raw((socket, _) -> {
                    head(socket);
                    socket.getInputStream().readNBytes(LARGE / 2); // so that the client is still sending
                    send(socket, TOO_LARGE); // the rest of the request is not read
                });
                TestClient client = new TestClient()) {
            assertRefused(client, server.url("/"));
            assertThat(client.http.pool().size()).isZero();
        }
    }

    @Test
    void anEarlyResponseIsReceivedOverTls() throws Exception {
        SecureServers secure = SecureServers.generate();
        try (ScriptedServer server = secure.raw((socket, _) -> {
                    head(socket);
                    send(socket, TOO_LARGE);
                    socket.getInputStream().transferTo(OutputStream.nullOutputStream());
                });
                TestClient client = new TestClient(secure.trusting(), ProxyResolver.NONE)) {
            assertRefused(client, "https://127.0.0.1:" + server.port() + "/");
        }
    }

    @Test
    void aLargeBodyArrivesCompletelyOverTls() throws Exception {
        SecureServers secure = SecureServers.generate();
        try (ScriptedServer server = secure.serve((request, socket) ->
                        send(socket, answer("200 OK", "" + request.body().length())));
                TestClient client = new TestClient(secure.trusting(), ProxyResolver.NONE)) {
            Request request = once("https://127.0.0.1:" + server.port() + "/").with(body(1 << 20));
            assertThat(client.text(request)).isEqualTo("1048576");
            assertThat(client.text(request)).isEqualTo("1048576");
            assertThat(server.connections()).isEqualTo(1);
        }
    }

    private static void assertRefused(TestClient client, String url) throws Exception {
        try (Response response = client.open(once(url).with(body(LARGE)))) {
            assertThat(response.status()).isEqualTo(413);
            assertThat(response.bytes(100)).asString().isEqualTo("no");
        }
    }

    private static void head(Socket socket) throws Exception {
        InputStream in = socket.getInputStream();
        while (!ScriptedServer.line(in).isEmpty()) {
            // up to the empty one
        }
    }
}
