package io.hookline.local.schema;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What is known of a field's shape: read from a CustomResourceDefinition, or from the table of built-in types.
 *
 * @param type {@code object}, {@code array}, {@code string}, {@code integer}, {@code number}, {@code boolean}; empty if any
 * @param properties known fields of an object
 * @param additional what all other fields of an object look like; null if there must be none
 * @param items what the elements of a list look like, null if anything
 * @param traits flags
 * @param lists how lists and maps are merged
 * @param fallback the default, null if there is none
 * @param rules what values are allowed
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

    /** Anything goes, and is kept. */
    static final Schema ANYTHING =
            new Schema("", Map.of(), null, null, Traits.PRESERVING, Lists.ATOMIC, null, ValueRules.NONE);

    public Schema {
        properties = Collections.unmodifiableMap(new LinkedHashMap<>(properties));
    }

    /** A type with nothing else to say of it. */
    static Schema ofType(String type) {
        return new Schema(type, Map.of(), null, null, Traits.NONE, Lists.ATOMIC, null, ValueRules.NONE);
    }

    /** The same with a rule how its list or map is merged. */
    Schema merged(Lists how) {
        return new Schema(type, properties, additional, items, traits, how, fallback, rules);
    }

    /** What a field looks like; {@link #ANYTHING} if nothing is known. */
    public Schema field(String name) {
        Schema known = properties.get(name);
        return known != null ? known : additional != null ? additional : ANYTHING;
    }

    /** What an element looks like. */
    public Schema element() {
        return items == null ? ANYTHING : items;
    }

    /** Flags of a schema; unknown fields are dropped unless {@code preserveUnknown}. */
    record Traits(boolean preserveUnknown, boolean embeddedResource, boolean intOrString, boolean nullable) {
        static final Traits NONE = new Traits(false, false, false, false);
        static final Traits PRESERVING = new Traits(true, false, false, true);
        static final Traits INT_OR_STRING = new Traits(false, false, true, false);
    }

    /**
     * How lists and maps are merged.
     *
     * @param type {@code atomic}, {@code set} or {@code map} for a list as apply sees it
     * @param keys what tells elements of a {@code map} list apart
     * @param atomicMap whether an object is replaced as a whole
     * @param patch how a strategic merge patch sees it
     */
    public record Lists(String type, List<String> keys, boolean atomicMap, PatchRule patch) {
        static final Lists ATOMIC = new Lists("atomic", List.of(), false, PatchRule.NONE);

        public Lists {
            keys = List.copyOf(keys);
        }
    }

    /** How a strategic merge patch treats a field; {@code key} is empty for lists of plain values. */
    public record PatchRule(boolean merge, boolean retainKeys, String key) {
        static final PatchRule NONE = new PatchRule(false, false, "");
    }
}
