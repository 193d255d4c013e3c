package io.hookline.local.schema;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.object.GoJson;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;

/** Checks the bounds and formats of numbers. */
final class NumberCheck {
    private NumberCheck() {}

    /** Returns what is wrong with a number, each as the second half of a sentence. */
    static List<String> check(JsonNode value, Schema schema) {
        ValueRules.NumberBounds bounds = schema.rules().number();
        List<String> problems = new ArrayList<>();
        BigDecimal number = value.decimalValue();
        if (bounds.multipleOf() != null
                && bounds.multipleOf().decimalValue().signum() > 0
                && number.remainder(bounds.multipleOf().decimalValue()).signum() != 0) {
            problems.add("should be a multiple of " + GoJson.text(bounds.multipleOf()));
        }
        if (bounds.most() != null) {
            int compared = number.compareTo(bounds.most().decimalValue());
            if (compared > 0 || (compared == 0 && bounds.belowMost())) {
                problems.add((bounds.belowMost() ? "should be less than " : "should be less than or equal to ")
                        + GoJson.text(bounds.most()));
            }
        }
        if (bounds.least() != null) {
            int compared = number.compareTo(bounds.least().decimalValue());
            if (compared < 0 || (compared == 0 && bounds.aboveLeast())) {
                problems.add((bounds.aboveLeast() ? "should be greater than " : "should be greater than or equal to ")
                        + GoJson.text(bounds.least()));
            }
        }
        return problems;
    }

    /** Whether a value of type integer is a whole number and fits its format. */
    static boolean fitsFormat(JsonNode value, Schema schema) {
        if (!schema.type().equals("integer")) {
            return true;
        }
        BigDecimal number = value.decimalValue();
        boolean whole = number.stripTrailingZeros().scale() <= 0;
        return whole && (!schema.rules().format().equals("int32") || fitsInt(number));
    }

    private static boolean fitsInt(BigDecimal number) {
        return number.compareTo(BigDecimal.valueOf(Integer.MIN_VALUE)) >= 0
                && number.compareTo(BigDecimal.valueOf(Integer.MAX_VALUE)) <= 0;
    }
}
