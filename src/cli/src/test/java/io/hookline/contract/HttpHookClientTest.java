package io.hookline.contract;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.hookline.hook.protocol.InProcessHooks;
import io.hookline.webhook.KeptObjects;
import io.hookline.webhook.WebhookClients;
import io.hookline.webhook.WebhookClients.WebhookRuntime;
import io.hookline.webhook.WebhookLimits;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** Hooks behind a socket. */
final class HttpHookClientTest extends HookClientContract {

    private HttpServer server;
    private volatile InProcessHooks catalog;

    @BeforeEach
    void startServer() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(executor);
        server.createContext("/", this::serve);
        server.start();
    }

    @AfterEach
    void stopServer() {
        server.stop(0);
    }

    @Override
    WebhookClients clients(InProcessHooks hooks, WebhookRuntime runtime, WebhookLimits limits) {
        catalog = hooks;
        return new WebhookClients(new KeptObjects(), runtime, limits, Optional.empty(), Map.of());
    }

    @Override
    String urlBase() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    private static Optional<Instant> time(HttpExchange exchange) {
        return Optional.ofNullable(exchange.getRequestHeaders().getFirst("Hookline-Now"))
                .map(Instant::parse);
    }

    private void serve(HttpExchange exchange) throws IOException {
        try (exchange) {
            byte[] body = exchange.getRequestBody().readAllBytes();
            InProcessHooks.Response response =
                    catalog.serve(exchange.getRequestURI().getPath(), body, time(exchange));
            response.headers().forEach(exchange.getResponseHeaders()::set);
            byte[] answer = response.body().bytes();
            exchange.sendResponseHeaders(response.status(), answer.length);
            exchange.getResponseBody().write(answer);
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
    }
}
