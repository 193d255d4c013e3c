package io.hookline.object;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * JSON text exactly as Go's {@code encoding/json} writes an untyped value.
 *
 * <p>The last-applied annotation is compared as text, and names of ControllerRevisions contain its hash. A cluster can
 * therefore switch between Metacontroller and this watcher only if both write the same bytes: keys sorted by their
 * UTF-8 bytes, no white space, {@code <}, {@code >}, {@code &} and U+2028/2029 escaped, floats in Go's shortest form
 * ({@code 1.0} is {@code 1}, {@code 1e21} is {@code 1e+21}).
 */
public final class GoJson {

    private static final char[] HEX = "0123456789abcdef".toCharArray();

    /** Escapes by character; null for characters that are written unchanged. */
    private static final @Nullable String[] ASCII_ESCAPES = asciiEscapes();

    /** Go sorts strings by bytes, which in UTF-8 is the order of code points; Java's order differs above U+FFFF. */
    private static final Comparator<String> BY_CODE_POINT = (a, b) -> {
        int length = Math.min(a.length(), b.length());
        for (int i = 0; i < length; i++) {
            char x = a.charAt(i);
            char y = b.charAt(i);
            if (x != y) {
                boolean surrogates = Character.isSurrogate(x) != Character.isSurrogate(y);
                return surrogates ? Boolean.compare(Character.isSurrogate(x), Character.isSurrogate(y)) : x - y;
            }
        }
        return a.length() - b.length();
    };

    private final Bytes out = new Bytes();

    private GoJson() {}

    /**
     * Returns the bytes of a value.
     *
     * @throws DecodeException if the value contains a number that JSON cannot express
     */
    public static byte[] bytes(JsonNode value) {
        GoJson writer = new GoJson();
        writer.write(value);
        return writer.out.toByteArray();
    }

    /** Returns the text of a value. */
    public static String text(JsonNode value) {
        return new String(bytes(value), StandardCharsets.UTF_8);
    }

    private void write(JsonNode value) {
        switch (value.getNodeType()) {
            case OBJECT, POJO -> writeObject(value);
            case ARRAY -> writeList(value);
            case STRING, BINARY -> writeString(value.textValue());
            case BOOLEAN -> ascii(value.booleanValue() ? "true" : "false");
            case NUMBER -> ascii(number(value));
            case NULL, MISSING -> ascii("null");
        }
    }

    private void writeObject(JsonNode value) {
        List<Map.Entry<String, JsonNode>> fields = new ArrayList<>(value.properties());
        fields.sort(Map.Entry.comparingByKey(BY_CODE_POINT));
        char separator = '{';
        for (Map.Entry<String, JsonNode> field : fields) {
            out.write(separator);
            writeString(field.getKey());
            out.write(':');
            write(field.getValue());
            separator = ',';
        }
        ascii(fields.isEmpty() ? "{}" : "}");
    }

    private void writeList(JsonNode value) {
        char separator = '[';
        for (JsonNode element : value) {
            out.write(separator);
            write(element);
            separator = ',';
        }
        ascii(value.isEmpty() ? "[]" : "]");
    }

    private void writeString(String value) {
        out.write('"');
        byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
        if (isAscii(value, bytes)) {
            writeAscii(bytes);
        } else {
            writeEscaped(value);
        }
        out.write('"');
    }

    /**
     * Whether the bytes are the characters of the value: then there are as many. A lone surrogate is encoded as '?', so
     * '?' must be compared.
     */
    private static boolean isAscii(String value, byte[] bytes) {
        if (bytes.length != value.length()) {
            return false;
        }
        for (int i = ByteScan.contains(bytes, '?') ? 0 : bytes.length; i < bytes.length; i++) {
            if (bytes[i] == '?' && value.charAt(i) != '?') {
                return false;
            }
        }
        return true;
    }

    private void writeAscii(byte[] bytes) {
        int plain = 0;
        int i = ByteScan.endOfUnescaped(bytes, 0, bytes.length);
        while (i < bytes.length) {
            out.write(bytes, plain, i - plain);
            ascii(Objects.requireNonNull(ASCII_ESCAPES[bytes[i]]));
            plain = i + 1;
            i = ByteScan.endOfUnescaped(bytes, plain, bytes.length);
        }
        out.write(bytes, plain, bytes.length - plain);
    }

