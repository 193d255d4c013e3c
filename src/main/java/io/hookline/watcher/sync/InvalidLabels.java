package io.hookline.watcher.sync;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.hook.protocol.JsonText;
import io.hookline.object.DecodeException;
import io.hookline.object.Json;
import io.hookline.object.JsonScanner;
import io.hookline.object.KubeObject;
import io.hookline.watcher.model.SyncException;
import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds invalid labels of a desired child: the one error in an answer that Metacontroller reports with the child's name. */
final class InvalidLabels {

    private static final Pattern LABELS = Pattern.compile("children\\[(\\d+)]\\.metadata\\.labels.*");

    private InvalidLabels() {}

    /** Metacontroller's message for an error in an answer, if the error is about labels. */
    static Optional<SyncException> in(DecodeException error, JsonText answer, KubeObject parent) {
        Matcher place = LABELS.matcher(error.place().path());
        if (!place.matches()) {
            return Optional.empty();
        }
        return child(answer, Integer.parseInt(place.group(1)))
                .map(child -> new SyncException.Unreadable(
                        "invalid labels on desired child " + nameOf(child, parent), error));
    }

    /** The child at an index; empty if it has further errors, so that it cannot be parsed. */
    private static Optional<JsonNode> child(JsonText answer, int index) {
        JsonScanner scanner = new JsonScanner(answer.raw());
        try {
            scanner.beginObject();
            for (String field = scanner.nextField(); field != null; field = scanner.nextField()) {
                if (field.equals("children")) {
                    return Optional.of(element(scanner, answer.raw(), index));
                }
                scanner.skipValue();
            }
            return Optional.empty();
        } catch (DecodeException _) {
            return Optional.empty();
        }
    }

    /** Decodes one element only: the whole answer may be large. */
    private static JsonNode element(JsonScanner scanner, byte[] json, int index) {
        scanner.beginArray();
        for (int i = 0; scanner.nextElement() && i < index; i++) {
            scanner.skipValue();
        }
        int start = scanner.position();
        scanner.skipValue();
        return Json.parse(Arrays.copyOfRange(json, start, scanner.position()));
    }

    private static String nameOf(JsonNode child, KubeObject parent) {
        String namespace = child.at("/metadata/namespace").asText(parent.namespace());
        String name = child.at("/metadata/name").asText();
        return child.path("kind").asText() + " " + (namespace.isEmpty() ? name : namespace + "/" + name);
    }
}
