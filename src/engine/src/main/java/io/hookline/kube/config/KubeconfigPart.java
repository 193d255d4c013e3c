package io.hookline.kube.config;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.http.Request;
import io.hookline.object.FieldPath;
import io.hookline.object.FileFailure;
import io.hookline.object.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/**
 * A part of a kubeconfig file, with its place.
 *
 * @param json missing if the file does not have the part
 */
record KubeconfigPart(Path file, FieldPath place, JsonNode json) {

    /** A part that names one file of a folder, if that file exists. */
    static KubeconfigPart ofFolder(Path folder, String field, String name) {
        ObjectNode json = Json.NODES.objectNode();
        if (Files.exists(folder.resolve(name))) {
            json.put(field, name);
        }
        return new KubeconfigPart(folder.resolve("kubeconfig"), FieldPath.ROOT, json);
    }

    /** A text; empty if absent. */
    String text(String field) {
        JsonNode value = json.path(field);
        if (Json.isAbsent(value)) {
            return "";
        }
        if (!value.isValueNode()) {
            throw wrong(field, "expected a string, was " + Json.describe(value));
        }
        return value.asText();
    }

    /** Returns a field's value, which must be valid in an HTTP header. */
    String sendable(String field, String value) {
        if (!Request.Field.mayHold(value)) {
            throw wrong(field, "has control characters, which no HTTP header may hold");
        }
        return value;
    }

    /** A text that is required. */
    String required(String field) {
        String text = text(field);
        if (text.isEmpty()) {
            throw wrong(field, "is missing");
        }
        return text;
    }

    /** Whether a field is {@code true}. */
    boolean flag(String field) {
        return json.path(field).asBoolean(false);
    }

    /** Whether the field is set; an empty text counts as not set. */
    boolean has(String field) {
        JsonNode value = json.path(field);
        return !Json.isAbsent(value) && !(value.isTextual() && value.asText().isEmpty());
    }

    /** A file that this part names, relative to the kubeconfig's folder; empty if it names none. */
    String path(String field) {
        String text = text(field);
        return text.isEmpty() ? "" : file.toAbsolutePath().resolveSibling(text).toString();
    }

    /**
     * The content of the base64 field {@code field-data}, otherwise that of the file that the field names; empty if
     * neither is set.
     */
    byte[] content(String field) {
        String data = text(field + "-data");
        try {
            if (!data.isEmpty()) {
                return Base64.getDecoder().decode(data.replaceAll("\\s", ""));
            }
            String path = path(field);
            return path.isEmpty() ? new byte[0] : Files.readAllBytes(Path.of(path));
        } catch (IllegalArgumentException e) {
            throw wrong(field + "-data", "is not base64: " + e.getMessage());
        } catch (IOException e) {
            throw wrong(field, "cannot be read: " + FileFailure.at(Path.of(path(field)), e));
        }
    }

    /** A list of texts; empty if absent. */
    List<String> texts(String field) {
        List<String> texts = new ArrayList<>();
        for (JsonNode value : json.path(field)) {
            texts.add(value.asText());
        }
        return texts;
    }

    /** A part of this part. */
    KubeconfigPart part(String field) {
        return new KubeconfigPart(file, place.field(field), json.path(field));
    }

    /** An extension by its name; empty if there is none. */
    Optional<KubeconfigPart> extension(String name) {
        JsonNode all = json.path("extensions");
        for (int i = 0; i < all.size(); i++) {
            if (all.get(i).path("name").asText().equals(name)) {
                FieldPath at = place.field("extensions").index(i).field("extension");
                return Optional.of(new KubeconfigPart(file, at, all.get(i).path("extension")));
            }
        }
        return Optional.empty();
    }

    /** An exception with the place of the field and its problem. */
    KubeconfigException wrong(String field, String problem) {
        return new KubeconfigException(file + ": " + place.field(field) + ": " + problem);
    }
}
