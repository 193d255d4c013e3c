package io.hookline.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import javax.net.ssl.SSLContext;

/** The JDK's HTTP client alone: prepares scenarios, and is the baseline for wall times. */
final class BareClient implements AutoCloseable {

    /** The number of concurrent requests in {@link #all}, each on its own connection. */
    static final int CONNECTIONS = 32;

    private final String server;
    private final String token;
    private final HttpClient client;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    BareClient(String server, String token, SSLContext trust) {
        this.server = server;
        this.token = token;
        this.client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .sslContext(trust)
                .executor(threads)
                .build();
    }

    /** One request. */
    record Call(String method, String path, String contentType, byte[] body) {
        static Call post(String path, byte[] json) {
            return new Call("POST", path, "application/json", json);
        }

        static Call mergePatch(String path, byte[] json) {
            return new Call("PATCH", path, "application/merge-patch+json", json);
        }

        static Call delete(String path) {
            return new Call("DELETE", path, "application/json", new byte[0]);
        }
    }

    /** Sends a request; fails unless the response is a success. */
    byte[] send(Call call) {
        return success(call, request(call));
    }

    byte[] get(String path) {
        return send(new Call("GET", path, "application/json", new byte[0]));
    }

    private byte[] success(Call call, HttpRequest request) {
        try {
            HttpResponse<byte[]> answer = client.send(request, HttpResponse.BodyHandlers.ofByteArray());
            if (answer.statusCode() / 100 != 2) {
                throw new IllegalStateException(call.method() + " " + call.path() + ": " + answer.statusCode() + " "
                        + new String(answer.body(), StandardCharsets.UTF_8));
            }
            return answer.body();
        } catch (IOException e) {
            throw new UncheckedIOException(call.method() + " " + call.path(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private HttpRequest request(Call call) {
        return HttpRequest.newBuilder(URI.create(server + call.path()))
                .header("Authorization", "Bearer " + token)
                .header("Content-Type", call.contentType())
                .method(call.method(), HttpRequest.BodyPublishers.ofByteArray(call.body()))
                .build();
    }

    /** Sends groups of calls on {@link #CONNECTIONS} connections; the calls of a group one after the other. */
    void all(List<List<Call>> groups) {
        AtomicInteger next = new AtomicInteger();
        List<CompletableFuture<Void>> workers = IntStream.range(0, CONNECTIONS)
                .mapToObj(_ -> CompletableFuture.runAsync(() -> sendAll(groups, next), threads))
                .toList();
        workers.forEach(CompletableFuture::join);
    }

    private void sendAll(List<List<Call>> groups, AtomicInteger next) {
        for (int i = next.getAndIncrement(); i < groups.size(); i = next.getAndIncrement()) {
            groups.get(i).forEach(this::send);
        }
    }

    /** Passes on every line of a stream. Opens it again when the server ends it, as it does with a slow client. */
    CompletableFuture<Void> stream(String path, Consumer<String> lines) {
        return CompletableFuture.runAsync(
                () -> {
                    while (!threads.isShutdown()) {
                        read(path, lines);
                    }
                },
                threads);
    }

    private void read(String path, Consumer<String> lines) {
        HttpRequest request = request(new Call("GET", path, "application/json", new byte[0]));
        try {
            HttpResponse<InputStream> answer = client.send(request, HttpResponse.BodyHandlers.ofInputStream());
            if (answer.statusCode() != 200) {
                throw new IllegalStateException("GET " + path + ": " + answer.statusCode());
            }
            try (BufferedReader reader =
                    new BufferedReader(new InputStreamReader(answer.body(), StandardCharsets.UTF_8))) {
                reader.lines().forEach(lines);
            }
        } catch (IOException | InterruptedException e) {
            throw new CompletionException(e);
        }
    }

    @Override
    public void close() {
        client.shutdownNow();
        threads.shutdownNow();
    }
}
