package io.hookline.bench;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.object.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Map;
import java.util.TreeMap;

/**
 * Counts the requests of one user by verb and resource, from the API server's audit log.
 *
 * <p>It follows the log when the server starts a new file.
 */
final class AuditTail implements AutoCloseable {

    private final Path file;
    private final String user;
    private final Map<String, Long> counts = new TreeMap<>();
    private final StringBuilder rest = new StringBuilder();
    private BufferedReader reader;
    private Object fileKey;

    AuditTail(Path file, String user) throws IOException {
        this.file = file;
        this.user = user;
        this.reader = Files.newBufferedReader(file);
        this.fileKey = key();
    }

    private Object key() throws IOException {
        return Files.readAttributes(file, BasicFileAttributes.class).fileKey();
    }

    /** The number of requests so far, by names such as {@code create configmaps}. A watch counts when it starts. */
    synchronized Map<String, Long> counts() {
        try {
            boolean replaced = !key().equals(fileKey);
            drain();
            if (replaced) {
                reader.close();
                reader = Files.newBufferedReader(file);
                fileKey = key();
                drain();
            }
            return Map.copyOf(counts);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void drain() throws IOException {
        for (int c = reader.read(); c >= 0; c = reader.read()) {
            if (c == '\n') {
                count(rest.toString());
                rest.setLength(0);
            } else {
                rest.append((char) c);
            }
        }
    }

    private void count(String line) {
        if (!line.contains("\"username\":\"" + user + "\"")) {
            return;
        }
        JsonNode event = Json.parse(line.getBytes(StandardCharsets.UTF_8));
        String verb = event.path("verb").asText();
        String stage = verb.equals("watch") ? "ResponseStarted" : "ResponseComplete";
        if (event.path("stage").asText().equals(stage)) {
            counts.merge(verb + " " + target(event), 1L, Long::sum);
        }
    }

    private static String target(JsonNode event) {
        JsonNode object = event.path("objectRef");
        if (object.isMissingNode()) {
            return event.path("requestURI").asText();
        }
        String subresource = object.path("subresource").asText();
        return object.path("resource").asText() + (subresource.isEmpty() ? "" : "/" + subresource);
    }

    @Override
    public synchronized void close() throws IOException {
        reader.close();
    }
}
