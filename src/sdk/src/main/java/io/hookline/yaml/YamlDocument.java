package io.hookline.yaml;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.object.FieldPath;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** One YAML document as a JSON tree, with the lines of its values. */
public final class YamlDocument {

    /**
     * A duplicate key of an object. The last value is used.
     *
     * @param merged whether one of the values comes from a merge ({@code <<}), which YAML allows
     * @param line the line of the repetition, counted from 1
     */
    public record Repeated(FieldPath place, String key, boolean merged, int line) {}

    /** The line in which a value, or the key of a field, begins. */
    record Located(FieldPath place, int line) {}

    private final JsonNode tree;
    private final List<Located> located;
    private final List<Repeated> repeated;

    YamlDocument(JsonNode tree, List<Located> located, List<Repeated> repeated) {
        this.tree = tree;
        this.located = List.copyOf(located);
        this.repeated = List.copyOf(repeated);
    }

    /** The tree; a JSON null for an empty document. The caller may change it. */
    public JsonNode tree() {
        return tree;
    }

    /** The duplicate keys, in the order of the text. */
    public List<Repeated> repeated() {
        return repeated;
    }

    /** The line of each value by its path, counted from 1. The map is created at each call. */
    public Map<String, Integer> lines() {
        Map<String, Integer> lines = new HashMap<>();
        located.forEach(value -> lines.putIfAbsent(value.place().path(), value.line()));
        return lines;
    }
}
