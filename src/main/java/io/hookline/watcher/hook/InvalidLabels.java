package io.hookline.watcher.hook;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.hook.protocol.JsonText;
import io.hookline.object.DecodeException;
import io.hookline.object.KubeObject;
import io.hookline.watcher.model.SyncException;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Labels of a desired child that are none: the one fault of an answer that upstream reports under the child's name. */
final class InvalidLabels {

    private static final Pattern PLACE = Pattern.compile("children\\[(\\d+)]\\.metadata\\.labels.*");

    private InvalidLabels() {}

    /** Upstream's words for a fault of an answer about this parent, if they are about labels. */
    static Optional<SyncException> in(DecodeException fault, JsonText answer, KubeObject parent) {
        Matcher place = PLACE.matcher(fault.place().path());
        if (!place.matches()) {
            return Optional.empty();
        }
        return child(answer, Integer.parseInt(place.group(1)))
                .map(child -> new SyncException("invalid labels on desired child " + named(child, parent), fault));
    }

    /** Behind the first fault there may be more, so that the answer as a whole cannot be read at all. */
    private static Optional<JsonNode> child(JsonText answer, int index) {
        try {
            return Optional.of(answer.tree().path("children").path(index));
        } catch (DecodeException _) {
            return Optional.empty();
        }
    }

    private static String named(JsonNode child, KubeObject parent) {
        String namespace = child.at("/metadata/namespace").asText(parent.namespace());
        String name = child.at("/metadata/name").asText();
        return child.path("kind").asText() + " " + (namespace.isEmpty() ? name : namespace + "/" + name);
    }
}
