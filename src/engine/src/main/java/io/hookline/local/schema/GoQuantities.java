package io.hookline.local.schema;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads quantities such as {@code 0.5} and {@code 1024Mi}, and writes them as Go does: {@code 500m}, {@code 1Gi}. */
public final class GoQuantities {

    private static final Pattern FORM =
            Pattern.compile("([+-]?(?:\\d+\\.?\\d*|\\.\\d+))([numkMGTPE]|[KMGTPE]i|[eE][+-]?\\d{1,3})?");

    /** From 1000 to the power of -3 on. */
    private static final List<String> DECIMAL = List.of("n", "u", "m", "", "k", "M", "G", "T", "P", "E");

    private static final List<String> BINARY = List.of("", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei");

    private static final BigInteger THOUSAND = BigInteger.valueOf(1000);
    private static final BigInteger KIBI = BigInteger.valueOf(1024);
    private static final int NANO = 9;

    private GoQuantities() {}

    /**
     * The canonical form.
     *
     * @param milli whether it is rounded up to thousandths
     * @throws IllegalArgumentException with the message of Go, if a text is no quantity
     */
    static String canonical(String text, boolean milli) {
        Matcher form = FORM.matcher(text.strip());
        if (!form.matches()) {
            throw new IllegalArgumentException(
                    "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'");
        }
        BigDecimal number = new BigDecimal(form.group(1).replaceFirst("\\.$", ""));
        String suffix = form.group(2) == null ? "" : form.group(2);
        if (suffix.endsWith("i")) {
            BigDecimal value = number.multiply(new BigDecimal(KIBI.pow(BINARY.indexOf(suffix))));
            boolean small = value.abs().compareTo(new BigDecimal(KIBI)) < 0;
            return small || value.stripTrailingZeros().scale() > 0
                    ? decimal(value, milli)
                    : binary(value.toBigInteger());
        }
        if (suffix.matches("[eE].+")) {
            return exponent(number.scaleByPowerOfTen(Integer.parseInt(suffix.substring(1))), milli);
        }
        return decimal(number.scaleByPowerOfTen(3 * (DECIMAL.indexOf(suffix) - 3)), milli);
    }

    /** The number that a quantity in canonical form stands for. */
    public static BigDecimal value(String canonical) {
        Matcher form = FORM.matcher(canonical);
        if (!form.matches()) {
            return BigDecimal.ZERO;
        }
        BigDecimal number = new BigDecimal(form.group(1));
        String suffix = form.group(2) == null ? "" : form.group(2);
        return suffix.endsWith("i")
                ? number.multiply(new BigDecimal(KIBI.pow(BINARY.indexOf(suffix))))
                : suffix.matches("[eE].+")
                        ? number.scaleByPowerOfTen(Integer.parseInt(suffix.substring(1)))
                        : number.scaleByPowerOfTen(3 * (DECIMAL.indexOf(suffix) - 3));
    }

    private static String binary(BigInteger value) {
        BigInteger rest = value;
        int power = 0;
        while (power < BINARY.size() - 1 && rest.signum() != 0 && rest.mod(KIBI).signum() == 0) {
            rest = rest.divide(KIBI);
            power++;
        }
        return rest + BINARY.get(power);
    }

    private static String decimal(BigDecimal value, boolean milli) {
        BigInteger rest = nanos(value, milli);
        int power = 0;
        while (power < DECIMAL.size() - 1
                && rest.signum() != 0
                && rest.mod(THOUSAND).signum() == 0) {
            rest = rest.divide(THOUSAND);
            power++;
        }
        return rest.signum() == 0 ? "0" : rest + DECIMAL.get(power);
    }

    private static String exponent(BigDecimal value, boolean milli) {
        BigInteger rest = nanos(value, milli);
        int power = -NANO;
        while (rest.signum() != 0 && rest.mod(THOUSAND).signum() == 0) {
            rest = rest.divide(THOUSAND);
            power += 3;
        }
        return rest.signum() == 0 ? "0" : rest + (power == 0 ? "" : "e" + power);
    }

    /** Rounded up, away from zero, as in Go. */
    private static BigInteger nanos(BigDecimal value, boolean milli) {
        BigDecimal rounded = milli ? value.setScale(Math.min(value.scale(), 3), RoundingMode.UP) : value;
        return rounded.scaleByPowerOfTen(NANO).setScale(0, RoundingMode.UP).toBigInteger();
    }
}
