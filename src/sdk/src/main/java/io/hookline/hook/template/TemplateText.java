package io.hookline.hook.template;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.hookline.hook.protocol.HookException;
import io.hookline.object.FieldPath;
import io.hookline.object.Json;
import io.hookline.yaml.Yaml;
import io.hookline.yaml.YamlDocument;
import io.hookline.yaml.YamlException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One object in YAML, in which strings may contain placeholders. Immutable.
 *
 * <p>Placeholders are replaced in the parsed tree, so a value cannot change the structure of the object.
 */
public final class TemplateText {

    private static final Pattern PLACEHOLDER = Pattern.compile("(?<literal>\\$\\$\\{)|\\$\\{(?<path>[^{}]*)}|\\$\\{");

    private final String name;
    private final ObjectNode tree;
    private final Map<String, Integer> lines;

    private TemplateText(String name, ObjectNode tree, Map<String, Integer> lines) {
        this.name = name;
        this.tree = tree;
        this.lines = lines;
    }

    /**
     * Reads a template.
     *
     * @param name for messages, such as that of the file
     * @throws HookException with name and line, if the text is not the YAML of one object
     */
    public static TemplateText parse(String name, String yaml) {
        YamlDocument document = document(name, yaml);
        if (!(document.tree() instanceof ObjectNode tree)) {
            throw new HookException(name + ": expected an object");
        }
        TemplateText text = new TemplateText(name, tree, document.lines());
        document.repeated().stream()
                .filter(repeated -> !repeated.merged())
                .findFirst()
                .ifPresent(repeated -> {
                    throw new HookException(
                            name + ":" + repeated.line() + " " + repeated.place() + ": duplicate field");
                });
        text.requirePlainNames(tree, FieldPath.ROOT);
        return text;
    }

    private static YamlDocument document(String name, String yaml) {
        try {
            List<YamlDocument> documents = Yaml.documents(yaml).stream()
                    .filter(document -> !document.tree().isNull())
                    .toList();
            if (documents.size() != 1) {
                throw new HookException(name + ": expected one object, found " + documents.size() + " YAML documents");
            }
            return documents.getFirst();
        } catch (YamlException e) {
            throw new HookException(name + ":" + e.line() + " " + e.problem() + hint(yaml, e.line()), e);
        }
    }

    private static String hint(String yaml, int line) {
        boolean hasPlaceholder =
                yaml.lines().skip(line - 1L).findFirst().orElse("").contains("${");
        return hasPlaceholder ? "; inside { } and [ ], quote a value with a placeholder" : "";
    }

    private void requirePlainNames(JsonNode node, FieldPath place) {
        node.properties().forEach(field -> {
            FieldPath at = place.field(field.getKey());
            if (field.getKey().contains("${")) {
                throw problem(at, "a placeholder can be a value, not the name of a field");
            }
            requirePlainNames(field.getValue(), at);
        });
        for (int i = 0; node.isArray() && i < node.size(); i++) {
            requirePlainNames(node.get(i), place.index(i));
        }
    }

    /** Returns the exception for a value of this template, with name, line and path. */
    public HookException problem(FieldPath place, String problem) {
        Integer line = lines.get(place.path());
        return new HookException(name + (line == null ? "" : ":" + line) + " " + place + ": " + problem);
    }

    /** Returns the object with the values of its placeholders. The caller may change it. */
    public ObjectNode filled(Placeholder.Source values) {
        return filled(tree, FieldPath.ROOT, values);
    }

    private Optional<JsonNode> filled(JsonNode node, FieldPath place, Placeholder.Source values) {
        return switch (node) {
            case ObjectNode object -> Optional.of(filled(object, place, values));
            case ArrayNode list -> Optional.of(filled(list, place, values));
            case TextNode text -> filled(text.textValue(), place, values);
            default -> Optional.of(node);
        };
    }

    private ObjectNode filled(ObjectNode object, FieldPath place, Placeholder.Source values) {
        ObjectNode filled = Json.NODES.objectNode();
        object.properties()
                .forEach(field -> filled(field.getValue(), place.field(field.getKey()), values)
                        .ifPresent(value -> filled.set(field.getKey(), value)));
        return filled;
    }

    private ArrayNode filled(ArrayNode list, FieldPath place, Placeholder.Source values) {
        ArrayNode filled = Json.NODES.arrayNode();
        for (int i = 0; i < list.size(); i++) {
            filled(list.get(i), place.index(i), values).ifPresent(filled::add);
        }
        return filled;
    }

    private Optional<JsonNode> filled(String text, FieldPath place, Placeholder.Source values) {
        Matcher found = PLACEHOLDER.matcher(text);
        if (found.matches() && found.group("path") != null) {
            return values.valueOf(new Placeholder(place, found.group("path"), true))
                    .map(JsonNode::deepCopy); // the same value at two places is changed at one of them
        }
        StringBuilder filled = new StringBuilder();
        int end = 0;
        for (found.reset(); found.find(); end = found.end()) {
            filled.append(text, end, found.start()).append(part(found, place, values));
        }
        return Optional.of(
                Json.NODES.textNode(filled.append(text.substring(end)).toString()));
    }

    private String part(Matcher found, FieldPath place, Placeholder.Source values) {
        if (found.group("literal") != null) {
            return "${";
        }
        if (found.group("path") == null) {
            throw problem(place, "a placeholder has no closing brace; write $${ for a literal ${");
        }
        Placeholder part = new Placeholder(place, found.group("path"), false);
        JsonNode value = values.valueOf(part).orElseGet(() -> Json.NODES.textNode(""));
        if (value.isContainerNode()) {
            throw problem(
                    place,
                    part + " is " + (value.isArray() ? "a list" : "an object") + ", which cannot be part of a string");
        }
        return value.asText();
    }
}
