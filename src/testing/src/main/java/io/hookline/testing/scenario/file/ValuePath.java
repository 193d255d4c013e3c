package io.hookline.testing.scenario.file;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The path of a value in an object: {@code spec.containers[0].image},
 * {@code metadata.labels['app.kubernetes.io/name']}, {@code status.conditions[type=Ready].status}. Immutable.
 *
 * @param text as in the file
 * @param parts in order; empty for the object itself
 */
public record ValuePath(String text, List<Part> parts) {

    private static final Pattern FIELD = Pattern.compile("\\.?([A-Za-z0-9_$/-]+)");
    private static final Pattern QUOTED = Pattern.compile("\\[(?:'([^']*)'|\"([^\"]*)\")]");
    private static final Pattern INDEX = Pattern.compile("\\[(-?[0-9]{1,6})]");
    private static final Pattern WHERE = Pattern.compile("\\[([A-Za-z0-9_.-]+)=([^]]*)]");

    public ValuePath {
        parts = List.copyOf(parts);
    }

    /** One step of the path. */
    public sealed interface Part {

        /** The value of a field. */
        record Field(String name) implements Part {}

        /** An element of a list. Negative numbers count from the end. */
        record Index(int number) implements Part {}

        /** The first element of a list whose field has this value, compared as text. */
        record Where(String field, String value) implements Part {}
    }

    /**
     * Reads a path. A leading dot is allowed.
     *
     * @throws IllegalArgumentException with the position of the first error
     */
    public static ValuePath parse(String text) {
        List<Part> parts = new ArrayList<>();
        int at = 0;
        while (at < text.length()) {
            at = part(text, at, parts);
        }
        return new ValuePath(text, parts);
    }

    /** Creates a path from parts; names of fields may have any characters. */
    public static ValuePath of(List<Part> parts) {
        StringBuilder text = new StringBuilder();
        for (Part part : parts) {
            String name = part instanceof Part.Field(String field) ? field : part.toString();
            boolean plain = FIELD.matcher(name).matches();
            text.append(!plain ? "['" + name + "']" : text.isEmpty() ? name : "." + name);
        }
        return new ValuePath(text.toString(), parts);
    }

    private static int part(String text, int at, List<Part> parts) {
        Matcher field = matcher(FIELD, text, at);
        Matcher quoted = matcher(QUOTED, text, at);
        Matcher index = matcher(INDEX, text, at);
        Matcher where = matcher(WHERE, text, at);
        if (field.lookingAt() && (at == 0 || text.charAt(at) == '.')) {
            parts.add(new Part.Field(field.group(1)));
            return field.end();
        } else if (quoted.lookingAt()) {
            parts.add(new Part.Field(quoted.group(1) == null ? quoted.group(2) : quoted.group(1)));
            return quoted.end();
        } else if (index.lookingAt()) {
            parts.add(new Part.Index(Integer.parseInt(index.group(1))));
            return index.end();
        } else if (where.lookingAt()) {
            parts.add(new Part.Where(where.group(1), where.group(2)));
            return where.end();
        }
        throw new IllegalArgumentException("not a path: '" + text + "', at '" + text.substring(at)
                + "'; examples: spec.list[0].name, conditions[type=Ready].status, labels['a.b/c']");
    }

    private static Matcher matcher(Pattern pattern, String text, int at) {
        return pattern.matcher(text).region(at, text.length());
    }

    /** Returns the value at this path, or a missing node. */
    public JsonNode read(JsonNode object) {
        JsonNode value = object;
        for (Part part : parts) {
            value = down(value, part);
        }
        return value;
    }

    private static JsonNode down(JsonNode value, Part part) {
        return switch (part) {
            case Part.Field(String name) -> value.path(name);
            case Part.Index(int number) -> value.path(number < 0 ? value.size() + number : number);
            case Part.Where(String field, String wanted) -> {
                ValuePath path = parse(field);
                for (JsonNode element : value.isArray() ? value : List.<JsonNode>of()) {
                    if (path.read(element).asText().equals(wanted)) {
                        yield element;
                    }
                }
                yield MissingNode.getInstance();
            }
        };
    }

    @Override
    public String toString() {
        return text;
    }
}
