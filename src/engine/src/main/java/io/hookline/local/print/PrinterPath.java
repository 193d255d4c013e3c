package io.hookline.local.print;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.object.Json;
import java.io.Serial;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The JSONPath of a printer column: fields, indexes, slices, unions of them, {@code [*]}, and filters such as
 * {@code .status.conditions[?(@.type=="Ready")].status}. A path with other syntax finds nothing, and so does one that
 * fails: with an index out of bounds, or a comparison of values of two types.
 */
final class PrinterPath {

    private static final String TEXT = "\"[^\"]*\"|'[^']*'";

    /** Up to the end of the filter. Possessive, as the names of fields are, so that a long one takes no stack. */
    private static final String OPERAND = "((?:[^\\s=!<>\"')]++|\\)(?!])|" + TEXT + ")++)";

    private static final String NUMBER = "(?:-?\\d{1,9})?";
    private static final String ITEM =
            "\\s*(?:" + NUMBER + ":" + NUMBER + "(?::" + NUMBER + ")?|-?\\d{1,9}|" + TEXT + ")\\s*";

    private static final Pattern STEP = Pattern.compile("\\.?(?:"
            + "\\[\\?\\(\\s*" + OPERAND + "\\s*(?:(==|!=|<=|>=|<|>)\\s*" + OPERAND + "\\s*)?\\)]"
            + "|\\[(" + ITEM + "(?:," + ITEM + ")*)]|\\[\\*]|(\\*)|((?:[^.\\[\\]\\\\]++|\\\\.)++))");

    private static final Pattern ITEMS = Pattern.compile(ITEM);

    private static final Pattern INTEGER = Pattern.compile("-?\\d{1,18}");

    /** Exponents of one or two digits, as no value of a field is larger. */
    private static final Pattern DECIMAL = Pattern.compile("-?(\\d+\\.?\\d*|\\.\\d+)([eE][-+]?\\d{1,2})?");

    /** One step from a node to nodes. */
    private sealed interface Step {
        record Field(String name) implements Step {}

        /** The elements from one to another, or to the end; negative ones count from there. */
        record Slice(int from, Optional<Integer> to, int by) implements Step {}

        record All() implements Step {}

        record Union(List<PrinterPath> paths) implements Step {}

        /** Without an operator, the elements that have the left side. */
        record Filter(PrinterPath left, Optional<String> operator, PrinterPath right) implements Step {}

        record Literal(JsonNode value) implements Step {}
    }

    /** A path that fails for an object. */
    private static final class Failure extends RuntimeException {
        @Serial
        private static final long serialVersionUID = 1;

        Failure() {
            super(null, null, false, false);
        }
    }

