package io.hookline.hook.template;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.object.FieldPath;
import java.util.Optional;

/**
 * A value that a template does not have itself: {@code ${spec.image}}.
 *
 * @param place the value of the template that contains it
 * @param path the field whose value replaces it
 * @param whole whether it is the whole value at its place; otherwise it is a part of a string
 */
public record Placeholder(FieldPath place, String path, boolean whole) {

    /** Gives placeholders their values. */
    public interface Source {

        /** Returns the value; empty to leave out the field with this placeholder. */
        Optional<JsonNode> valueOf(Placeholder placeholder);
    }

    @Override
    public String toString() {
        return "${" + path + "}";
    }
}
