package io.hookline.cli.init;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.object.GoJson;
import io.hookline.object.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/**
 * Writes a JSON tree as a literal of a language: on one line if it fits, otherwise one line for each entry. A string such as
 * {@code $image} is a reference, for which an expression is written.
 */
final class Literal {

    private static final int WIDTH = 100;

    /** The indent of a statement in a method, which a class adds to what is written here. */
    private static final int JAVA_MARGIN = 8;

    private static final Pattern IDENTIFIER = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

    /** How a language writes objects and lists. */
    enum Syntax {
        JSON("{", "}", ": ", "[", "]", 2, false, false),
        PYTHON("{", "}", ": ", "[", "]", 4, true, false),
        JAVASCRIPT("{ ", " }", ": ", "[", "]", 2, true, true),
        JQ("{", "}", ": ", "[", "]", 2, false, true),
        GO("object{", "}", ": ", "list{", "}", 4, true, false),
        JAVA("Map.of(", ")", ", ", "List.of(", ")", 8, false, false);

        private final String openObject;
        private final String closeObject;
        private final String colon;
        private final String openList;
        private final String closeList;
        private final int indent;
        private final boolean trailingComma;
        private final boolean bareKeys;

        Syntax(
                String openObject,
                String closeObject,
                String colon,
                String openList,
                String closeList,
                int indent,
                boolean trailingComma,
                boolean bareKeys) {
            this.openObject = openObject;
            this.closeObject = closeObject;
            this.colon = colon;
            this.openList = openList;
            this.closeList = closeList;
            this.indent = indent;
            this.trailingComma = trailingComma;
            this.bareKeys = bareKeys;
        }

        private String key(String name) {
            return bareKeys && IDENTIFIER.matcher(name).matches() ? name : quoted(name);
        }

        private String scalar(JsonNode value) {
            if (this == PYTHON && value.isBoolean()) {
                return value.booleanValue() ? "True" : "False";
            }
            return GoJson.text(value);
        }
    }

    private final Syntax syntax;
    private final UnaryOperator<String> expressions;

    /**
     * Creates a writer.
     *
     * @param expressions the expression for a reference
     */
    Literal(Syntax syntax, UnaryOperator<String> expressions) {
        this.syntax = syntax;
        this.expressions = expressions;
    }

    /** A string, quoted. */
    static String quoted(String text) {
        return GoJson.text(Json.NODES.textNode(text));
    }

    /** Writes an object or a list over several lines. */
    String broken(JsonNode tree, int column) {
        List<String> entries = new ArrayList<>();
        int inner = column + syntax.indent;
        List<String> keys = new ArrayList<>();
        List<String> values = new ArrayList<>();
        tree.properties().forEach(field -> {
            String key = syntax.key(field.getKey()) + syntax.colon;
            keys.add(key);
            values.add(fitted(field.getValue(), inner, key.length()));
        });
        if (syntax == Syntax.GO) {
            GoFormat.align(keys, values);
        }
        for (int i = 0; i < keys.size(); i++) {
            entries.add(keys.get(i) + values.get(i));
        }
        if (tree.isArray()) {
            tree.forEach(element -> entries.add(fitted(element, inner, 0)));
        }
        String line = "\n" + " ".repeat(inner);
        String open = tree.isArray() ? syntax.openList : syntax.openObject;
        String close = tree.isArray() ? syntax.closeList : syntax.closeObject;
        String end = syntax == Syntax.JAVA
                ? close
                : (syntax.trailingComma ? "," : "") + "\n" + " ".repeat(column) + close.strip();
        return open.strip() + line + String.join("," + line, entries) + end;
    }

    private String fitted(JsonNode tree, int column, int used) {
        String flat = flat(tree);
        return tree.isValueNode()
                        || tree.isEmpty()
                        || column + used + flat.length() < WIDTH - (syntax == Syntax.JAVA ? JAVA_MARGIN : 0)
                ? flat
                : broken(tree, column);
    }

    private String flat(JsonNode tree) {
        if (tree.isObject()) {
            List<String> fields = new ArrayList<>();
            tree.properties()
                    .forEach(field -> fields.add(syntax.key(field.getKey()) + syntax.colon + flat(field.getValue())));
            return fields.isEmpty()
                    ? (syntax.openObject.strip() + syntax.closeObject.strip())
                    : syntax.openObject + String.join(", ", fields) + syntax.closeObject;
        }
        if (tree.isArray()) {
            List<String> elements = new ArrayList<>();
            tree.forEach(element -> elements.add(flat(element)));
            return syntax.openList + String.join(", ", elements) + syntax.closeList;
        }
        return Body.reference(tree).map(expressions).orElseGet(() -> syntax.scalar(tree));
    }
}
