package io.hookline.controlplane;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.object.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The API server's own record of every request. */
public record AuditLog(Path file) {

    /**
     * One request.
     *
     * @param verb {@code get}, {@code watch}, {@code patch}, ...
     * @param uri with its query
     * @param name of the object it was about; empty if it was about several
     * @param code how it was answered
     */
    public record Request(String verb, String uri, String name, int code, String user) {

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
        return events(of(userAgent))
                .filter(AuditLog::counts)
                .map(AuditLog::request)
                .toList();
    }

    /** The same of everybody, for a path and those below it. */
    public List<Request> requestsBelow(String path) {
        return events(event -> event.path("requestURI").asText().startsWith(path))
                .filter(AuditLog::counts)
                .map(AuditLog::request)
                .toList();
    }

    /** The watches of one user agent that the API server has started and not ended. Other clients may watch the same, such as a garbage collector. */
    public List<Request> openWatchesOf(String userAgent) {
        Map<String, Request> open = new LinkedHashMap<>();
        events(of(userAgent)).filter(AuditLog::isWatch).forEach(event -> {
            if (counts(event)) {
                open.put(event.path("auditID").asText(), request(event));
            } else {
                open.remove(event.path("auditID").asText());
            }
        });
        return List.copyOf(open.values());
    }

    private static Predicate<JsonNode> of(String userAgent) {
        return event -> event.path("userAgent").asText().equals(userAgent);
    }

    private Stream<JsonNode> events(Predicate<JsonNode> wanted) {
        try {
            String text = Files.readString(file);
            return text.substring(0, text.lastIndexOf('\n') + 1) // the server may be writing the next line
                    .lines()
                    .map(line -> Json.parse(line.getBytes(StandardCharsets.UTF_8)))
                    .filter(wanted);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean counts(JsonNode event) {
        return event.path("stage").asText().equals(isWatch(event) ? "ResponseStarted" : "ResponseComplete");
    }

    private static boolean isWatch(JsonNode event) {
        return event.path("verb").asText().equals("watch");
    }

    private static Request request(JsonNode event) {
        return new Request(
                event.path("verb").asText(),
                event.path("requestURI").asText(),
                event.at("/objectRef/name").asText(),
                event.path("responseStatus").path("code").asInt(),
                event.path("user").path("username").asText());
    }
}
