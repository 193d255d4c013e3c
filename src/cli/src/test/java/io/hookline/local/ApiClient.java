package io.hookline.local;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.local.http.LocalApiServer;
import io.hookline.object.Json;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Sends HTTP requests to a server under test, with its token. */
public final class ApiClient implements AutoCloseable {

    private final String url;
    private final String token;
    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    public ApiClient(LocalApiServer server) {
        this.url = server.url();
        this.token = server.token().text();
    }

    /** A response with its whole body. */
    public record Answer(int code, List<String> warnings, byte[] body) {
        public JsonNode json() {
            return Json.parse(body);
        }

        public String text() {
            return new String(body, StandardCharsets.UTF_8);
        }

        /** The text at a JSON pointer in the body. */
        public String at(String pointer) {
            return json().at(pointer).asText();
        }
    }

    public Answer get(String path, String... headers) {
        return send("GET", path, new byte[0], headers);
    }

    public Answer post(String path, String json) {
        return send("POST", path, bytes(json), "Content-Type", "application/json");
    }

    public Answer put(String path, String json) {
        return send("PUT", path, bytes(json), "Content-Type", "application/json");
    }

    public Answer patch(String path, String type, String body) {
        return send("PATCH", path, bytes(body), "Content-Type", type);
    }

    public Answer delete(String path) {
        return send("DELETE", path, new byte[0]);
    }

    public Answer send(String method, String path, byte[] body, String... headers) {
        try {
            HttpResponse<byte[]> response = http.send(request(method, path, body, headers), BodyHandlers.ofByteArray());
            return new Answer(response.statusCode(), response.headers().allValues("Warning"), response.body());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** The body as a stream. */
    public InputStream stream(String path, String... headers) throws IOException, InterruptedException {
        return http.send(request("GET", path, new byte[0], headers), BodyHandlers.ofInputStream())
                .body();
    }

    private HttpRequest request(String method, String path, byte[] body, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url + path))
                .header("Authorization", "Bearer " + token)
                .method(method, body.length == 0 ? BodyPublishers.noBody() : BodyPublishers.ofByteArray(body));
        for (int i = 0; i < headers.length; i += 2) {
            request.header(headers[i], headers[i + 1]);
        }
        return request.build();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        http.shutdownNow();
    }
}
