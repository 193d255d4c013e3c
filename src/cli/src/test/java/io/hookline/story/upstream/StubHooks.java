package io.hookline.story.upstream;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import io.hookline.http.KeyPairs;
import io.hookline.object.Json;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/** Hooks that are functions in a test, served over HTTP like a user's own server. */
public final class StubHooks implements AutoCloseable {

    private record Hook(String authorization, Function<JsonNode, String> answer) {}

    private final Map<String, Hook> hooks = new ConcurrentHashMap<>();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final HttpServer server;
    private final String scheme;

    private StubHooks(HttpServer server, String scheme) {
        this.server = server;
        this.scheme = scheme;
        server.setExecutor(threads);
        server.createContext("/", this::handle);
        server.start();
    }

    public static StubHooks plain() throws IOException {
        return new StubHooks(HttpServer.create(anyPort(), 0), "http");
    }

    /** With this certificate. */
    public static StubHooks secure(KeyPairs.Pair pair) throws IOException, GeneralSecurityException {
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(pair.store(), KeyPairs.PASSWORD);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), null, null);
        HttpsServer server = HttpsServer.create(anyPort(), 0);
        server.setHttpsConfigurator(new HttpsConfigurator(context));
        return new StubHooks(server, "https");
    }

    private static InetSocketAddress anyPort() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    }

    /** Serves a hook and returns its URL. */
    public String serve(String name, Function<JsonNode, String> answer) {
        return serve(name, "", answer);
    }

    /** Serves a hook for requests with this header and returns its URL; other requests get 403. */
    public String serve(String name, String authorization, Function<JsonNode, String> answer) {
        hooks.put("/" + name, new Hook(authorization, answer));
        return scheme + "://" + host() + "/" + name;
    }

    /** The address in a URL. */
    public String host() {
        return "127.0.0.1:" + server.getAddress().getPort();
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            byte[] body = exchange.getRequestBody().readAllBytes();
            Hook hook = hooks.get(exchange.getRequestURI().getPath());
            String sent = exchange.getRequestHeaders().getFirst("Authorization");
            if (hook == null) {
                answer(exchange, 404, "no such hook");
            } else if (!hook.authorization().isEmpty() && !hook.authorization().equals(sent)) {
                answer(exchange, 403, "not you");
            } else {
                answer(exchange, 200, hook.answer().apply(Json.parse(body)));
            }
        }
    }

    private static void answer(HttpExchange exchange, int status, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