    /** Finds nothing. */
    private static final PrinterPath NOTHING = new PrinterPath(List.of(new Step.Union(List.of())));

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
        return at < text.length() ? NOTHING : new PrinterPath(List.copyOf(steps));
    }

    private static Step step(Matcher matcher) {
        if (matcher.group(1) != null) {
            Optional<String> operator = Optional.ofNullable(matcher.group(2));
            return new Step.Filter(
                    operand(matcher.group(1)), operator, operator.isEmpty() ? NOTHING : operand(matcher.group(3)));
        }
        if (matcher.group(4) != null) {
            List<String> items = ITEMS.matcher(matcher.group(4))
                    .results()
                    .map(item -> item.group().strip())
                    .toList();
            return items.size() == 1
                    ? item(items.getFirst())
                    : new Step.Union(items.stream()
                            .map(item -> new PrinterPath(List.of(item(item))))
                            .toList());
        }
        return matcher.group(6) == null
                ? new Step.All()
                : new Step.Field(matcher.group(6).replaceAll("\\\\(.)", "$1"));
    }

    private static Step item(String item) {
        if (item.startsWith("'") || item.startsWith("\"")) {
            return new Step.Field(item.substring(1, item.length() - 1));
        }
        String[] numbers = item.split(":", -1);
        int from = numbers[0].isEmpty() ? 0 : Integer.parseInt(numbers[0]);
        if (numbers.length == 1) {
            return new Step.Slice(from, from == -1 ? Optional.empty() : Optional.of(from + 1), 1);
        }
        boolean stepped = numbers.length == 3 && !numbers[2].isEmpty();
        return new Step.Slice(
                from,
                numbers[1].isEmpty() ? Optional.empty() : Optional.of(Integer.parseInt(numbers[1])),
                stepped ? Integer.parseInt(numbers[2]) : 1);
    }

    private static PrinterPath operand(String text) {
        if (text.startsWith("@")) {
            return of(text.substring(1));
        }
        JsonNode value;
        if (text.startsWith("'") || text.startsWith("\"")) {
            value = Json.NODES.textNode(text.substring(1, text.length() - 1));
        } else if (text.equals("true") || text.equals("false")) {
            value = Json.NODES.booleanNode(text.equals("true"));
        } else if (INTEGER.matcher(text).matches()) {
            value = Json.NODES.numberNode(Long.parseLong(text));
        } else if (DECIMAL.matcher(text).matches()) {
            value = Json.NODES.numberNode(Double.parseDouble(text));
        } else {
            return NOTHING;
        }
        return new PrinterPath(List.of(new Step.Literal(value)));
    }

    /** Returns the values that the path finds, in order; none if it fails. */
    List<JsonNode> find(JsonNode root) {
        try {
            return follow(root);
        } catch (Failure _) {
            return List.of();
        }
    }

    private List<JsonNode> follow(JsonNode root) {
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
            case Step.Slice slice -> cut(slice, node, next);
            case Step.All() -> node.forEach(next::add);
            case Step.Union(List<PrinterPath> paths) -> paths.forEach(path -> next.addAll(path.follow(node)));
            case Step.Filter filter -> {
                requireList(node);
                node.valueStream()
                        .filter(element -> isSelected(filter, element))
                        .forEach(next::add);
            }
            case Step.Literal(JsonNode value) -> next.add(value);
        }
    }

    private static void cut(Step.Slice slice, JsonNode list, List<JsonNode> next) {
        requireList(list);
        int size = list.size();
        int from = slice.from() < 0 ? slice.from() + size : slice.from();
        int to = slice.to().map(end -> end < 0 ? end + size : end).orElse(size);
        if (from == to) {
            return;
        }
        if (from < 0 || from >= size || to > size || from > to || slice.by() <= 0) {
            throw new Failure();
        }
        for (int i = from; i < to; i += slice.by()) {
            add(list.get(i), next);
        }
    }

    private static void requireList(JsonNode node) {
        if (!node.isArray()) {
            throw new Failure();
        }
    }

    private static boolean isSelected(Step.Filter filter, JsonNode element) {
        if (filter.operator().isEmpty()) {
            return !filter.left().find(element).isEmpty();
        }
        List<JsonNode> left = filter.left().follow(element);
        List<JsonNode> right = left.isEmpty() ? left : filter.right().follow(element);
        if (right.isEmpty()) {
            return false;
        }
        if (left.size() > 1 || right.size() > 1) {
            throw new Failure();
        }
        return compares(left.getFirst(), filter.operator().get(), right.getFirst());
    }

    private static boolean compares(JsonNode left, String operator, JsonNode right) {
        boolean ordered = !operator.equals("==") && !operator.equals("!=");
        boolean sameType = left.getNodeType() == right.getNodeType()
                && left.isIntegralNumber() == right.isIntegralNumber()
                && (left.isTextual() || left.isNumber() || (left.isBoolean() && !ordered));
        if (!sameType) {
            throw new Failure();
        }
        int order = left.isIntegralNumber()
                ? left.bigIntegerValue().compareTo(right.bigIntegerValue())
                : left.isNumber()
                        ? Double.compare(left.doubleValue(), right.doubleValue())
                        : left.asText().compareTo(right.asText());
        return switch (operator) {
            case "==" -> order == 0;
            case "!=" -> order != 0;
            case "<" -> order < 0;
            case "<=" -> order <= 0;
            case ">" -> order > 0;
            default -> order >= 0;
        };
    }

    private static void add(JsonNode node, List<JsonNode> next) {
        if (!node.isMissingNode() && !node.isNull()) {
            next.add(node);
        }
    }
}
