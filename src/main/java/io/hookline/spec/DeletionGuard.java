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
     * A number of children, or a share of them.
     *
     * @param value at least 0; at most 100 if it is a percentage
     */
    public record Limit(int value, boolean isPercentage) {

        /** Whether an answer may delete so many of a parent's children. */
        public boolean allows(int deleted, int children) {
            return isPercentage ? deleted * 100L <= (long) value * children : deleted <= value;
        }

        /** As in the spec. */
        @Override
        public String toString() {
            return isPercentage ? value + "%" : String.valueOf(value);
        }
    }

    /** Decodes the guard. */
    static DeletionGuard decode(FieldReader guard) {
        return new DeletionGuard(guard.node("maxDeletions")
                .map(node -> node.isTextual() ? percentage(guard, node.textValue()) : number(guard)));
    }

    private static Limit number(FieldReader guard) {
        int value = guard.integer("maxDeletions").orElse(0);
        if (value < 0) {
            throw guard.wrong("maxDeletions", "must be at least 0, was " + value);
        }
        return new Limit(value, false);
    }

    private static Limit percentage(FieldReader guard, String text) {
        if (!PERCENTAGE.matcher(text).matches()) {
            throw guard.wrong(
                    "maxDeletions", "expected a number or a percentage from \"0%\" to \"100%\", was \"" + text + "\"");
        }
        return new Limit(Integer.parseInt(text.substring(0, text.length() - 1)), true);
    }
}
