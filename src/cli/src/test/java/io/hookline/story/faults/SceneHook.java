package io.hookline.story.faults;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.hookline.object.Json;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** The hook of a {@link Scene} over HTTP. */
final class SceneHook implements AutoCloseable {

    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final AtomicInteger calls = new AtomicInteger();
    private final AtomicReference<@Nullable CountDownLatch> held = new AtomicReference<>();

    SceneHook() throws IOException {
        this(0);
    }

    /** At a port that was free before. */
    SceneHook(int port) throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 100);
        server.createContext("/sync", this::answer);
        server.setExecutor(threads);
        server.start();
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/sync";
    }

    int calls() {
        return calls.get();
    }

    /** Lets the next call wait for this. */
    void holdNext(CountDownLatch until) {
        held.set(until);
    }

    private void await() throws IOException {
        CountDownLatch until = held.getAndSet(null);
        if (until != null) {
            try {
                until.await();
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
        }
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            JsonNode request = Json.parse(exchange.getRequestBody().readAllBytes());
            calls.incrementAndGet();
            await();
            byte[] answer = answer(request).getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, answer.length);
            exchange.getResponseBody().write(answer);
        }
    }

    private static String answer(JsonNode request) {
        if (request.path("finalizing").asBoolean()) {
            return Scene.farewell(request.path("children").path("ConfigMap.v1").isEmpty());
        }
        JsonNode parent = request.path("parent");
        return Scene.answer(
                parent.at("/metadata/name").asText(),
                parent.at("/spec/count").asInt(),
                parent.at("/spec/text").asText());
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
