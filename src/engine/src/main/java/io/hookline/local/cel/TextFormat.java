package io.hookline.local.cel;

import com.google.common.primitives.UnsignedLong;
import dev.cel.common.types.CelKind;
import dev.cel.common.types.CelType;
import dev.cel.common.types.TypeType;
import dev.cel.common.values.CelByteString;
import dev.cel.common.values.NullValue;
import dev.cel.runtime.CelEvaluationException;
import io.hookline.local.machinery.FieldError;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * Fills values into a text, as the function {@code format} of a real server does: numbers with a fraction are written
 * for readers of English, {@code 1,234.500000} and {@code 1.234500×10⁰³}. For the latter, a real server
 * takes the precision for the width.
 */
final class TextFormat {

    private static final Pattern CLAUSE = Pattern.compile("%(?:(%)|(?:\\.([0-9]{1,3}))?([sdfebxXo]))");
    private static final char NONE = ' ';
    private static final int PRECISION = 6;
    private static final String SUPERSCRIPTS = "\u2070\u00b9\u00b2\u00b3\u2074\u2075\u2076\u2077\u2078\u2079";

    private TextFormat() {}

    /** A text, and the clause after it. */
    private record Clause(String before, char verb, int precision) {}

    /** The clauses of a text; the last one has no verb, and the rest of the text. */
    private static List<Clause> clauses(String format) {
        List<Clause> clauses = new ArrayList<>();
        StringBuilder before = new StringBuilder();
        Matcher clause = CLAUSE.matcher(format);
        int end = 0;
        for (int percent = format.indexOf('%'); percent >= 0; percent = format.indexOf('%', end)) {
            before.append(format, end, percent);
            if (!clause.find(percent) || clause.start() != percent) {
                throw new IllegalArgumentException("could not parse formatting clause");
            }
            if (clause.group(1) == null) {
                int precision = clause.group(2) == null ? PRECISION : Integer.parseInt(clause.group(2));
                clauses.add(new Clause(before.toString(), clause.group(3).charAt(0), precision));
                before.setLength(0);
            } else {
                before.append('%');
            }
            end = clause.end();
        }
        clauses.add(new Clause(before + format.substring(end), NONE, 0));
        return clauses;
    }

    /**
     * Fills in values.
     *
     * @throws CelEvaluationException if a clause does not fit its value, or has none
     * @throws IllegalArgumentException if the text has a clause that is none
     */
    static String format(String format, List<?> values) throws CelEvaluationException {
        StringBuilder text = new StringBuilder();
        int next = 0;
        for (Clause clause : clauses(format)) {
            text.append(clause.before);
            if (clause.verb != NONE) {
                if (next >= values.size()) {
                    throw new CelEvaluationException("index " + next + " out of range");
                }
                text.append(clause(clause.verb, clause.precision, values.get(next)));
                next++;
            }
        }
        return text.toString();
    }

    /** Whether a text can be filled with values of types, as far as these say it; none is left over. */
    static boolean fits(String format, List<CelType> types) {
        try {
            List<Clause> clauses = clauses(format);
            return clauses.size() - 1 == types.size()
                    && IntStream.range(0, types.size())
                            .allMatch(
                                    i -> fits(clauses.get(i).verb, types.get(i).kind()));
        } catch (IllegalArgumentException _) {
            return false;
        }
    }

    private static boolean fits(char verb, CelKind kind) {
        return kind == CelKind.DYN
                || switch (verb) {
                    case 's' -> kind != CelKind.STRUCT && kind != CelKind.OPAQUE;
                    case 'f', 'e' -> kind == CelKind.DOUBLE || kind == CelKind.STRING;
                    case 'b' -> isWhole(kind) || kind == CelKind.BOOL;
                    case 'x', 'X' -> isWhole(kind) || kind == CelKind.STRING || kind == CelKind.BYTES;
                    default -> isWhole(kind);
                };
    }

    private static boolean isWhole(CelKind kind) {
        return kind == CelKind.INT || kind == CelKind.UINT;
    }

    private static String clause(char verb, int precision, Object value) throws CelEvaluationException {
        return switch (verb) {
            case 's' -> text(value);
            case 'd' -> whole(verb, value, 10);
            case 'b' -> value instanceof Boolean bit ? bit ? "1" : "0" : whole(verb, value, 2);
            case 'o' -> whole(verb, value, 8);
            case 'f' -> fixed(number(verb, value), precision);
            case 'e' -> scientific(number(verb, value), precision);
            case 'X' -> hex(verb, value).toUpperCase(Locale.ROOT);
            default -> hex(verb, value);
        };
    }

    private static CelEvaluationException misfit(char verb, Object value) {
        return new CelEvaluationException("error during formatting: %" + verb + " cannot be used on "
                + value.getClass().getSimpleName());
    }

    private static String whole(char verb, Object value, int radix) throws CelEvaluationException {
        return switch (value) {
            case Long number -> Long.toString(number, radix);
            case UnsignedLong number -> number.toString(radix);
            default -> throw misfit(verb, value);
        };
    }

