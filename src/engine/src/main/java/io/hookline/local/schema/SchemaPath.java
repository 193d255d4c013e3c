package io.hookline.local.schema;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/** A path such as {@code .spec.ports['a b']} to a field that a schema declares, as selectable fields and CEL rules name it. */
public sealed interface SchemaPath {

    /**
     * The field is there.
     *
     * @param path in the form of the server, without a leading dot
     * @param root the first step
     * @param schema of the field; missing below an object without schema
     */
    record Found(String path, String root, JsonNode schema) implements SchemaPath {}

    /** There is no such field, or the text is no path. */
    record Wrong(String why) implements SchemaPath {}

    /**
     * Looks up a path.
     *
     * @param brackets whether fields may be named in brackets
     */
    static SchemaPath find(String text, JsonNode schema, boolean brackets) {
        List<String> tokens = tokens(text);
        StringBuilder path = new StringBuilder();
        String root = "";
        JsonNode at = schema;
        int i = 0;
        while (i < tokens.size()) {
            boolean bracket = tokens.get(i).equals("[");
            if (!bracket && !tokens.get(i).equals(".")) {
                return new Wrong("expected [ or . but got: " + tokens.get(i));
            }
            if (bracket && !brackets) {
                return new Wrong("array notation is not allowed");
            }
            if (i + 1 == tokens.size() || (bracket && i + 2 >= tokens.size())) {
                return new Wrong("unexpected end of JSON path");
            }
            String name = tokens.get(i + 1);
            if (bracket) {
                if (name.length() < 2 || !name.startsWith("'") || !name.endsWith("'")) {
                    return new Wrong("expected single quoted string but got " + name);
                }
                if (!tokens.get(i + 2).equals("]")) {
                    return new Wrong("expected ] but got " + tokens.get(i + 2));
                }
                try {
                    name = name.substring(1, name.length() - 1).translateEscapes();
                } catch (IllegalArgumentException _) {
                    return new Wrong("invalid escape in " + name);
                }
            }
            boolean named = at.path("properties").size() > 0;
            boolean mapped = at.path("additionalProperties").isObject()
                    || at.path("additionalProperties").isBoolean();
            JsonNode next = named
                    ? at.path("properties").path(name)
                    : at.path("additionalProperties").isObject() ? at.path("additionalProperties") : at.path("-");
            if ((named && next.isMissingNode()) || (!named && !mapped)) {
                return new Wrong("does not refer to a valid field");
            }
            path.append(named ? (path.isEmpty() ? "" : ".") + name : "[" + name + "]");
            root = root.isEmpty() ? name : root;
            at = next;
            i += bracket ? 3 : 2;
        }
        return new Found(path.toString(), root, at);
    }

    /** Dots, brackets, quoted texts, and what is between them. */
    private static List<String> tokens(String text) {
        List<String> tokens = new ArrayList<>();
        int begin = 0;
        while (begin < text.length()) {
            int end = begin;
            if (text.charAt(begin) == '\'') {
                do {
                    end++;
                } while (end < text.length() && !(text.charAt(end) == '\'' && text.charAt(end - 1) != '\\'));
                end = Math.min(end + 1, text.length());
            } else {
                while (end < text.length() && ".[]".indexOf(text.charAt(end)) < 0) {
                    end++;
                }
                end = Math.max(end, begin + 1);
            }
            tokens.add(text.substring(begin, end));
            begin = end;
        }
        return tokens;
    }
}
