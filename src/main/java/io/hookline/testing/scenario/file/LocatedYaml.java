package io.hookline.testing.scenario.file;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.object.FieldPath;
import io.hookline.yaml.Yaml;
import io.hookline.yaml.YamlDocument;
import io.hookline.yaml.YamlDocument.Repeated;
import io.hookline.yaml.YamlException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads the YAML files of a scenario, and keeps the line of every place in them for messages. */
public final class LocatedYaml {

    private LocatedYaml() {}

    /**
     * A document.
     *
     * @param file for messages
     * @param lines the line, counted from 1, of every place
     */
    public record Document(String file, JsonNode tree, Map<String, Integer> lines) {

        /** A complaint about a place, or about the nearest one around it that is written down. */
        public ScenarioException problem(FieldPath place, String text) {
            return new ScenarioException(at(place) + ": " + place + ": " + text);
        }

        /** {@code expect.yaml:12} for messages. */
        public String at(FieldPath place) {
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
     * @throws ScenarioException with the line of what is not YAML, has no counterpart in JSON, or is given twice
     */
    public static List<Document> parse(String file, String text) {
        try {
            return Yaml.documents(text).stream()
                    .filter(document -> !document.tree().isNull())
                    .map(document -> checked(file, document))
                    .toList();
        } catch (YamlException e) {
            String where =
                    e.place().equals(FieldPath.ROOT) ? "not YAML" : e.place().path();
            throw new ScenarioException(file + ":" + e.line() + ": " + where + ": " + e.problem(), e);
        }
    }

    private static Document checked(String file, YamlDocument document) {
        Optional<Repeated> twice = document.repeated().stream()
                .filter(repeated -> !repeated.merged())
                .findFirst();
        twice.ifPresent(repeated -> {
            throw new ScenarioException(file + ":" + repeated.line() + ": " + repeated.place() + ": given twice");
        });
        return new Document(file, document.tree(), Map.copyOf(document.lines()));
    }
}
