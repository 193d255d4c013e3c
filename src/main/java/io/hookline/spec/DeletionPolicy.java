package io.hookline.spec;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.object.DecodeException;
import io.hookline.object.FieldPath;
import io.hookline.object.Json;
import io.hookline.object.KubeObject;
import java.util.Arrays;
import java.util.Optional;

/** What happens to the things that a controller made, when its object is deleted. */
public enum DeletionPolicy {
    /** They stay. The default, and Metacontroller's rule. */
    ORPHAN("Orphan"),
    /** The watcher undoes them before the object is removed. */
    UNDO("Undo");

    /** The field of the spec. */
    static final String FIELD = "deletionPolicy";

    /** Annotation that replaces the field where the API server prunes it. The field takes precedence. */
    static final String ANNOTATION = "hookline.io/deletion-policy";

    private final String text;

    DeletionPolicy(String text) {
        this.text = text;
    }

    /** The name in controllers. */
    public String text() {
        return text;
    }

    /** Finds a policy by its name in controllers. */
    public static Optional<DeletionPolicy> parse(String text) {
        return Arrays.stream(values()).filter(p -> p.text.equals(text)).findFirst();
    }

    /**
     * The policy of a controller's object, whatever else is in it: what cannot run must not keep its object from being
     * deleted.
     *
     * @throws DecodeException if the field or the annotation has another value
     */
    public static DeletionPolicy of(KubeObject controller) {
        JsonNode field = controller.tree().path("spec").path(FIELD);
        if (!field.isMissingNode() && !field.isNull()) {
            FieldPath place = new FieldPath("spec").field(FIELD);
            if (!field.isTextual()) {
                throw DecodeException.expected(place, "a string", Json.describe(field));
            }
            return read(field.textValue(), place);
        }
        String annotation = controller.annotation(ANNOTATION);
        return annotation == null
                ? ORPHAN
                : read(annotation, new FieldPath("metadata.annotations").field("\"" + ANNOTATION + "\""));
    }

    /** An empty text is no choice. */
    private static DeletionPolicy read(String text, FieldPath place) {
        if (text.isEmpty()) {
            return ORPHAN;
        }
        return parse(text)
                .orElseThrow(() -> new DecodeException(place, "expected Orphan or Undo, was \"" + text + "\""));
    }
}
