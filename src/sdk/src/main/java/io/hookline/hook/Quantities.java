package io.hookline.hook;

import io.fabric8.kubernetes.api.model.Quantity;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Collection;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Exact arithmetic with resource quantities such as {@code 500m} and {@code 1Gi}.
 *
 * <pre>{@code
 * Quantity total = Quantities.sum(pods.stream().map(pod -> memory(pod)).toList());
 * boolean fits = Quantities.compare(total, new Quantity("4Gi")) <= 0;
 * }</pre>
 *
 * <p>The methods of {@link Quantity} itself round to 16 digits: {@code 1Gi} plus {@code 1} is
 * {@code 1.000000000931323Gi} there, and {@code 1073741825} here. Results have the canonical form of Kubernetes: the
 * largest suffix without a fraction, at most nine decimal places (rounded away from zero).
 */
public final class Quantities {

    private static final Pattern FORM =
            Pattern.compile("([+-]?(?:[0-9]+(?:\\.[0-9]*)?|\\.[0-9]+))([KMGTPE]i|[numkMGTPE]|[eE][+-]?[0-9]{1,3})?");
    private static final List<String> BINARY = List.of("", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei");
    private static final List<String> DECIMAL = List.of("n", "u", "m", "", "k", "M", "G", "T", "P", "E");
    private static final BigDecimal KIBI = BigDecimal.valueOf(1024);
    private static final int NANO = 9;

    private Quantities() {}

    /** Returns the exact value: cores, bytes, or whatever is counted. */
    public static BigDecimal value(Quantity quantity) {
        String text = text(quantity);
        Matcher form = FORM.matcher(text);
        if (!form.matches()) {
            throw new IllegalArgumentException(
                    "\"" + text + "\" is not a quantity; use a number such as 0.5, 500m or 1Gi");
        }
        BigDecimal number = new BigDecimal(form.group(1));
        String suffix = form.group(2) == null ? "" : form.group(2);
        return switch (Format.of(suffix)) {
            case BINARY -> number.multiply(KIBI.pow(BINARY.indexOf(suffix)));
            case EXPONENT -> number.scaleByPowerOfTen(Integer.parseInt(suffix.substring(1)));
            case DECIMAL -> number.scaleByPowerOfTen(3 * (DECIMAL.indexOf(suffix) - DECIMAL.indexOf("")));
        };
    }

    /** Compares two values: negative, zero or positive, as {@link Comparable#compareTo}. */
    public static int compare(Quantity one, Quantity other) {
        return value(one).compareTo(value(other));
    }

    /**
     * Adds two quantities. The result has the format (binary or decimal) of the first one, or of the other if the first
     * is 0.
     */
    public static Quantity add(Quantity one, Quantity other) {
        return of(value(one).add(value(other)), value(one).signum() == 0 ? other : one);
    }

    /** Subtracts the other quantity from the first. The result has the format of the first one. */
    public static Quantity subtract(Quantity one, Quantity other) {
        return of(value(one).subtract(value(other)), value(one).signum() == 0 ? other : one);
    }

    /** Multiplies a quantity, such as the request of one Pod by the number of Pods. */
    public static Quantity multiply(Quantity one, long times) {
        return of(value(one).multiply(BigDecimal.valueOf(times)), one);
    }

    /** Adds all quantities. The sum of an empty collection is 0. */
    public static Quantity sum(Collection<Quantity> quantities) {
        return quantities.stream().reduce(new Quantity("0"), Quantities::add);
    }

    private static String text(Quantity quantity) {
        String amount = quantity.getAmount() == null ? "" : quantity.getAmount();
        return quantity.getFormat() == null ? amount : amount + quantity.getFormat();
    }

    /** Writes a value in the format of another quantity. */
    private static Quantity of(BigDecimal value, Quantity like) {
        Matcher form = FORM.matcher(text(like));
        Format format = form.matches() && form.group(2) != null ? Format.of(form.group(2)) : Format.DECIMAL;
        boolean binary = format == Format.BINARY && value.abs().compareTo(KIBI) >= 0;
        return binary ? binary(value) : decimal(value, format == Format.EXPONENT);
    }

    private static Quantity binary(BigDecimal value) {
        BigDecimal rest = value.setScale(0, RoundingMode.UP);
        int suffix = 0;
        while (suffix < BINARY.size() - 1 && rest.remainder(KIBI).signum() == 0) {
            rest = rest.divide(KIBI);
            suffix++;
        }
        return new Quantity(rest.toPlainString(), BINARY.get(suffix));
    }

    private static Quantity decimal(BigDecimal value, boolean exponent) {
        BigDecimal rounded = value.setScale(NANO, RoundingMode.UP);
        int suffix = rounded.signum() == 0 ? DECIMAL.indexOf("") : DECIMAL.size() - 1;
        while (rounded.movePointRight(NANO - 3 * suffix).stripTrailingZeros().scale() > 0) {
            suffix--;
        }
        int power = 3 * suffix - NANO;
        String unit = exponent && power != 0 ? "e" + power : DECIMAL.get(suffix);
        return new Quantity(
                rounded.movePointRight(-power).stripTrailingZeros().toPlainString(),
                exponent && power == 0 ? "" : unit);
    }

    private enum Format {
        BINARY,
        DECIMAL,
        EXPONENT;

        static Format of(String suffix) {
            if (suffix.endsWith("i")) {
                return BINARY;
            }
            return suffix.length() > 1 ? EXPONENT : DECIMAL;
        }
    }
}
