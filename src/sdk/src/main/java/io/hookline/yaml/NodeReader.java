package io.hookline.yaml;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.object.FieldPath;
import io.hookline.object.Json;
import io.hookline.yaml.YamlDocument.Located;
import io.hookline.yaml.YamlDocument.Repeated;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;

/** Converts the nodes of one document to a JSON tree. An alias is another occurrence of the same node. */
final class NodeReader {

    static final YamlDocument NOTHING = new YamlDocument(Json.NODES.nullNode(), List.of(), List.of());

    private final AliasBudget budget = new AliasBudget();
    private final Set<Node> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    private final Set<Node> open = Collections.newSetFromMap(new IdentityHashMap<>());
    private final List<Located> located = new ArrayList<>();
    private final List<Repeated> repeated = new ArrayList<>();

    private NodeReader() {}

    static YamlDocument read(Node root) {
        NodeReader reader = new NodeReader();
        JsonNode tree = reader.value(root, FieldPath.ROOT);
        return new YamlDocument(tree, reader.located, reader.repeated);
    }

    private JsonNode value(Node node, FieldPath place) {
        located.add(new Located(place, line(node)));
        boolean alias = enter(node, place);
        JsonNode value = switch (node) {
            case ScalarNode scalar -> scalar(scalar, place);
            case SequenceNode list -> list(list, place);
            case MappingNode object -> object(object, place);
            default -> throw problem(node, place, "YAML node has no counterpart in JSON");
        };
        leave(node, alias);
        return value;
    }

    /** Counts a node; returns whether it is read through an alias. Only then has the node been read before. */
    private boolean enter(Node node, FieldPath place) {
        if (!open.add(node)) {
            throw problem(node, place, "anchor '" + node.getAnchor() + "' value contains itself");
        }
        boolean alias = !seen.add(node);
        if (!budget.enter(alias)) {
            throw problem(node, place, "document contains excessive aliasing");
        }
        if (open.size() > Yaml.DEEPEST) {
            throw problem(node, place, "nested too deeply: more than " + Yaml.DEEPEST + " levels");
        }
        return alias;
    }

    private void leave(Node node, boolean alias) {
        open.remove(node);
        budget.leave(alias);
    }

    private static JsonNode scalar(ScalarNode scalar, FieldPath place) {
        try {
            return Scalars.json(Scalars.resolve(scalar));
        } catch (IllegalArgumentException e) {
            throw problem(scalar, place, String.valueOf(e.getMessage()));
        }
    }

    private ArrayNode list(SequenceNode list, FieldPath place) {
        ArrayNode array = Json.NODES.arrayNode();
        for (Node element : list.getValue()) {
            array.add(value(element, place.index(array.size())));
        }
        return array;
    }

    private ObjectNode object(MappingNode object, FieldPath place) {
        ObjectNode fields = Json.NODES.objectNode();
        fill(object, place, fields, new HashSet<>(), false);
        return fields;
    }

    /**
     * Sets the fields of a mapping in the order of the text. A merge overrides the fields before it; the fields after
     * it override the merge.
     *
     * @param own the fields that were set without a merge
     */
    private void fill(MappingNode object, FieldPath place, ObjectNode fields, Set<String> own, boolean merging) {
        for (NodeTuple field : object.getValue()) {
            if (isMerge(field.getKeyNode())) {
                merge(field.getValueNode(), place, fields, own);
                continue;
            }
            String key = key(field.getKeyNode(), place);
            FieldPath at = place.field(key);
            if (fields.has(key)) {
                boolean merged = merging || !own.contains(key);
                repeated.add(new Repeated(at, key, merged, line(field.getKeyNode())));
            }
            if (!merging) {
                own.add(key);
            }
            located.add(new Located(at, line(field.getKeyNode())));
            fields.set(key, value(field.getValueNode(), at));
        }
    }

    private void merge(Node value, FieldPath place, ObjectNode fields, Set<String> own) {
        switch (value) {
            case MappingNode object -> mergeOne(object, place, fields, own);
            case SequenceNode list -> {
                // the first mapping has precedence, so it is set last
                for (Node one : list.getValue().reversed()) {
                    if (!(one instanceof MappingNode object)) {
                        throw notMergeable(one, place);
                    }
                    mergeOne(object, place, fields, own);
                }
            }
            default -> throw notMergeable(value, place);
        }
    }

    private void mergeOne(MappingNode object, FieldPath place, ObjectNode fields, Set<String> own) {
        boolean alias = enter(object, place);
        fill(object, place, fields, own, true);
        leave(object, alias);
    }

    private static YamlException notMergeable(Node node, FieldPath place) {
        return problem(node, place, "map merge requires map or sequence of maps as the value");
    }

    private static boolean isMerge(Node key) {
        return key instanceof ScalarNode scalar
                && scalar.getValue().equals("<<")
                && (GoComposer.isUnresolved(scalar) || Tag.MERGE.equals(scalar.getTag()));
    }

    private String key(Node key, FieldPath place) {
        if (!(key instanceof ScalarNode scalar)) {
            throw problem(key, place, "expected a string as key");
        }
        leave(key, enter(key, place));
        try {
            return Scalars.key(Scalars.resolve(scalar));
        } catch (IllegalArgumentException e) {
            throw problem(key, place, String.valueOf(e.getMessage()));
        }
    }

    private static YamlException problem(Node node, FieldPath place, String text) {
        Mark mark = node.getStartMark();
        return new YamlException(mark.getLine() + 1, mark.getColumn() + 1, place, text);
    }

