package io.hookline.local.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.re2j.Pattern;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The values that a schema allows, beyond their type.
 *
 * @param required the required fields of an object
 * @param allowed the allowed values; empty if all are allowed
 * @param pattern the pattern of a text; null if not set
 * @param format the format of a text; empty if not set
 * @param number bounds of a number
 * @param length bounds of a text
 * @param count bounds of the number of elements in a list
 * @param fields bounds of the number of fields of an object
 * @param uniqueItems whether the elements of a list must be unique
 * @param logic further schemas, combined by {@code allOf}, {@code anyOf}, {@code oneOf} and {@code not}
 */
record ValueRules(
        List<String> required,
        List<JsonNode> allowed,
        @Nullable Pattern pattern,
        String format,
        NumberBounds number,
        SizeBounds length,
        SizeBounds count,
        SizeBounds fields,
        boolean uniqueItems,
        Logic logic) {

    static final ValueRules NONE = ofFormat("");

    /** Only the format of a text or a number. */
    static ValueRules ofFormat(String format) {
        return new ValueRules(
                List.of(),
                List.of(),
                null,
                format,
                NumberBounds.NONE,
                SizeBounds.NONE,
                SizeBounds.NONE,
                SizeBounds.NONE,
                false,
                Logic.NONE);
    }

    ValueRules {
        required = List.copyOf(required);
        allowed = List.copyOf(allowed);
    }

    /** Bounds of a number; a bound may be null. */
    record NumberBounds(
            @Nullable JsonNode least,
            boolean aboveLeast,
            @Nullable JsonNode most,
            boolean belowMost,
            @Nullable JsonNode multipleOf) {
        static final NumberBounds NONE = new NumberBounds(null, false, null, false, null);
    }

    /** Bounds of a size, both inclusive. */
    record SizeBounds(long least, long most) {
        static final SizeBounds NONE = new SizeBounds(0, Long.MAX_VALUE);
    }

    /** Combinations of schemas; {@code not} is null if not set. */
    record Logic(
            List<Schema> all,
            List<Schema> any,
            List<Schema> one,
            @Nullable Schema not) {
        static final Logic NONE = new Logic(List.of(), List.of(), List.of(), null);

        Logic {
            all = List.copyOf(all);
            any = List.copyOf(any);
            one = List.copyOf(one);
        }
    }
}
