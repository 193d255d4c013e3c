package io.hookline.contract;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.object.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import javax.net.ssl.SSLContext;

/** Sends requests to an API server as they are written, also those that no client library would send. */
public final class RawApi implements AutoCloseable {

    private final String url;
    private final String token;
    private final HttpClient http;

    private RawApi(String url, String token, HttpClient http) {
        this.url = url;
        this.token = token;
        this.http = http;
    }

    /** A server without encryption. */
    static RawApi at(String url, String token) {
        return new RawApi(
                url,
                token,
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build());
    }

    /** A server with a certificate of its own. */
    static RawApi trusting(String url, SSLContext trust, String token) {
        return new RawApi(url, token, HttpClient.newBuilder().sslContext(trust).build());
    }

    /** The bearer token of its requests. */
    String token() {
        return token;
    }

    /** An answer with its whole body. */
    record Answer(int code, List<String> warnings, String text) {
        JsonNode json() {
            return Json.parse(text.getBytes(StandardCharsets.UTF_8));
        }

        String message() {
            return json().path("message").asText();
        }
    }

    /** Sends a body of a type, which is left out if it is empty. */
    Answer send(String method, String path, String type, String body) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url + path))
                .method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
        if (!type.isEmpty()) {
            request.header("Content-Type", type);
        }
        return send(request);
    }

    /** The same with an Accept header; a type that is empty is left out. */
    Answer send(String method, String path, String type, String accept, String body) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url + path))
                .method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body))
                .header("Accept", accept);
        if (!type.isEmpty()) {
            request.header("Content-Type", type);
        }
        return send(request);
    }

    /** Reads a document in a form that an Accept header names. */
    Answer get(String path, String accept) {
        return send(HttpRequest.newBuilder(URI.create(url + path)).header("Accept", accept));
    }

    private Answer send(HttpRequest.Builder request) {
        if (!token.isEmpty()) {
            request.header("Authorization", "Bearer " + token);
        }
        try {
            HttpResponse<String> response = http.send(request.build(), BodyHandlers.ofString());
            return new Answer(response.statusCode(), response.headers().allValues("Warning"), response.body());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public void close() {
        http.shutdownNow();
    }
}