    private static int line(Node node) {
        return node.getStartMark().getLine() + 1;
    }

    /**
     * Limits the values that come from aliases, with which a few hundred bytes can expand to gigabytes. The limits are
     * those of go-yaml: a share of 99 % in documents of up to 400,000 values, 10 % from 4,000,000 values on, decreasing
     * linearly between them.
     */
    static final class AliasBudget {

        private static final int SMALL = 400_000;
        private static final int LARGE = 4_000_000;
        private static final double SHARE_IF_SMALL = 0.99;
        private static final double SHARE_IF_LARGE = 0.10;

        private int values;
        private int fromAliases;
        private int depth;

        /** Counts a value before its parts are read; returns whether it is within the limit. */
        boolean enter(boolean alias) {
            if (alias) {
                count(); // the alias itself
                depth++;
            }
            count();
            return fromAliases <= 100 || values <= 1000 || fromAliases <= values * allowedShare();
        }

        private void count() {
            values++;
            if (depth > 0) {
                fromAliases++;
            }
        }

        /** Called after the parts of a value were read. */
        void leave(boolean alias) {
            if (alias) {
                depth--;
            }
        }

        private double allowedShare() {
            double fraction = Math.clamp((values - SMALL) / (double) (LARGE - SMALL), 0, 1);
            return SHARE_IF_SMALL - (SHARE_IF_SMALL - SHARE_IF_LARGE) * fraction;
        }
    }

    /**
     * Resolves scalars as go-yaml v2 does: to a {@link Boolean}, {@link Long}, {@link Double}, {@link String} or null.
     */
    static final class Scalars {

        private static final String CORE = "tag:yaml.org,2002:";

        private static final Set<String> TRUE =
                Set.of("y", "Y", "yes", "Yes", "YES", "true", "True", "TRUE", "on", "On", "ON");
        private static final Set<String> FALSE =
                Set.of("n", "N", "no", "No", "NO", "false", "False", "FALSE", "off", "Off", "OFF");
        private static final Set<String> NULL = Set.of("", "~", "null", "Null", "NULL");

        private Scalars() {}

        /** @throws IllegalArgumentException if the text is not a valid value of its tag */
        static @Nullable Object resolve(ScalarNode scalar) {
            String text = scalar.getValue();
            if (!StandardCharsets.UTF_8.newEncoder().canEncode(text)) {
                throw new IllegalArgumentException("found invalid Unicode character escape code");
            }
            if (GoComposer.isUnresolved(scalar)) {
                return plain(text);
            }
            String tag = scalar.getTag().getValue();
            return tag.startsWith(CORE) ? tagged(tag.substring(CORE.length()), text) : text;
        }

        private static @Nullable Object plain(String text) {
            if (TRUE.contains(text)) {
                return true;
            }
            if (FALSE.contains(text)) {
                return false;
            }
            return NULL.contains(text) ? null : GoNumbers.parse(text).orElse(text);
        }

        private static @Nullable Object tagged(String type, String text) {
            return switch (type) {
                case "bool", "int", "float", "null" -> converted(type, plain(text), text);
                case "binary" -> binary(text);
                case "timestamp" -> timestamp(text);
                default -> text;
            };
        }

        private static @Nullable Object converted(String expected, @Nullable Object value, String text) {
            if (expected.equals("float") && value instanceof Long whole) {
                return whole.doubleValue();
            }
            String type = switch (value) {
                case null -> "null";
                case Boolean _ -> "bool";
                case Long _ -> "int";
                case Double _ -> "float";
                default -> "str";
            };
            if (!type.equals(expected)) {
                throw new IllegalArgumentException("cannot decode !!" + type + " `" + text + "` as a !!" + expected);
            }
            return value;
        }

        /** A date stays a string. */
        private static String timestamp(String text) {
            if (plain(text) instanceof String date) {
                return date;
            }
            throw new IllegalArgumentException("cannot decode `" + text + "` as a !!timestamp");
        }

        private static String binary(String text) {
            try {
                return new String(Base64.getMimeDecoder().decode(text), StandardCharsets.UTF_8);
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException("!!binary value contains invalid base64 data", e);
            }
        }

        /**
         * Converts a resolved value to JSON. A number without a fraction becomes an integer, as in Go's JSON encoder.
         */
        static JsonNode json(@Nullable Object value) {
            return switch (value) {
                case null -> Json.NODES.nullNode();
                case Boolean truth -> Json.NODES.booleanNode(truth);
                case Long whole -> Json.NODES.numberNode(whole);
                case Double number -> number(number);
                default -> Json.NODES.textNode(value.toString());
            };
        }

        private static JsonNode number(double value) {
            if (Double.isNaN(value) || Double.isInfinite(value)) {
                throw new IllegalArgumentException("number has no counterpart in JSON: " + GoNumbers.keyText(value));
            }
            try {
                return Json.NODES.numberNode(new BigDecimal(Double.toString(value)).longValueExact());
            } catch (ArithmeticException _) {
                return Json.NODES.numberNode(value);
            }
        }

        /** @throws IllegalArgumentException for null, which is not a valid key */
        static String key(@Nullable Object value) {
            return switch (value) {
                case null -> throw new IllegalArgumentException("expected a string as key, was null");
                case Double number -> GoNumbers.keyText(number);
                default -> value.toString();
            };
        }
    }
}
