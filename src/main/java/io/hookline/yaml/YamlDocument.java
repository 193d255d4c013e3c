package io.hookline.yaml;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.object.FieldPath;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** One YAML document as a JSON tree, and where in the text its values are. */
public final class YamlDocument {

    /**
     * A key that an object has more than once. Its last value counts.
     *
     * @param merged whether the key was set, or is set again, by a merge ({@code <<}), which YAML allows
     * @param line of the repetition, counted from 1
     */
    public record Repeated(FieldPath place, String key, boolean merged, int line) {}

    /** Where a value, or the key of a field, begins. */
    record Located(FieldPath place, int line) {}

    private final JsonNode tree;
    private final List<Located> located;
    private final List<Repeated> repeated;

    YamlDocument(JsonNode tree, List<Located> located, List<Repeated> repeated) {
        this.tree = tree;
        this.located = List.copyOf(located);
        this.repeated = List.copyOf(repeated);
    }

    /** The values; a JSON null for a document without any. The caller may change them. */
    public JsonNode tree() {
        return tree;
    }

    /** The keys that are given more than once, in the order of the text. */
    public List<Repeated> repeated() {
        return repeated;
    }

    /** The line, counted from 1, of each place, by its path. Paths are put together at each call. */
    public Map<String, Integer> lines() {
        Map<String, Integer> lines = new HashMap<>();
        located.forEach(value -> lines.putIfAbsent(value.place().path(), value.line()));
        return lines;
    }
}
