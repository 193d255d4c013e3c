package io.hookline.spec;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Which answers of a controller's sync hook may delete children: those that list the children, and delete no more than
 * the limit.
 *
 * @param limit how many children of one parent an answer may delete; empty for any number
 */
public record DeletionGuard(Optional<Limit> limit) {

    private static final Pattern PERCENTAGE = Pattern.compile("\\d{1,2}%|100%");

    /**
     * A number of objects, or a share of them.
     *
     * @param value at least 0; at most 100 if it is a percentage
     */
    public record Limit(int value, boolean isPercentage) {

        /** Whether an answer may delete so many of a parent's children. */
        public boolean allows(int deleted, int children) {
            return isPercentage ? deleted * 100L <= (long) value * children : deleted <= value;
        }

        /** Decodes a field: a number, or a percentage. */
        static Optional<Limit> decode(FieldReader of, String field) {
            return of.node(field)
                    .map(node -> node.isTextual() ? percentage(of, field, node.textValue()) : number(of, field));
        }

        private static Limit number(FieldReader of, String field) {
            int value = of.integer(field).orElse(0);
            if (value < 0) {
                throw of.wrong(field, "must be at least 0, was " + value);
            }
            return new Limit(value, false);
        }

        private static Limit percentage(FieldReader of, String field, String text) {
            if (!PERCENTAGE.matcher(text).matches()) {
                throw of.wrong(
                        field, "expected a number or a percentage from \"0%\" to \"100%\", was \"" + text + "\"");
            }
            return new Limit(Integer.parseInt(text.substring(0, text.length() - 1)), true);
        }

        /** As in the spec. */
        @Override
        public String toString() {
            return isPercentage ? value + "%" : String.valueOf(value);
        }
    }

    /** Decodes the guard. */
    static DeletionGuard decode(FieldReader guard) {
        return new DeletionGuard(Limit.decode(guard, "maxDeletions"));
    }
}
