package io.hookline.testing.scenario.file;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.object.Json;
import io.hookline.object.Place;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.schema.CoreSchema;

/** Turns one YAML document into a JSON tree, and keeps the line of every place in it for messages. */
public final class LocatedYaml {

    /** Deeper than any manifest; an alias that contains itself gets here. */
    private static final int DEEPEST = 100;

    private final String file;
    private final Map<String, Integer> lines = new HashMap<>();

    private LocatedYaml(String file) {
        this.file = file;
    }

    /**
     * A document.
     *
     * @param file for messages
     * @param lines the line, counted from 1, of every place
     */
    public record Document(String file, JsonNode tree, Map<String, Integer> lines) {

        /** A complaint about a place, or about the nearest one around it that is written down. */
        public ScenarioException problem(Place place, String text) {
            return new ScenarioException(at(place) + ": " + place + ": " + text);
        }

        /** {@code expect.yaml:12} for messages. */
        public String at(Place place) {
            String path = place.path();
            while (!lines.containsKey(path) && !path.isEmpty()) {
                path = path.substring(0, Math.max(0, Math.max(path.lastIndexOf('.'), path.lastIndexOf('['))));
            }
            return file + ":" + lines.getOrDefault(path, 1);
        }
    }

    /**
     * Reads all documents of a file, without the empty ones.
     *
     * @throws ScenarioException with the line of what is no YAML, or has no counterpart in JSON
     */
    public static List<Document> parse(String file, String text) {
        LoadSettings settings = LoadSettings.builder()
                .setLabel(file)
                .setSchema(new CoreSchema())
                .build();
        List<Document> documents = new ArrayList<>();
        try {
            for (Node root : new Compose(settings).composeAllFromString(text)) {
                LocatedYaml yaml = new LocatedYaml(file);
                JsonNode tree = yaml.convert(root, Place.ROOT, 0);
                if (!tree.isNull()) {
                    documents.add(new Document(file, tree, Map.copyOf(yaml.lines)));
                }
            }
        } catch (MarkedYamlEngineException e) {
            int line = e.getProblemMark().map(LocatedYaml::line).orElse(1);
            throw new ScenarioException(file + ":" + line + ": not YAML: " + e.getProblem(), e);
        } catch (YamlEngineException e) {
            throw new ScenarioException(file + ": not YAML: " + e.getMessage(), e);
        }
        return documents;
    }

    private JsonNode convert(Node node, Place place, int depth) {
        lines.putIfAbsent(place.path(), line(node));
        if (depth > DEEPEST) {
            throw problem(node, place, "nested too deeply");
        }
        return switch (node) {
            case ScalarNode scalar -> scalar(scalar, place);
            case SequenceNode list -> list(list, place, depth);
            case MappingNode object -> object(object, place, depth);
            default -> throw problem(node, place, "a YAML node that JSON does not have");
        };
    }

    private ArrayNode list(SequenceNode list, Place place, int depth) {
        ArrayNode array = Json.NODES.arrayNode();
        for (Node element : list.getValue()) {
            array.add(convert(element, place.index(array.size()), depth + 1));
        }
        return array;
    }

    private ObjectNode object(MappingNode object, Place place, int depth) {
        ObjectNode fields = Json.NODES.objectNode();
        for (NodeTuple field : object.getValue()) {
            if (!(field.getKeyNode() instanceof ScalarNode key)) {
                throw problem(field.getKeyNode(), place, "expected a text as key");
            }
            Place at = place.field(key.getValue());
            if (fields.has(key.getValue())) {
                throw problem(key, at, "given twice");
            }
            lines.put(at.path(), line(key));
            fields.set(key.getValue(), convert(field.getValueNode(), at, depth + 1));
        }
        return fields;
    }

    private JsonNode scalar(ScalarNode scalar, Place place) {
        String text = scalar.getValue();
        return switch (scalar.getTag().getValue()) {
            case "tag:yaml.org,2002:null" -> Json.NODES.nullNode();
            case "tag:yaml.org,2002:bool" -> Json.NODES.booleanNode("true".equalsIgnoreCase(text));
            case "tag:yaml.org,2002:int" -> integer(scalar, place);
            case "tag:yaml.org,2002:float" -> decimal(scalar, place);
            default -> Json.NODES.textNode(text);
        };
    }

    /** File modes such as {@code 0644} are octal, as kubectl reads them, although YAML 1.2 says otherwise. */
    private JsonNode integer(ScalarNode scalar, Place place) {
        String text = scalar.getValue();
        try {
            if (text.startsWith("0x")) {
                return Json.NODES.numberNode(Long.parseLong(text.substring(2), 16));
            }
            if (text.matches("0o?[0-7]+")) {
                return Json.NODES.numberNode(Long.parseLong(text.replace("o", ""), 8));
            }
            return Json.NODES.numberNode(Long.parseLong(text));
        } catch (NumberFormatException e) {
            return decimal(scalar, place);
        }
    }

    private JsonNode decimal(ScalarNode scalar, Place place) {
        try {
            return Json.NODES.numberNode(Double.parseDouble(scalar.getValue()));
        } catch (NumberFormatException e) {
            throw problem(scalar, place, "a number that JSON does not have: " + scalar.getValue());
        }
    }

    private ScenarioException problem(Node node, Place place, String text) {
        return new ScenarioException(file + ":" + line(node) + ": " + place + ": " + text);
    }

    private static int line(Node node) {
        return node.getStartMark().map(LocatedYaml::line).orElse(1);
    }

    private static int line(Mark mark) {
        return mark.getLine() + 1;
    }
}
