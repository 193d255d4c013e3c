package io.hookline.local.schema;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads quantities such as {@code 0.5} and {@code 1024Mi}, and writes them as Go does: {@code 500m}, {@code 1Gi}. Go
 * keeps a text as it is written if it takes it for canonical, such as {@code 1.234}; and it has no suffix for 10^21
 * and more, so that it writes 1000E as 1.
 */
public final class GoQuantities {

    private static final Pattern FORM = Pattern.compile("([+-]?)0*(\\d*)(?:\\.(\\d*))?([eEinumkKMGTP]*[-+]?\\d*)");

    /** Longer exponents would make a real server busy until its timeout. */
    private static final Pattern EXPONENT = Pattern.compile("[eE][-+]?\\d{1,4}");

    /** From 1000 to the power of -3 on. */
    private static final List<String> DECIMAL = List.of("n", "u", "m", "", "k", "M", "G", "T", "P", "E");

    private static final List<String> BINARY = List.of("", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei");

    private static final BigDecimal KIBI = BigDecimal.valueOf(1024);
    private static final BigDecimal MOST = BigDecimal.valueOf(Long.MAX_VALUE);
    private static final int NANO = 9;
    private static final int MILLI = 3;

    private GoQuantities() {}

    /** The digits of a quantity, and its suffix. */
    private record Parts(String sign, String whole, String fraction, String suffix) {

        static Parts of(String text) {
            Matcher form = FORM.matcher(text);
            if (text.isEmpty() || !form.matches()) {
                throw new IllegalArgumentException(
                        "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'");
            }
            String fraction = form.group(3) == null ? "" : form.group(3);
            Parts parts =
                    new Parts(form.group(1), form.group(2).isEmpty() ? "0" : form.group(2), fraction, form.group(4));
            if (!DECIMAL.contains(parts.suffix) && !parts.isBinary() && !parts.isExponent()) {
                throw new IllegalArgumentException("unable to parse quantity's suffix");
            }
            return parts;
        }

        boolean isBinary() {
            return suffix.length() == 2 && BINARY.contains(suffix);
        }

        boolean isExponent() {
            return EXPONENT.matcher(suffix).matches();
        }

        /** The power of ten, or of two. */
        int power() {
            return isBinary()
                    ? 10 * BINARY.indexOf(suffix)
                    : isExponent() ? Integer.parseInt(suffix.substring(1)) : 3 * (DECIMAL.indexOf(suffix) - 3);
        }

        BigDecimal value() {
            BigDecimal number = new BigDecimal(sign + whole + "." + fraction + "0");
            return isBinary() ? number.multiply(KIBI.pow(BINARY.indexOf(suffix))) : number.scaleByPowerOfTen(power());
        }

        /** Whether Go calculates it with 64 bits. */
        boolean isSmall() {
            return isBinary()
                    ? fraction.isEmpty() && 14 - whole.length() - power() * 3 / 10 >= 0 && fits()
                    : whole.length() + fraction.length() <= 18 && power() - fraction.length() >= -NANO;
        }

        private boolean fits() {
            return value().abs().compareTo(MOST) <= 0;
        }

        /** Whether Go keeps the text. */
        boolean isKept() {
            String digits = whole + fraction;
            return isSmall()
                    && (isBinary()
                            ? Long.parseLong(digits) % 8 != 0
                            : (power() - fraction.length()) % 3 == 0
                                    && !digits.endsWith("000")
                                    && digits.charAt(0) != '0');
        }
    }

    /**
     * The form in which a quantity is stored.
     *
     * @param milli whether it is rounded up to thousandths
     * @throws IllegalArgumentException with the message of Go, if a text is no quantity
     */
    public static String canonical(String text, boolean milli) {
        // Other white space would be an escape in JSON, which Go does not resolve here.
        String stripped = text.replaceAll("^ +| +$", "");
        Parts parts = Parts.of(stripped);
        boolean rounded = milli
                && (parts.isBinary()
                        ? !parts.isSmall()
                        : !parts.isSmall() || parts.power() - parts.fraction.length() < -MILLI);
        if (parts.isKept() && !rounded) {
            return stripped;
        }
        BigDecimal value = parts.value();
        value = value.setScale(Math.min(Math.max(value.scale(), 0), NANO), RoundingMode.UP);
        if (parts.isBinary() && value.abs().compareTo(MOST) > 0) {
            value = MOST.multiply(BigDecimal.valueOf(value.signum()));
        }
        if (rounded) {
            value = value.setScale(Math.min(value.scale(), MILLI), RoundingMode.UP);
        }
        boolean whole = value.stripTrailingZeros().scale() <= 0;
        return parts.isBinary() && whole && value.abs().compareTo(KIBI) >= 0
                ? binary(value.toBigInteger())
                : decimal(value, parts.isExponent());
    }

    /** The number that a quantity stands for; 0 for a text that is none. */
    public static BigDecimal value(String quantity) {
        try {
            return Parts.of(quantity).value();
        } catch (IllegalArgumentException _) {
            return BigDecimal.ZERO;
        }
    }

    private static String binary(BigInteger value) {
        BigInteger kibi = KIBI.toBigInteger();
        BigInteger rest = value;
        int power = 0;
        while (power < BINARY.size() - 1 && rest.mod(kibi).signum() == 0) {
            rest = rest.divide(kibi);
            power++;
        }
        return rest + BINARY.get(power);
    }

    private static String decimal(BigDecimal value, boolean exponent) {
        if (value.signum() == 0) {
            return "0";
        }
        int power = Math.floorDiv(-value.stripTrailingZeros().scale(), 3) * 3;
        BigInteger digits = value.scaleByPowerOfTen(-power).toBigIntegerExact();
        int place = power / 3 + 3;
        String suffix = exponent ? power == 0 ? "" : "e" + power : place < DECIMAL.size() ? DECIMAL.get(place) : "";
        return digits + suffix;
    }
}
