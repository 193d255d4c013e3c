package io.hookline.local.schema;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.object.Json;
import java.util.AbstractMap;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The schema of one value: read from a CustomResourceDefinition or from the table of built-in types.
 *
 * @param type {@code object}, {@code array}, {@code string}, {@code integer}, {@code number}, {@code boolean}; empty
 *     if any
 * @param properties known fields of an object
 * @param additional the schema of all other fields of an object; null if there must be no others
 * @param items the schema of the elements of a list; null if they can be anything
 * @param traits flags
 * @param lists how lists and maps are merged
 * @param fallback the default, null if not set; for built-in kinds the value that Go's encoder writes for an unset
 *     field
 * @param rules the values that are allowed
 */
public record Schema(
        String type,
        Map<String, Schema> properties,
        @Nullable Schema additional,
        @Nullable Schema items,
        Traits traits,
        Lists lists,
        @Nullable JsonNode fallback,
        ValueRules rules) {

    private static final Pattern STEP_ENDS = Pattern.compile("[.\\[]");

    private static final Set<String> SCALARS = Set.of("string", "integer", "number", "boolean");

    /** Allows every value, and keeps unknown fields. */
    public static final Schema ANYTHING =
            new Schema("", Map.of(), null, null, Traits.PRESERVING, Lists.ATOMIC, null, ValueRules.NONE);

    /** Allows every value, but no fields in it: of the values in a map without a schema for them. */
    static final Schema NO_FIELDS = new Schema(
            "", Map.of(), null, null, new Traits(false, false, false, true), Lists.ATOMIC, null, ValueRules.NONE);

    public Schema {
        if (!(properties instanceof LaterFields)) {
            properties = Collections.unmodifiableMap(new LinkedHashMap<>(properties));
        }
    }

    /** A schema that consists only of a type. */
    static Schema ofType(String type) {
        return new Schema(type, Map.of(), null, null, Traits.NONE, Lists.ATOMIC, null, ValueRules.NONE);
    }

    /** The same schema with other merge rules. */
    Schema merged(Lists how) {
        return new Schema(type, properties, additional, items, traits, how, fallback, rules);
    }

    /** The same schema with a value for absent fields. */
    Schema absentAs(@Nullable JsonNode value) {
        return new Schema(type, properties, additional, items, traits, lists, value, rules);
    }

    /** The same schema for a whole object, with its kind and metadata. */
    public Schema embedded() {
        Traits embedded = new Traits(
                traits.preserveUnknown, true, traits.intOrString, traits.nullable, traits.fractions, traits.omitsZero);
        return new Schema(type, properties, additional, items, embedded, lists, fallback, rules);
    }

    /** The same schema for a value that is not written if it is zero. */
    Schema omittingZero() {
        return new Schema(type, properties, additional, items, traits.omittingZero(), lists, fallback, rules);
    }

    /** The same schema with other fields. */
    public Schema with(Map<String, Schema> fields) {
        return new Schema(type, fields, additional, items, traits, lists, fallback, rules);
    }

    /** The schema of a field; {@link #ANYTHING} if it is unknown. */
    public Schema field(String name) {
        Schema known = properties.get(name);
        return known != null ? known : additional != null ? additional : ANYTHING;
    }

    /** The schema at a path such as {@code spec.ports[0].name}; {@link #ANYTHING} if it is unknown. */
    public Schema at(String path) {
        Schema schema = this;
        for (String step : STEP_ENDS.split(path, -1)) {
            schema = step.isEmpty() ? schema : step.endsWith("]") ? schema.element() : schema.field(step);
        }
        return schema;
    }

    /** Whether an object of this schema can have the field. */
    public boolean declares(String name) {
        return properties.containsKey(name) || additional != null || traits.preserveUnknown();
    }

    /** Whether a null is not a valid value, and is not replaced by a default either. */
    public boolean refusesNull() {
        return !type.isEmpty() && !traits.nullable() && fallback == null;
    }

    /** Whether its values are neither objects nor lists. */
    public boolean isScalar() {
        return traits.intOrString() || SCALARS.contains(type);
    }

    /** The value that Go has for a null; null itself for types that have one. */
    @Nullable
    JsonNode zero() {
        return switch (type) {
            case "string" -> Json.NODES.textNode("");
            case "integer" -> Json.NODES.numberNode(0L);
            case "boolean" -> Json.NODES.booleanNode(false);
            case "object" -> additional == null ? Json.NODES.objectNode() : null;
            default -> null;
        };
    }

    /** The schema of an element. */
    public Schema element() {
        return items == null ? ANYTHING : items;
    }

    /**
     * Flags of a schema; unknown fields are removed unless {@code preserveUnknown}.
     *
     * @param fractions whether the integer of {@code intOrString} may be any number, as in a quantity
     * @param omitsZero whether Go's encoder omits the value if it is zero
     */
    public record Traits(
            boolean preserveUnknown,
            boolean embeddedResource,
            boolean intOrString,
            boolean nullable,
            boolean fractions,
            boolean omitsZero) {
        static final Traits NONE = new Traits(false, false, false, false);
        static final Traits PRESERVING = new Traits(true, false, false, true);
        static final Traits INT_OR_STRING = new Traits(false, false, true, false);
        static final Traits QUANTITY = new Traits(false, false, true, false, true, false);

        Traits(boolean preserveUnknown, boolean embeddedResource, boolean intOrString, boolean nullable) {
            this(preserveUnknown, embeddedResource, intOrString, nullable, false, false);
        }

        Traits omittingZero() {
            return new Traits(preserveUnknown, embeddedResource, intOrString, nullable, fractions, true);
        }
    }

    /**
     * How lists and maps are merged.
     *
     * @param type {@code atomic}, {@code set} or {@code map} for lists in server-side apply
     * @param keys the fields that identify the elements of a {@code map} list
     * @param atomicMap whether an object is replaced as a whole
     * @param patch how a strategic merge patch treats the field
     */
    public record Lists(String type, List<String> keys, boolean atomicMap, PatchRule patch) {
        static final Lists ATOMIC = new Lists("atomic", List.of(), false, PatchRule.NONE);

        public Lists {
            keys = List.copyOf(keys);
        }
    }

    /** The fields of a type that contains itself, which are known when it has been read. Unmodifiable. */
    static final class LaterFields extends AbstractMap<String, Schema> {

        private final Supplier<Map<String, Schema>> fields;

        LaterFields(Supplier<Map<String, Schema>> fields) {
            this.fields = fields;
        }

        @Override
        public Set<Entry<String, Schema>> entrySet() {
            return fields.get().entrySet();
        }

        @Override
        public @Nullable Schema get(Object name) {
            return fields.get().get(name);
        }

        @Override
        public boolean containsKey(Object name) {
            return fields.get().containsKey(name);
        }
    }

    /** How a strategic merge patch treats a field; {@code key} is empty for lists of plain values. */
    public record PatchRule(boolean merge, boolean retainKeys, String key) {
        static final PatchRule NONE = new PatchRule(false, false, "");
    }
}
