package io.hookline.local.schema;

import io.hookline.local.machinery.DataFiles;
import io.hookline.local.schema.Schema.Lists;
import io.hookline.local.schema.Schema.PatchRule;
import io.hookline.local.schema.Schema.Traits;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The schemas of built-in kinds. Each type is parsed from a table on first use. Not thread-safe. */
public final class BuiltInTypes {

    private static final Schema TEXT = Schema.ofType("string");
    private static final Schema TEXT_OR_NUMBER =
            new Schema("", Map.of(), null, null, Traits.INT_OR_STRING, Lists.ATOMIC, null, ValueRules.NONE);

    private final Map<String, String> lines = new HashMap<>();
    private final Map<String, Schema> parsed = new HashMap<>();

    public BuiltInTypes() {
        for (String line : DataFiles.lines("built-in-types.txt")) {
            int space = line.indexOf(' ');
            lines.put(space < 0 ? line : line.substring(0, space), space < 0 ? "" : line.substring(space + 1));
        }
    }

    /** The schema of a type of the table. */
    public Schema type(String name) {
        Schema known = parsed.get(name);
        if (known != null) {
            return known;
        }
        String fields = lines.get(name);
        if (fields == null) {
            throw new IllegalStateException("no built-in type " + name);
        }
        Schema schema = objectOf(fields);
        parsed.put(name, schema);
        return schema;
    }

    private Schema objectOf(String fields) {
        Map<String, Schema> properties = new LinkedHashMap<>();
        for (String field : fields.isEmpty() ? new String[0] : fields.split(" ", -1)) {
            int colon = field.indexOf(':');
            String code = field.substring(colon + 1);
            properties.put(
                    field.substring(0, colon), field(code.endsWith("!") ? code.substring(0, code.length() - 1) : code));
        }
        return new Schema("object", properties, null, null, Traits.NONE, Lists.ATOMIC, null, ValueRules.NONE);
    }

    /** {@code code[=listType][~strategy][@key]}. */
    private Schema field(String text) {
        String key = after(text, '@');
        String strategy = after(text, '~');
        String listType = after(text, '=');
        Schema schema = unmergedField(text.split("[=~@]", 2)[0]);
        PatchRule patch = new PatchRule(strategy.contains("merge"), strategy.contains("retain"), key);
        boolean atomic = listType.equals("atomic");
        boolean set = listType.equals("set");
        List<String> keys = listType.isEmpty() || atomic || set ? List.of() : Arrays.asList(listType.split(",", -1));
        String type = set ? "set" : keys.isEmpty() ? "atomic" : "map";
        return schema.merged(new Lists(type, keys, atomic, patch));
    }

    private static String after(String text, char mark) {
        int at = text.indexOf(mark);
        return at < 0 ? "" : text.substring(at + 1).split("[=~@]", 2)[0];
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
            case "*" -> Schema.ANYTHING;
            case "s", "t", "y" -> TEXT;
            case "i" -> Schema.ofType("integer");
            case "n" -> Schema.ofType("number");
            case "b" -> Schema.ofType("boolean");
            case "q", "is" -> TEXT_OR_NUMBER;
            default -> type(code);
        };
    }
}