    private static String hex(char verb, Object value) throws CelEvaluationException {
        return switch (value) {
            case String text -> HexFormat.of().formatHex(text.getBytes(StandardCharsets.UTF_8));
            case CelByteString bytes -> HexFormat.of().formatHex(bytes.toByteArray());
            default -> whole(verb, value, 16);
        };
    }

    private static double number(char verb, Object value) throws CelEvaluationException {
        return switch (value) {
            case Double number -> number;
            case String text when List.of("NaN", "Infinity", "-Infinity").contains(text) -> Double.parseDouble(text);
            default -> throw misfit(verb, value);
        };
    }

    private static String fixed(double number, int precision) {
        if (!Double.isFinite(number)) {
            return infinite(number);
        }
        String digits = new BigDecimal(number)
                .abs()
                .setScale(precision, RoundingMode.HALF_EVEN)
                .toPlainString();
        int point = precision == 0 ? digits.length() : digits.indexOf('.');
        String grouped = digits.substring(0, point).replaceAll("(?<=\\d)(?=(?:\\d{3})+$)", ",");
        return (isNegative(number) ? "-" : "") + grouped + digits.substring(point);
    }

    private static String scientific(double number, int width) {
        if (!Double.isFinite(number)) {
            return " ".repeat(Math.max(0, width - infinite(number).length())) + infinite(number);
        }
        BigDecimal rounded = new BigDecimal(number).abs().round(new MathContext(PRECISION + 1, RoundingMode.HALF_EVEN));
        int exponent = rounded.signum() == 0 ? 0 : rounded.precision() - rounded.scale() - 1;
        StringBuilder text = new StringBuilder(isNegative(number) ? "-" : "");
        text.append(rounded.movePointLeft(exponent).setScale(PRECISION, RoundingMode.UNNECESSARY));
        text.append("\u00d710").append(exponent < 0 ? "\u207b" : "");
        for (char digit : String.format(Locale.ROOT, "%02d", Math.abs(exponent)).toCharArray()) {
            text.append(SUPERSCRIPTS.charAt(digit - '0'));
        }
        return " ".repeat(Math.max(0, width - text.length())) + text;
    }

    private static boolean isNegative(double number) {
        return number < 0 || 1 / number < 0;
    }

    private static String infinite(double number) {
        return Double.isNaN(number) ? "NaN" : number > 0 ? "\u221e" : "-\u221e";
    }

    private static String text(Object value) throws CelEvaluationException {
        return switch (value) {
            case List<?> list -> list(list);
            case Map<?, ?> map -> map(map);
            case Double number -> FieldError.show(number);
            case Duration duration -> seconds(duration);
            case CelByteString bytes -> bytes.toStringUtf8();
            case NullValue _ -> "null";
            case TypeType type -> type.type().name();
            case Instant time -> time(time);
            case Long _, UnsignedLong _, Boolean _, String _ -> value.toString();
            default -> throw misfit('s', value);
        };
    }

    /** A value in a list or a map, as it is written in CEL. */
    private static String literal(Object value) throws CelEvaluationException {
        return switch (value) {
            case String text -> FieldError.quote(text);
            case CelByteString bytes -> "b" + FieldError.quote(bytes.toStringUtf8());
            case Instant time -> "timestamp(\"" + time(time) + "\")";
            case Duration duration -> "duration(\"" + seconds(duration) + "\")";
            case Double number when !Double.isFinite(number) -> FieldError.quote(FieldError.show(number));
            case Double number ->
                (isNegative(number) ? "-" : "")
                        + new BigDecimal(number)
                                .abs()
                                .setScale(PRECISION, RoundingMode.HALF_EVEN)
                                .toPlainString();
            default -> text(value);
        };
    }

    private static String list(List<?> list) throws CelEvaluationException {
        List<String> elements = new ArrayList<>();
        for (Object element : list) {
            elements.add(literal(element));
        }
        return "[" + String.join(", ", elements) + "]";
    }

    private static String map(Map<?, ?> map) throws CelEvaluationException {
        Map<String, String> entries = new TreeMap<>();
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            entries.put(literal(entry.getKey()), literal(entry.getValue()));
        }
        List<String> texts = new ArrayList<>();
        entries.forEach((key, value) -> texts.add(key + ":" + value));
        return "{" + String.join(", ", texts) + "}";
    }

    private static String time(Instant time) {
        return time.toString().replaceFirst("(\\.[0-9]*[1-9])0+Z$", "$1Z");
    }

    private static String seconds(Duration duration) {
        BigDecimal seconds = new BigDecimal(BigInteger.valueOf(duration.toNanos()), 9).stripTrailingZeros();
        return (seconds.scale() < 0 ? seconds.setScale(0, RoundingMode.UNNECESSARY) : seconds).toPlainString() + "s";
    }
}
