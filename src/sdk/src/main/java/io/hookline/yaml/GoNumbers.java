package io.hookline.yaml;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parses numbers as go-yaml v2 does, and formats them as keys. */
final class GoNumbers {

    /** Matches integers after underscores are removed. A leading zero makes them octal. */
    private static final Pattern WHOLE = Pattern.compile(
            "([-+]?)(?:0[xX](?<hex>[0-9a-fA-F]+)|0[bB](?<bin>[01]+)|0[oO]?(?<oct>[0-7]+)|(?<dec>0|[1-9][0-9]*))");

    private static final Pattern DECIMAL =
            Pattern.compile("[-+]?(?:\\.[0-9]+|[0-9]+(?:\\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?");

    /** If a number begins with a point, underscores may only be between digits. */
    private static final Pattern STRAY_UNDERSCORE = Pattern.compile("(?<![0-9])_|_(?![0-9])");

    private static final Pattern INFINITE = Pattern.compile("([-+]?)\\.(?:inf|Inf|INF)");
    private static final Pattern NOT_A_NUMBER = Pattern.compile("\\.(?:nan|NaN|NAN)");

    /** Keys are written with an exponent from this power of ten on, and below {@link #SMALLEST_KEY}. */
    private static final int WIDEST_KEY = 6;

    private static final int SMALLEST_KEY = -4;

    /** More digits than 64 bits have in any base. */
    private static final int LONGEST_WHOLE = 100;

    private GoNumbers() {}

    /** Returns a {@link Long} or a {@link Double}; empty if the text is not a number. */
    static Optional<Object> parse(String text) {
        if (text.isEmpty() || "+-.0123456789".indexOf(text.charAt(0)) < 0) {
            return Optional.empty();
        }
        Matcher infinite = INFINITE.matcher(text);
        if (infinite.matches()) {
            return Optional.of(infinite.group(1).equals("-") ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY);
        }
        if (NOT_A_NUMBER.matcher(text).matches()) {
            return Optional.of(Double.NaN);
        }
        String digits = text.replace("_", "");
        if (text.charAt(0) == '.' && STRAY_UNDERSCORE.matcher(text).find()) {
            return Optional.empty();
        }
        return whole(digits).or(() -> decimal(digits));
    }

    /**
     * Returns an integer; empty also if it has more than 64 bits. Then a decimal number becomes a double, others are
     * strings.
     */
    private static Optional<Object> whole(String digits) {
        Matcher parts = WHOLE.matcher(digits);
        if (digits.length() > LONGEST_WHOLE || !parts.matches()) {
            return Optional.empty();
        }
        BigInteger size = parts.group("hex") != null
                ? new BigInteger(parts.group("hex"), 16)
                : parts.group("bin") != null
                        ? new BigInteger(parts.group("bin"), 2)
                        : parts.group("oct") != null
                                ? new BigInteger(parts.group("oct"), 8)
                                : new BigInteger(parts.group("dec"));
        BigInteger value = parts.group(1).equals("-") ? size.negate() : size;
        if (value.bitLength() < Long.SIZE) {
            return Optional.of(value.longValue());
        }
        boolean unsigned = parts.group(1).isEmpty() && value.bitLength() == Long.SIZE;
        return unsigned ? Optional.of(value.doubleValue()) : Optional.empty();
    }

    private static Optional<Object> decimal(String digits) {
        if (!DECIMAL.matcher(digits).matches()) {
            return Optional.empty();
        }
        double value = Double.parseDouble(digits);
        return Double.isInfinite(value) ? Optional.empty() : Optional.of(value);
    }

    /** Formats a number as a key: the shortest text that gives the same 32-bit float. */
    static String keyText(double value) {
        float number = (float) value;
        if (Float.isNaN(number)) {
            return ".nan";
        }
        if (Float.isInfinite(number)) {
            return number > 0 ? ".inf" : "-.inf";
        }
        if (number == 0) {
            return Float.floatToRawIntBits(number) < 0 ? "-0" : "0";
        }
        BigDecimal digits = new BigDecimal(Float.toString(number)).stripTrailingZeros();
        int exponent = digits.precision() - digits.scale() - 1;
        if (exponent >= SMALLEST_KEY && exponent < WIDEST_KEY) {
            return digits.toPlainString();
        }
        String mantissa = digits.movePointLeft(exponent).stripTrailingZeros().toPlainString();
        return mantissa + "e" + (exponent < 0 ? "-" : "+") + "%02d".formatted(Math.abs(exponent));
    }
}
