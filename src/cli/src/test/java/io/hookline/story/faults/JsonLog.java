package io.hookline.story.faults;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** The log of a process that logs lines of JSON. */
record JsonLog(Path file) {

    private static final ObjectMapper JSON = new ObjectMapper();

    /** Everything that was logged so far. */
    String text() {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The complete lines so far. */
    Stream<JsonNode> lines() {
        return text().lines()
                .filter(line -> line.startsWith("{") && line.endsWith("}"))
                .map(JsonLog::parse);
    }

    private static JsonNode parse(String line) {
        try {
            return JSON.readTree(line);
        } catch (JsonProcessingException e) {
            throw new AssertionError(line, e);
        }
    }
}
