package io.hookline.webhook;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.hook.protocol.SourceVersion;
import io.hookline.http.ConnectTrace;
import io.hookline.http.HttpClient;
import io.hookline.http.Request;
import io.hookline.http.RequestTarget;
import io.hookline.http.Response;
import io.hookline.object.DecodeException;
import io.hookline.object.Json;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Asks hook servers for the versions of their hooks, by {@code GET /hooks} of Hookline's own server: one request for all hooks of a
 * server in a while. Other servers, which do not answer as it does, are left alone for long. Thread-safe.
 */
final class ServedVersions {

    /** Long enough for the hooks of all controllers that are due with the first one. */
    private static final Duration FRESH = Duration.ofSeconds(5);

    /** Their answers name versions as well, only later. */
    private static final Duration AFTER_FAILURE = Duration.ofMinutes(5);

    private static final Duration TIMEOUT = Duration.ofSeconds(5);

    private static final int MAX_BYTES = 1 << 20;

    /** Who is asked, and as whom. */
    record Server(HttpClient client, String address, Optional<String> authorization) {}

    /** What a server has said; before that, {@link #until} is the end of time. Guarded by itself. */
    private static final class Answer {
        private Map<String, String> byPath = Map.of();
        private volatile Instant until = Instant.MAX;
    }

    private final InstantSource clock;
    private final Map<Server, Answer> answers = new ConcurrentHashMap<>();

    ServedVersions(InstantSource clock) {
        this.clock = clock;
    }

    /** The version of the hook at a path; empty if the server does not tell it. */
    Optional<String> of(Server server, String path) throws InterruptedException {
        Instant forgotten = clock.instant().minus(AFTER_FAILURE);
        answers.values().removeIf(each -> each.until.isBefore(forgotten));
        Answer answer = answers.computeIfAbsent(server, _ -> new Answer());
        synchronized (answer) {
            if (answer.until.equals(Instant.MAX) || !clock.instant().isBefore(answer.until)) {
                Optional<Map<String, String>> read = request(server);
                answer.byPath = read.orElse(Map.of());
                answer.until = clock.instant().plus(read.isPresent() ? FRESH : AFTER_FAILURE);
            }
            return Optional.ofNullable(answer.byPath.get(path));
        }
    }

    private static Optional<Map<String, String>> request(Server server) throws InterruptedException {
        List<Request.Field> fields = new ArrayList<>();
        fields.add(new Request.Field("User-Agent", "hookline"));
        fields.add(new Request.Field("Accept", "application/json"));
        server.authorization().ifPresent(value -> fields.add(new Request.Field("Authorization", value)));
        Request request =
                new Request("GET", RequestTarget.of(URI.create(server.address() + "/hooks")), fields, null, true);
        try (Response response = server.client().send(request, TIMEOUT, ConnectTrace.NONE)) {
            byte[] body = response.some(MAX_BYTES);
            return response.status() == 200 ? versions(Json.parse(body)) : Optional.empty();
        } catch (IOException | IllegalArgumentException | DecodeException _) {
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            return Optional.empty();
        }
    }

    private static Optional<Map<String, String>> versions(JsonNode answer) {
        JsonNode hooks = answer.path("hooks");
        if (!hooks.isArray()) {
            return Optional.empty();
        }
        Map<String, String> byPath = new HashMap<>();
        for (JsonNode hook : hooks) {
            String version = SourceVersion.of(hook.path("version").asText());
            if (!version.isEmpty()) {
                hook.path("paths").forEach(path -> byPath.put(path.asText(), version));
            }
        }
        return Optional.of(byPath);
    }
}
