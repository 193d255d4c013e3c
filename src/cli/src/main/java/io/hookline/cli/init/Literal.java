package io.hookline.cli.init;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.object.GoJson;
import io.hookline.object.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/**
 * Writes a JSON tree as a literal of a language: on one line if it fits, otherwise one line for each entry. A string
 * such as {@code $image} is a reference, for which an expression is written.
 */
final class Literal {

    private static final int WIDTH = 100;

    /** The indent of a statement in a method, which a class adds to what is written here. */
    private static final int JAVA_MARGIN = 8;

    private static final Pattern IDENTIFIER = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

    /** In what the languages differ, besides the signs. */
    enum Trait {
        /** Also the last entry has a comma. */
        TRAILING_COMMA,
        /** Keys that are identifiers have no quotes. */
        BARE_KEYS,
        /** Booleans are written {@code True} and {@code False}. */
        CAPITAL_BOOLEANS,
        /** The values of neighbouring lines are in one column. */
        ALIGNED,
        /** A call of a method: it ends on the line of its last argument. */
        CALL
    }

    /** How a language writes objects and lists. */
    record Syntax(
            String openObject,
            String closeObject,
            String colon,
            String openList,
            String closeList,
            int indent,
            Set<Trait> traits) {

        /** As files of JSON. */
        static final Syntax JSON = new Syntax("{", "}", ": ", "[", "]", 2, Set.of());

        private boolean is(Trait trait) {
            return traits.contains(trait);
        }

        private String key(String name) {
            return is(Trait.BARE_KEYS) && IDENTIFIER.matcher(name).matches() ? name : quoted(name);
        }

        private String scalar(JsonNode value) {
            if (is(Trait.CAPITAL_BOOLEANS) && value.isBoolean()) {
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
        int inner = column + syntax.indent();
        List<String> keys = new ArrayList<>();
        List<String> values = new ArrayList<>();
        tree.properties().forEach(field -> {
            String key = syntax.key(field.getKey()) + syntax.colon();
            keys.add(key);
            values.add(fitted(field.getValue(), inner, key.length()));
        });
        if (syntax.is(Trait.ALIGNED)) {
            align(keys, values);
        }
        for (int i = 0; i < keys.size(); i++) {
            entries.add(keys.get(i) + values.get(i));
        }
        if (tree.isArray()) {
            tree.forEach(element -> entries.add(fitted(element, inner, 0)));
        }
        String line = "\n" + " ".repeat(inner);
        String open = tree.isArray() ? syntax.openList() : syntax.openObject();
        String close = tree.isArray() ? syntax.closeList() : syntax.closeObject();
        String end = syntax.is(Trait.CALL)
                ? close
                : (syntax.is(Trait.TRAILING_COMMA) ? "," : "") + "\n" + " ".repeat(column) + close.strip();
        return open.strip() + line + String.join("," + line, entries) + end;
    }

    private String fitted(JsonNode tree, int column, int used) {
        String flat = flat(tree);
        return tree.isValueNode()
                        || tree.isEmpty()
                        || column + used + flat.length() < WIDTH - (syntax.is(Trait.CALL) ? JAVA_MARGIN : 0)
                ? flat
                : broken(tree, column);
    }

    private String flat(JsonNode tree) {
        if (tree.isObject()) {
            List<String> fields = new ArrayList<>();
            tree.properties()
                    .forEach(field -> fields.add(syntax.key(field.getKey()) + syntax.colon() + flat(field.getValue())));
            return fields.isEmpty()
                    ? (syntax.openObject().strip() + syntax.closeObject().strip())
                    : syntax.openObject() + String.join(", ", fields) + syntax.closeObject();
        }
        if (tree.isArray()) {
            List<String> elements = new ArrayList<>();
            tree.forEach(element -> elements.add(flat(element)));
            return syntax.openList() + String.join(", ", elements) + syntax.closeList();
        }
        return ProjectKind.reference(tree).map(expressions).orElseGet(() -> syntax.scalar(tree));
    }

    /**
     * Pads keys so that the values of neighbouring lines are in one column, as {@code gofmt} does. A value of several
     * lines stands alone.
     */
    private static void align(List<String> keys, List<String> values) {
        int start = 0;
        for (int i = 0; i <= keys.size(); i++) {
            if (i == keys.size() || values.get(i).contains("\n")) {
                pad(keys.subList(start, i));
                start = i + 1;
            }
        }
    }

    private static void pad(List<String> keys) {
        int width = keys.stream().mapToInt(String::length).max().orElse(0);
        keys.replaceAll(key -> key + " ".repeat(width - key.length()));
    }
}
