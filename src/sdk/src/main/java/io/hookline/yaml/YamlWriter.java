package io.hookline.yaml;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.DumperOptions;

/** Writes JSON trees as YAML: one value per line. Strings that {@link Yaml} would read as another type are quoted. */
public final class YamlWriter {
    private YamlWriter() {}

    /** Returns one document, which ends with a line break. */
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
