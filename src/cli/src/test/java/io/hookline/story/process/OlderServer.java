package io.hookline.story.process;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** An API server without streaming lists: forwards all other requests to one that has them. */
final class OlderServer implements AutoCloseable {

    private static final byte[] REFUSAL = """
            {"kind": "Status", "apiVersion": "v1", "status": "Failure", "reason": "Invalid", "code": 422,
             "message": "sendInitialEvents is forbidden for watch unless the WatchList feature gate is enabled"}
            """.getBytes(StandardCharsets.UTF_8);

    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final HttpClient client = HttpClient.newHttpClient();
    private final HttpServer server;
    private final URI newer;

    OlderServer(URI newer) throws IOException {
        this.newer = newer;
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 100);
        server.createContext("/", this::handle);
        server.setExecutor(threads);
        server.start();
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            if (String.valueOf(exchange.getRequestURI().getQuery()).contains("sendInitialEvents=true")) {
                exchange.sendResponseHeaders(422, REFUSAL.length);
                exchange.getResponseBody().write(REFUSAL);
            } else {
                forward(exchange);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void forward(HttpExchange exchange) throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(newer.resolve(exchange.getRequestURI()))
                .method(
                        exchange.getRequestMethod(),
                        HttpRequest.BodyPublishers.ofByteArray(
                                exchange.getRequestBody().readAllBytes()));
        for (String header : List.of("Accept", "Authorization", "Content-Type", "User-Agent")) {
            List<String> values = exchange.getRequestHeaders().getOrDefault(header, List.of());
            values.forEach(value -> request.header(header, value));
        }
        HttpResponse<InputStream> response = client.send(request.build(), HttpResponse.BodyHandlers.ofInputStream());
        try (InputStream body = response.body()) {
            response.headers()
                    .firstValue("Content-Type")
                    .ifPresent(type -> exchange.getResponseHeaders().set("Content-Type", type));
            exchange.sendResponseHeaders(response.statusCode(), 0);
            byte[] buffer = new byte[64 << 10];
            for (int read = body.read(buffer); read >= 0; read = body.read(buffer)) {
                exchange.getResponseBody().write(buffer, 0, read);
                exchange.getResponseBody().flush();
            }
        }
    }

    @Override
    public void close() {
        server.stop(0);
        client.shutdownNow();
        threads.shutdownNow();
    }
}
