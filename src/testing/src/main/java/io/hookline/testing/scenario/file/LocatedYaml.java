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
import java.util.regex.Pattern;

/** Reads the YAML files of a scenario and keeps the line of every place for messages. */
public final class LocatedYaml {

    /** At the start of a line, as if and range, or as a value. */
    private static final Pattern TEMPLATE = Pattern.compile("(?m)^[^#\"'\n]*\\{\\{[^}\n]*\\}\\}");

    private LocatedYaml() {}

    /**
     * A document of a YAML file.
     *
     * @param file for messages
     * @param lines the line of every place, counted from 1
     */
    public record Document(String file, JsonNode tree, Map<String, Integer> lines) {

        /** Creates an error at a place, or at the nearest enclosing place that is in the file. */
        public ScenarioException problem(FieldPath place, String text) {
            return new ScenarioException(at(place) + ": " + place + ": " + text);
        }

        /** File and line of a place, for messages: {@code expect.yaml:12}. */
        public String at(FieldPath place) {
            return file + ":" + line(place);
        }

        /** The line of a place, or of the nearest enclosing place that is in the file, counted from 1. */
        public int line(FieldPath place) {
            String path = place.path();
            while (!lines.containsKey(path) && !path.isEmpty()) {
                path = path.substring(0, Math.max(0, Math.max(path.lastIndexOf('.'), path.lastIndexOf('['))));
            }
            return lines.getOrDefault(path, 1);
        }
    }

    /**
     * Reads all documents of a file and skips the empty ones.
     *
     * @throws ScenarioException with the line of the first text that is not YAML, cannot be JSON, or is a repeated key
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
            throw new ScenarioException(file + ":" + e.line() + ": " + where + ": " + e.problem() + hint(text, e), e);
        }
    }

    /** What is probably wrong with a text that is not YAML. */
    private static String hint(String text, YamlException e) {
        if (TEMPLATE.matcher(text).find()) {
            return "; it has {{ }} as a template of Helm: render it first, for example with helm template";
        }
        return e.problem().startsWith("expected <block end>")
                        || e.problem().startsWith("mapping values are not allowed")
                ? "; check the indentation"
                : "";
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