    private void writeEscaped(String value) {
        int plain = 0;
        for (int i = 0; i < value.length(); i++) {
            String escape = escape(value, i);
            if (escape != null) {
                utf8(value, plain, i);
                utf8(escape, 0, escape.length());
                plain = i + 1;
            } else if (Character.isHighSurrogate(value.charAt(i))) {
                i++; // a complete pair: lone surrogates were replaced above
            }
        }
        utf8(value, plain, value.length());
    }

    private static @Nullable String[] asciiEscapes() {
        @Nullable String[] escapes = new String[128];
        for (char c = 0; c < escapes.length; c++) {
            escapes[c] = escape(String.valueOf(c), 0);
        }
        return escapes;
    }

    private static @Nullable String escape(String value, int at) {
        char c = value.charAt(at);
        return switch (c) {
            case '"' -> "\\\"";
            case '\\' -> "\\\\";
            case '\b' -> "\\b";
            case '\f' -> "\\f";
            case '\n' -> "\\n";
            case '\r' -> "\\r";
            case '\t' -> "\\t";
            case '<', '>', '&', '\u2028', '\u2029' -> unicode(c);
            default -> {
                if (c < ' ') {
                    yield unicode(c);
                }
                if (isLoneSurrogate(value, at)) {
                    yield "\ufffd"; // as Go's decoder replaces it
                }
                yield null;
            }
        };
    }

    private static boolean isLoneSurrogate(String value, int at) {
        boolean pair = Character.isHighSurrogate(value.charAt(at))
                && at + 1 < value.length()
                && Character.isLowSurrogate(value.charAt(at + 1));
        return Character.isSurrogate(value.charAt(at)) && !pair;
    }

    private static String unicode(char c) {
        return "\\u" + HEX[c >> 12] + HEX[c >> 8 & 15] + HEX[c >> 4 & 15] + HEX[c & 15];
    }

    private void utf8(String text, int from, int to) {
        if (from < to) {
            byte[] bytes = text.substring(from, to).getBytes(StandardCharsets.UTF_8);
            out.write(bytes, 0, bytes.length);
        }
    }

    private void ascii(String text) {
        for (int i = 0; i < text.length(); i++) {
            out.write(text.charAt(i));
        }
    }

    /** An array that grows. Unlike {@link java.io.ByteArrayOutputStream}, it takes no lock for each byte. */
    private static final class Bytes {
        private byte[] bytes = new byte[512];
        private int size;

        void write(int b) {
            if (size == bytes.length) {
                grow(1);
            }
            bytes[size++] = (byte) b;
        }

        void write(byte[] from, int offset, int length) {
            if (size + length > bytes.length) {
                grow(length);
            }
            System.arraycopy(from, offset, bytes, size, length);
            size += length;
        }

        private void grow(int more) {
            bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, Math.addExact(size, more) + 256));
        }

        byte[] toByteArray() {
            return Arrays.copyOf(bytes, size);
        }
    }

    private static String number(JsonNode value) {
        if (value.isIntegralNumber() && value.canConvertToLong()) {
            return Long.toString(value.longValue());
        }
        return number(value.doubleValue());
    }

    /** A float as Go writes it: the shortest digits that read back, in exponent form below 1e-6 and from 1e21 on. */
    static String number(double value) {
        if (Double.isNaN(value) || Double.isInfinite(value)) {
            throw new DecodeException(FieldPath.ROOT, "a number that JSON cannot express: " + value);
        }
        if (value == 0) {
            return 1 / value < 0 ? "-0" : "0";
        }
        BigDecimal shortest = shortest(value);
        double size = Math.abs(value);
        if (size >= 1e-6 && size < 1e21) {
            return shortest.toPlainString();
        }
        String digits = shortest.unscaledValue().abs().toString();
        int exponent = digits.length() - 1 - shortest.scale();
        String fraction = digits.length() == 1 ? "" : "." + digits.substring(1);
        return (value < 0 ? "-" : "") + digits.charAt(0) + fraction + "e" + (exponent < 0 ? "-" : "+")
                + Math.abs(exponent);
    }

    /** Java's digits are the shortest too, except that there are always at least two: 4.9E-324 for Go's 5e-324. */
    private static BigDecimal shortest(double value) {
        BigDecimal digits = new BigDecimal(Double.toString(value)).stripTrailingZeros();
        if (digits.precision() == 2) {
            BigDecimal one = digits.round(new MathContext(1));
            return one.doubleValue() == value ? one.stripTrailingZeros() : digits;
        }
        return digits;
    }
}
