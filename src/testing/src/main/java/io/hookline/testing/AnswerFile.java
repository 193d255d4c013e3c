package io.hookline.testing;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.core.util.Separators;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.object.DecodeException;
import io.hookline.object.Json;
import io.hookline.object.SecretValues;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** A JSON file of a fixture, as people read and review it: one field in a line, in a stable order. */
public final class AnswerFile {

    private static final ObjectWriter PRETTY = JsonMapper.builder()
            .build()
            .writer(new DefaultPrettyPrinter(Separators.createDefaultInstance()
                            .withObjectFieldValueSpacing(Separators.Spacing.AFTER)
                            .withObjectEmptySeparator("")
                            .withArrayEmptySeparator(""))
                    .withObjectIndenter(new DefaultIndenter("  ", "\n"))
                    .withArrayIndenter(new DefaultIndenter("  ", "\n")));

    /** A longer answer is shown in part. */
    private static final int MAX_LINES = 12;

    private AnswerFile() {}

    /**
     * Reads a file; empty if it is missing or has no content, as after a shell has opened it for a redirection.
     *
     * @throws io.hookline.object.DecodeException if it has content that is not JSON
     */
    static Optional<JsonNode> read(Path file) throws IOException {
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        byte[] content = Files.readAllBytes(file);
        return new String(content, StandardCharsets.UTF_8).isBlank()
                ? Optional.empty()
                : Optional.of(Json.parse(content));
    }

    /** The JSON with one field in a line, without a line end after the last. */
    public static String pretty(JsonNode json) {
        try {
            return PRETTY.writeValueAsString(json);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * The first lines of the JSON for people, each after an indentation, and how many lines there are. Values of
     * Secrets are hidden.
     */
    public static String beginning(JsonNode json, String indent) {
        List<String> lines = pretty(SecretValues.replaced(json, _ -> SecretValues.HIDDEN))
                .lines()
                .toList();
        String rest = lines.size() > MAX_LINES ? "\n" + indent + "... (" + lines.size() + " lines)" : "";
        return lines.stream().limit(MAX_LINES).map(line -> indent + line).collect(Collectors.joining("\n")) + rest;
    }

    /**
     * Writes a file at once: a reader sees the old content or the new one. Fields that the file has keep their order,
     * and redacted values stay redacted.
     */
    public static void write(Path file, JsonNode json) throws IOException {
        Optional<JsonNode> before = Files.exists(file) ? readable(file) : Optional.empty();
        JsonNode ordered = before.map(old -> inOrderOf(old, json)).orElse(json);
        Path whole = Files.exists(file) ? file.toRealPath() : file.toAbsolutePath(); // a link stays one
        Files.createDirectories(whole.getParent());
        Path written = Files.createTempFile(whole.getParent(), "." + file.getFileName(), ".tmp");
        try {
            Files.writeString(written, pretty(ordered) + "\n");
            keepMode(whole, written);
            move(written, whole);
        } finally {
            Files.deleteIfExists(written);
        }
    }

    private static Optional<JsonNode> readable(Path file) throws IOException {
        try {
            return read(file);
        } catch (DecodeException _) {
            return Optional.empty();
        }
    }

    private static JsonNode inOrderOf(JsonNode like, JsonNode json) {
        if (like.isObject() && json.isObject()) {
            ObjectNode ordered = Json.NODES.objectNode();
            for (Map.Entry<String, JsonNode> field : like.properties()) {
                if (json.has(field.getKey())) {
                    ordered.set(field.getKey(), inOrderOf(field.getValue(), json.get(field.getKey())));
                }
            }
            json.properties().stream()
                    .filter(field -> !ordered.has(field.getKey()))
                    .forEach(field -> ordered.set(field.getKey(), field.getValue()));
            return ordered;
        }
        if (like.isArray() && json.isArray()) {
            ArrayNode ordered = Json.NODES.arrayNode();
            for (int i = 0; i < json.size(); i++) {
                ordered.add(inOrderOf(like.path(i), json.get(i)));
            }
            return ordered;
        }
        return RedactedAnswer.covers(like, json) ? like : json;
    }

    /** A temporary file is private; a fixture is shared with the team. */
    private static void keepMode(Path file, Path written) throws IOException {
        if (Files.getFileStore(written).supportsFileAttributeView("posix")) {
            Files.setPosixFilePermissions(
                    written,
                    Files.exists(file)
                            ? Files.getPosixFilePermissions(file)
                            : PosixFilePermissions.fromString("rw-r--r--"));
        }
    }

    private static void move(Path written, Path file) throws IOException {
        try {
            Files.move(written, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (AtomicMoveNotSupportedException _) {
            Files.move(written, file, StandardCopyOption.REPLACE_EXISTING);
        }
    }
}
