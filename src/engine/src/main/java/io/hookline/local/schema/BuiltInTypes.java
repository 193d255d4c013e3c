package io.hookline.local.schema;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.local.machinery.DataFiles;
import io.hookline.local.schema.Schema.Lists;
import io.hookline.local.schema.Schema.PatchRule;
import io.hookline.local.schema.Schema.Traits;
import io.hookline.object.Json;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The schemas of built-in kinds. Each type is parsed from a table on first use. Thread-safe. */
public final class BuiltInTypes {

    /** A field in the table, whose first lines say what the parts mean. A part that the field does not have is empty. */
    public static final Pattern FIELD = Pattern.compile("(?<name>[^:]+):(?<code>[^=~@!+0-]+)=?(?<form>[^~@!+0-]*)"
            + "~?(?<strategy>[^@!+0-]*)@?(?<key>[^!+0-]*)(?<required>!?)(?<unset>.*)");

    private static final Schema TEXT = Schema.ofType("string");
    private static final Schema INT32 = scalar("integer", "int32");
    private static final Schema TIME = scalar("string", GoTimes.SECONDS);
    private static final Schema MICRO_TIME = scalar("string", GoTimes.MICROSECONDS);
    private static final Schema TEXT_OR_NUMBER =
            new Schema("", Map.of(), null, null, Traits.INT_OR_STRING, Lists.ATOMIC, null, ValueRules.NONE);

    private static final Schema QUANTITY =
            new Schema("", Map.of(), null, null, Traits.QUANTITY, Lists.ATOMIC, null, ValueRules.NONE);

    /** Any value; it has one owner as a whole. */
    private static final Schema OPAQUE = Schema.ANYTHING.merged(new Lists("atomic", List.of(), true, PatchRule.NONE));

    private final Map<String, String> lines = new HashMap<>();
    private final Map<String, Schema> parsed = new HashMap<>();

    /** The types that are being parsed: their fields are not known yet. */
    private final Set<String> begun = new HashSet<>();

    public BuiltInTypes() {
        for (String line : DataFiles.lines("built-in-types.txt")) {
            int space = line.indexOf(' ');
            lines.put(space < 0 ? line : line.substring(0, space), space < 0 ? "" : line.substring(space + 1));
        }
    }

    private static Schema scalar(String type, String format) {
        return new Schema(type, Map.of(), null, null, Traits.NONE, Lists.ATOMIC, null, ValueRules.ofFormat(format));
    }

    /** The schema of a type of the table. */
    public synchronized Schema type(String name) {
        Schema known = parsed.get(name);
        if (known != null) {
            return known;
        }
        String fields = lines.get(name);
        if (fields == null) {
            throw new IllegalStateException("no built-in type " + name);
        }
        if (!begun.add(name)) {
            return recursive("object", name);
        }
        Schema schema = objectOf(fields);
        parsed.put(name, schema);
        return schema;
    }

    /** A type that contains itself: its fields are looked up when they are needed. */
    private Schema recursive(String jsonTypes, String name) {
        Map<String, Schema> fields = new Schema.LaterFields(() -> type(name).properties());
        return new Schema(jsonTypes, fields, null, null, Traits.NONE, Lists.ATOMIC, null, ValueRules.NONE);
    }

    private Schema objectOf(String fields) {
        Map<String, Schema> properties = new LinkedHashMap<>();
        List<String> words = Arrays.asList(fields.split(" ", -1));
        for (String word : words) {
            Matcher field = FIELD.matcher(word);
            if (field.matches()) {
                properties.put(field.group("name"), field(field));
            }
        }
        Lists lists = new Lists("atomic", List.of(), words.contains("=atomic"), PatchRule.NONE);
        return new Schema("object", properties, null, null, Traits.NONE, lists, null, ValueRules.NONE);
    }

    private Schema field(MatchResult field) {
        String code = field.group("code");
        Schema schema = unmergedField(code);
        Schema merged = schema.merged(lists(field, schema.lists().atomicMap()));
        String unset = field.group("unset");
        return switch (unset) {
            case "" -> merged;
            case "-" -> merged.absentAs(Json.NODES.nullNode());
            case "0" -> merged.omittingZero();
            case "+" -> merged.absentAs(zero(code));
            default -> merged.absentAs(Json.NODES.textNode(unset.substring(1)));
        };
    }

    private static Lists lists(MatchResult field, boolean atomicType) {
        String strategy = field.group("strategy");
        String listType = field.group("form");
        PatchRule patch = new PatchRule(strategy.contains("merge"), strategy.contains("retain"), field.group("key"));
        return switch (listType) {
            case "" -> new Lists("atomic", List.of(), atomicType, patch);
            case "atomic" -> new Lists("atomic", List.of(), true, patch);
            case "granular" -> new Lists("atomic", List.of(), false, patch);
            case "set" -> new Lists("set", List.of(), false, patch);
            default -> new Lists("map", Arrays.asList(listType.split(",", -1)), false, patch);
        };
    }

    /** The value of an unset field in Go. */
    private static JsonNode zero(String code) {
        return switch (code) {
            case "s" -> Json.NODES.textNode("");
            case "q" -> Json.NODES.textNode("0");
            case "i", "l", "n", "is" -> Json.NODES.numberNode(0L);
            case "b" -> Json.NODES.booleanNode(false);
            case "t", "m" -> Json.NODES.nullNode();
            default -> Json.NODES.objectNode();
        };
    }

    private Schema schemaOrList() {
        Schema one = recursive("", "JSONSchemaProps");
        return new Schema(
                one.type(),
                one.properties(),
                null,
                type("JSONSchemaProps"),
                Traits.NONE,
                Lists.ATOMIC,
                null,
                ValueRules.NONE);
    }

    private Schema unmergedField(String code) {
        if (code.startsWith("[")) {
            Schema items = unmergedField(code.substring(1, code.length() - 1));
            return new Schema("array", Map.of(), null, items, Traits.NONE, Lists.ATOMIC, null, ValueRules.NONE);
        }
        if (code.startsWith("{")) {
            Schema values = unmergedField(code.substring(1, code.length() - 1));
            return new Schema("object", Map.of(), values, null, Traits.NONE, Lists.ATOMIC, null, ValueRules.NONE);
        }
        return switch (code) {
            case "*", "j" -> OPAQUE;
            case "JSONSchemaPropsOrBool" -> recursive("object,boolean", "JSONSchemaProps");
            case "JSONSchemaPropsOrArray" -> schemaOrList();
            case "s", "y" -> TEXT;
            case "t" -> TIME;
            case "m" -> MICRO_TIME;
            case "i" -> INT32;
            case "l" -> Schema.ofType("integer");
            case "n" -> Schema.ofType("number");
            case "b" -> Schema.ofType("boolean");
            case "q" -> QUANTITY;
            case "is" -> TEXT_OR_NUMBER;
            default -> type(code);
        };
    }
}
