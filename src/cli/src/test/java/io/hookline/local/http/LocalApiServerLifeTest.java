package io.hookline.local.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hookline.local.ApiClient;
import io.hookline.local.ApiClient.Answer;
import io.hookline.local.LocalCluster;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Disconnected clients, lack of memory, and the stop of the server. */
@Timeout(60)
class LocalApiServerLifeTest {

    private static final String MAPS = "/api/v1/namespaces/default/configmaps";
    private static final Duration SECONDS = Duration.ofSeconds(20);

    private final Clock clock = new Clock();
    private final LocalApiServer server = LocalApiServer.start(LocalCluster.create(clock, new Random(1)), 0);
    private final List<Socket> clients = new ArrayList<>();

    /** A clock that can throw, to make the server fail. */
    private static final class Clock implements InstantSource {
        private volatile boolean fails;

        @Override
        public Instant instant() {
            if (fails) {
                throw new OutOfMemoryError("Java heap space");
            }
            return Instant.now();
        }
    }

    @AfterEach
    void stop() throws IOException {
        for (Socket client : clients) {
            client.close();
        }
        server.close();
    }

    /** Opens an idle watch. */
    private Socket openWatch() throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port());
        clients.add(socket);
        String request = "GET " + MAPS + "?watch=true&labelSelector=none HTTP/1.1\r\nHost: localhost\r\n"
                + "Authorization: Bearer " + server.token().text() + "\r\n\r\n";
        socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
        assertThat(socket.getInputStream().read()).isEqualTo('H');
        return socket;
    }

    @Test
    void anIdleWatchIsClosedAfterItsClientClosedTheConnection() throws IOException {
        for (int i = 0; i < 20; i++) {
            openWatch();
        }
        await().atMost(SECONDS).until(() -> server.openWatches() == 20);

        for (Socket client : clients) {
            client.close();
        }

        await().atMost(SECONDS).until(() -> server.openWatches() == 0);
    }

    @Test
    void anIdleWatchIsClosedAfterItsClientWasKilled() throws IOException {
        Socket client = openWatch();
        client.setSoLinger(true, 0); // like the reset that the kernel sends for a killed client with unread data

        client.close();

        await().atMost(SECONDS).until(() -> server.openWatches() == 0);
    }

    @Test
    void anIdleWatchStaysOpenWhileItsClientIsConnected() throws IOException {
        Socket leaving = openWatch();
        Socket staying = openWatch();
        leaving.close();
        await().atMost(SECONDS).until(() -> server.openWatches() == 1);

        try (ApiClient writer = new ApiClient(server)) {
            writer.post(MAPS, "{\"metadata\":{\"name\":\"a\",\"labels\":{\"none\":\"\"}}}");
        }
        assertThat(readUntil(staying.getInputStream(), "ADDED")).contains("\"type\":\"ADDED");
    }

    @Test
    void anEventIsSentWithTheEndOfItsChunkWhichSomeClientsWaitFor() throws IOException {
        Socket watch = openWatch();
        await().atMost(SECONDS).until(() -> server.openWatches() == 1);

        try (ApiClient writer = new ApiClient(server)) {
            writer.post(MAPS, "{\"metadata\":{\"name\":\"a\",\"labels\":{\"none\":\"\"}}}");
            String event = readUntil(watch.getInputStream(), "}\n\r\n");
            assertThat(event).containsPattern("\r\n\r\n[0-9a-f]+\r\n\\{\"type\":\"ADDED\"");
        }
        assertThat(watch.getInputStream().available()).isZero();
    }

    private static String readUntil(InputStream in, String end) throws IOException {
        StringBuilder read = new StringBuilder();
        while (read.indexOf(end) < 0) {
            int next = in.read();
            assertThat(next).as("after \"%s\"", read).isNotNegative();
            read.append((char) next);
        }
        return read.toString();
    }

    @Test
    void fiveHundredOpenWatchesDoNotDelayTheStop() throws IOException {
        for (int i = 0; i < 500; i++) {
            openWatch();
        }

        long begin = System.nanoTime();
        server.close();
        Duration took = Duration.ofNanos(System.nanoTime() - begin);

        assertThat(took).isLessThan(Duration.ofSeconds(60));
        for (Socket client : clients) {
            assertThat(readUntil(client.getInputStream(), "\r\n0\r\n\r\n")).isNotEmpty(); // the whole answer
        }
    }

    @Test
    void aRequestThatNeedsTooMuchMemoryIsAnsweredWithAStatus() {
        try (ApiClient client = new ApiClient(server)) {
            clock.fails = true;
            Answer answer = client.post(MAPS, "{\"metadata\":{\"name\":\"a\"}}");
            clock.fails = false;

            assertThat(answer.code()).isEqualTo(500);
            assertThat(answer.at("/kind")).isEqualTo("Status");
            assertThat(answer.at("/reason")).isEqualTo("InternalError");
            assertThat(answer.at("/message")).startsWith("out of memory: ");
            assertThat(client.post(MAPS, "{\"metadata\":{\"name\":\"a\"}}").code())
                    .isEqualTo(201);
        }
    }
}
