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
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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
        return requests(event -> event.path("userAgent").asText().equals(userAgent));
    }

    /** The same of everybody, for a path and those below it. */
    public List<Request> requestsBelow(String path) {
        return requests(event -> event.path("requestURI").asText().startsWith(path));
    }

    private List<Request> requests(Predicate<JsonNode> wanted) {
        try {
            return Files.readAllLines(file).stream()
                    .map(line -> Json.parse(line.getBytes(StandardCharsets.UTF_8)))
                    .filter(wanted)
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
                event.at("/objectRef/name").asText(),
                event.path("responseStatus").path("code").asInt(),
                event.path("user").path("username").asText());
    }
}
