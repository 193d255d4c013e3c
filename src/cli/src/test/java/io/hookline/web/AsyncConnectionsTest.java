package io.hookline.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Connections that stay open, whose responses are written by other threads than those that read the requests. */
@Timeout(120)
class AsyncConnectionsTest {

    private static final int CLIENTS = 16;

    private final ExecutorService hooks =
            Executors.newFixedThreadPool(3, Thread.ofPlatform().factory());
    private final CountDownLatch released = new CountDownLatch(1);
    private WebServer server;

    private record Answering(AsyncExchange exchange, Executor threads, CountDownLatch released)
            implements AsyncExchange.BodyReceiver {
        @Override
        public void read(byte[] body) {
            threads.execute(() -> answer(body));
        }

        private void answer(byte[] body) {
            try {
                if (exchange.path().equals("/held")) {
                    released.await();
                }
                exchange.answer(200, "text/plain", Map.of(), body);
            } catch (InterruptedException e) {
                failed(e);
            }
        }

        @Override
        public void refused(RequestException problem) {
            failed(problem);
        }

        @Override
        public void failed(Throwable problem) {
            exchange.answer(500, "text/plain", Map.of(), problem.toString().getBytes(StandardCharsets.UTF_8));
        }
    }

    @BeforeEach
    void start() {
        server = WebServer.start(
                WebOptions.at(new Address("127.0.0.1", 0)),
                exchange -> {
                    exchange.read(new Answering(exchange, hooks, released));
                    return true;
                },
                _ -> {});
    }

    @AfterEach
    void stop() {
        released.countDown();
        server.close();
        hooks.close();
    }

    private static String post(String path, String body) {
        return "POST " + path + " HTTP/1.1\r\nHost: h\r\nContent-Length: " + body.length() + "\r\n\r\n" + body;
    }

    /** Sends requests one after the other, and sometimes the beginning of the next one, or all of it, before it reads the response. */
    private void converse(int seed, int requests) throws IOException {
        SplittableRandom random = new SplittableRandom(seed);
        try (RawHttp client = new RawHttp(server.port())) {
            int sent = 0;
            for (int i = 0; i < requests; i++) {
                String text = post("/", "body " + i);
                String next = post("/", "body " + (i + 1));
                int early = random.nextInt(10) > 0 ? 0 : random.nextInt(1, next.length() + 1);
                client.send(text.substring(sent) + next.substring(0, early));
                assertThat(client.answer().body()).isEqualTo("body " + i);
                sent = early;
            }
        }
    }

    private void converse(int requests) throws Exception {
        try (ExecutorService clients = Executors.newFixedThreadPool(CLIENTS)) {
            List<Future<?>> all = new ArrayList<>();
            for (int i = 0; i < CLIENTS; i++) {
                int seed = i;
                all.add(clients.submit(() -> {
                    converse(seed, requests);
                    return null;
                }));
            }
            for (Future<?> client : all) {
                assertThatCode(client::get).doesNotThrowAnyException();
            }
        }
    }

    @Test
    void everyRequestIsAnsweredWheneverItArrives() throws Exception {
        converse(1_000);
    }

    @Test
    @Tag("soak")
    void everyOneOfManyRequestsIsAnsweredWheneverItArrives() throws Exception {
        converse(100_000);
    }

    @Test
    void aRequestThatArrivesBeforeTheLastResponseWaitsForIt() throws Exception {
        try (RawHttp client = new RawHttp(server.port());
                RawHttp other = new RawHttp(server.port())) {
            client.send(post("/held", "first")).send(post("/", "second"));
            assertThat(other.send(post("/", "other")).answer().body()).isEqualTo("other");
            client.send(post("/", "third"));
            assertThat(other.send(post("/", "other")).answer().body()).isEqualTo("other");

            released.countDown();

            assertThat(client.answer().body()).isEqualTo("first");
            assertThat(client.answer().body()).isEqualTo("second");
            assertThat(client.answer().body()).isEqualTo("third");
        }
    }

    @Test
    void aClientThatLeavesBeforeItsResponseDisturbsNobody() throws Exception {
        try (RawHttp client = new RawHttp(server.port());
                RawHttp other = new RawHttp(server.port())) {
            client.send(post("/held", "first"));
            assertThat(other.send(post("/", "other")).answer().body()).isEqualTo("other");
            client.end();
            assertThat(other.send(post("/", "other")).answer().body()).isEqualTo("other");

            released.countDown();

            assertThat(client.answer().body()).isEqualTo("first");
            assertThat(client.isAtEnd()).isTrue();
        }
    }
}
