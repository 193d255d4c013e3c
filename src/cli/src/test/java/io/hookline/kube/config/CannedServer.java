package io.hookline.kube.config;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.hookline.kube.KubeCluster;
import io.hookline.kube.KubeOptions;
import io.hookline.object.ApiResource;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * A loopback server that sends prepared responses in order, and records its requests. As a field with
 * {@code @RegisterExtension} it is closed with its test, after the clusters that it created.
 */
public final class CannedServer implements AutoCloseable, AfterEachCallback {

    public static final ApiResource CONFIG_MAPS = new ApiResource(
            "v1", "configmaps", "configmap", "ConfigMap", true, List.of(), List.of(), Set.of(), Set.of());

    public static final ApiResource WIDGETS = new ApiResource(
            "example.com/v1", "widgets", "widget", "Widget", true, List.of(), List.of(), Set.of(), Set.of("status"));

    public static final ApiResource NODES =
            new ApiResource("v1", "nodes", "node", "Node", false, List.of(), List.of(), Set.of(), Set.of("status"));

    public static final String CONFIG_MAP =
            "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"namespace\":\"ns\","
                    + "\"name\":\"a\",\"resourceVersion\":\"5\"}}";

    public static final KubeOptions OPTIONS = KubeOptions.of("test").withLimits(64, Duration.ofSeconds(10));

    /** Writes one response. */
    public interface Answer {
        void write(HttpExchange exchange) throws IOException;
    }

    /** A received request: the URI with its query, not decoded. */
    public record Received(String method, String uri, Map<String, List<String>> headers, String body) {
        public String header(String name) {
            return String.join(",", headers.getOrDefault(name, List.of()));
        }
    }

    private final HttpServer server;
    private final Queue<Answer> answers = new ConcurrentLinkedQueue<>();
    private final List<Received> received = new CopyOnWriteArrayList<>();
    private final List<KubeCluster> clusters = new CopyOnWriteArrayList<>();

    public CannedServer() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", this::handle);
        server.start();
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            received.add(new Received(
                    exchange.getRequestMethod(),
                    exchange.getRequestURI().toString(),
                    Map.copyOf(exchange.getRequestHeaders()),
                    new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8)));
            Optional.ofNullable(answers.poll())
                    .orElse(json(404, "{\"kind\":\"Status\",\"reason\":\"NotFound\",\"message\":\"no answer left\"}"))
                    .write(exchange);
        }
    }

    public CannedServer then(Answer answer) {
        answers.add(answer);
        return this;
    }

    public CannedServer then(int code, String json) {
        return then(json(code, json));
    }

    public static Answer json(int code, String json, String... headers) {
        return exchange -> {
            byte[] body = json.getBytes(StandardCharsets.UTF_8);
            for (int i = 0; i < headers.length; i += 2) {
                exchange.getResponseHeaders().add(headers[i], headers[i + 1]);
            }
            exchange.getResponseHeaders().add("Content-Type", "application/json");
            exchange.sendResponseHeaders(code, body.length == 0 ? -1 : body.length);
            exchange.getResponseBody().write(body);
        };
    }

    /** Chunks, each flushed separately, followed by a regular end. */
    public static Answer chunks(String... chunks) {
        return exchange -> {
            exchange.sendResponseHeaders(200, 0);
            OutputStream out = exchange.getResponseBody();
            for (String chunk : chunks) {
                out.write(chunk.getBytes(StandardCharsets.UTF_8));
                out.flush();
            }
        };
    }

    public String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    public KubeCluster cluster() {
        return cluster(OPTIONS);
    }

    public KubeCluster cluster(KubeOptions options) {
        return remembered(KubeCluster.at(url(), "", options));
    }

    KubeCluster cluster(Credential credential) {
        return remembered(KubeCluster.over(RestConfig.plain(url(), credential), OPTIONS, InstantSource.system()));
    }

    private KubeCluster remembered(KubeCluster cluster) {
        clusters.add(cluster);
        return cluster;
    }

    public List<Received> received() {
        return received;
    }

    public Received last() {
        return received.getLast();
    }

    @Override
    public void afterEach(ExtensionContext test) {
        close();
    }

    @Override
    public void close() {
        clusters.forEach(KubeCluster::close);
        server.stop(0);
    }
}
