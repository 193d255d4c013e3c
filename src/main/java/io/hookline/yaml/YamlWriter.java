package io.hookline.yaml;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.DumperOptions;

/** Writes JSON trees as YAML for people: one value in a line, and texts in quotes that {@link Yaml} would read as something else. */
public final class YamlWriter {
    private YamlWriter() {}

    /** One document; the text ends with a line end. */
    public static String write(JsonNode tree) {
        DumperOptions options = new DumperOptions();
        options.setDefaultFlowStyle(DumperOptions.FlowStyle.BLOCK);
        options.setSplitLines(false);
        return new org.yaml.snakeyaml.Yaml(options).dump(plain(tree));
    }

    private static @Nullable Object plain(JsonNode node) {
        if (node.isObject()) {
            Map<String, @Nullable Object> fields = new LinkedHashMap<>();
            node.properties().forEach(field -> fields.put(field.getKey(), plain(field.getValue())));
            return fields;
        } else if (node.isArray()) {
            List<@Nullable Object> elements = new ArrayList<>();
            node.forEach(element -> elements.add(plain(element)));
            return elements;
        } else if (node.isNull()) {
            return null;
        } else if (node.isBoolean()) {
            return node.booleanValue();
        }
        return node.isNumber() ? node.numberValue() : node.asText();
    }
}
