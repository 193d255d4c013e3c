package io.hookline.controlplane;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.object.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The API server's own record of every request. */
public record AuditLog(Path file) {

    /** One request: {@code get}, {@code watch}, {@code patch}, ... of a URI with its query, and how it was answered. */
    public record Request(String verb, String uri, int code, String user) {

        private static final Pattern RESOURCE = Pattern.compile(
                "/apis?/(?<group>[^/]+/)?v[^/]+/(namespaces/[^/]+/)?(?<plural>[^/]+)(/[^/]+)?(?<sub>/[^/]+)?");

        /** What it was about, as roles name it: {@code /pods}, {@code apps/deployments/status}; empty for discovery. */
        public Optional<String> resource() {
            Matcher path = RESOURCE.matcher(URI.create(uri).getPath());
            return path.matches()
                    ? Optional.of(text(path.group("group"), "/") + path.group("plural") + text(path.group("sub"), ""))
                    : Optional.empty();
        }

        private static String text(@Nullable String part, String otherwise) {
            return part == null ? otherwise : part;
        }
    }

    /** The requests of one user agent, in the order of their answers; a watch counts when it starts. */
    public List<Request> requestsOf(String userAgent) {
        try {
            return Files.readAllLines(file).stream()
                    .map(line -> Json.parse(line.getBytes(StandardCharsets.UTF_8)))
                    .filter(event -> event.path("userAgent").asText().equals(userAgent))
                    .filter(AuditLog::counts)
                    .map(AuditLog::request)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean counts(JsonNode event) {
        boolean watch = event.path("verb").asText().equals("watch");
        return event.path("stage").asText().equals(watch ? "ResponseStarted" : "ResponseComplete");
    }

    private static Request request(JsonNode event) {
        return new Request(
                event.path("verb").asText(),
                event.path("requestURI").asText(),
                event.path("responseStatus").path("code").asInt(),
                event.path("user").path("username").asText());
    }
}
