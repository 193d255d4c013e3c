package io.hookline.local.print;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The JSONPath of a printer column: fields, indexes, {@code [*]} and filters that compare an element or one
 * of its fields with a literal, such as {@code .status.conditions[?(@.type=="Ready")].status}. A path with other syntax finds nothing.
 */
final class PrinterPath {

    private static final Pattern STEP = Pattern.compile("\\.?(?:"
            + "\\[\\?\\(@((?:\\.[^=!<>]+?)?)\\s*(==|!=)\\s*(?:\"([^\"]*)\"|'([^']*)'|([^)\"']+))\\)]"
            + "|\\[(-?\\d+)]|\\[\\*]|(\\*)|\\[['\"]([^'\"]+)['\"]]|\\.?((?:\\\\.|[^.\\[\\]\\\\])+))");

    /** One step from a node to nodes. */
    private sealed interface Step {
        record Field(String name) implements Step {}

        record Index(int index) implements Step {}

        record All() implements Step {}

        record Filter(PrinterPath path, boolean equal, String literal) implements Step {}
    }

    private final List<Step> steps;

    private PrinterPath(List<Step> steps) {
        this.steps = steps;
    }

    /** Parses a path, with or without braces around it. */
    static PrinterPath of(String path) {
        String text = path.startsWith("{") && path.endsWith("}") ? path.substring(1, path.length() - 1) : path;
        text = text.startsWith("$") ? text.substring(1) : text;
        List<Step> steps = new ArrayList<>();
        Matcher matcher = STEP.matcher(text);
        int at = 0;
        while (at < text.length() && matcher.find(at) && matcher.start() == at) {
            steps.add(step(matcher));
            at = matcher.end();
        }
        return new PrinterPath(at < text.length() ? List.of(new Step.Index(Integer.MAX_VALUE)) : List.copyOf(steps));
    }

    private static Step step(Matcher matcher) {
        if (matcher.group(1) != null) {
            return new Step.Filter(
                    of(matcher.group(1)),
                    matcher.group(2).equals("=="),
                    firstOf(matcher.group(3), matcher.group(4), matcher.group(5)));
        }
        if (matcher.group(6) != null) {
            return new Step.Index(Integer.parseInt(matcher.group(6)));
        }
        if (matcher.group(8) != null) {
            return new Step.Field(matcher.group(8));
        }
        return matcher.group(9) == null
                ? new Step.All()
                : new Step.Field(matcher.group(9).replaceAll("\\\\(.)", "$1"));
    }

    private static String firstOf(String... texts) {
        for (String text : texts) {
            if (text != null) {
                return text.strip();
            }
        }
        return "";
    }

    /** Returns the values that the path finds, in order. */
    List<JsonNode> find(JsonNode root) {
        List<JsonNode> found = List.of(root);
        for (Step step : steps) {
            List<JsonNode> next = new ArrayList<>();
            for (JsonNode node : found) {
                follow(step, node, next);
            }
            found = next;
        }
        return found;
    }

    private static void follow(Step step, JsonNode node, List<JsonNode> next) {
        switch (step) {
            case Step.Field(String name) -> add(node.path(name), next);
            case Step.Index(int index) -> add(node.path(index < 0 ? node.size() + index : index), next);
            case Step.All() -> node.forEach(next::add);
            case Step.Filter(PrinterPath path, boolean equal, String literal) ->
                node.forEach(element -> {
                    List<JsonNode> found = path.find(element);
                    boolean same = !found.isEmpty() && found.getFirst().asText().equals(literal);
                    if (!found.isEmpty() && same == equal) {
                        next.add(element);
                    }
                });
        }
    }

    private static void add(JsonNode node, List<JsonNode> next) {
        if (!node.isMissingNode() && !node.isNull()) {
            next.add(node);
        }
    }
}
