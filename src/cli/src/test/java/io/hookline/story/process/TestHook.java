package io.hookline.story.process;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.hookline.object.Json;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/** A hook server whose only hook is a function of the request. */
final class TestHook implements AutoCloseable {

    /** Leaves a decorated object as it is. */
    static final String NOTHING = "{\"attachments\":[]}";

    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final AtomicInteger calls = new AtomicInteger();
    private final Function<JsonNode, String> answer;

    TestHook(Function<JsonNode, String> answer) throws IOException {
        this.answer = answer;
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 100);
        server.createContext("/sync", this::respond);
        server.setExecutor(threads);
        server.start();
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/sync";
    }

    /** The number of calls that have begun. */
    int calls() {
        return calls.get();
    }

    private void respond(HttpExchange exchange) throws IOException {
        try (exchange) {
            JsonNode request = Json.parse(exchange.getRequestBody().readAllBytes());
            calls.incrementAndGet();
            byte[] body = answer.apply(request).getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
        }
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
