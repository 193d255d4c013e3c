package io.hookline.object;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Walks over JSON text byte by byte without creating objects, and rejects text that is not JSON.
 *
 * <p>The caller is positioned before a value and either skips it ({@link #skipValue}), reads it ({@link #readString})
 * or enters it ({@link #beginObject} then {@link #nextField}, {@link #beginArray} then {@link #nextElement}). Errors
 * are {@link DecodeException}s at the document, with the byte offset. Not thread-safe.
 */
public final class JsonScanner {

    /** Go's limit: JSON that an API server accepts is accepted here. */
    private static final int MAX_DEPTH = 10_000;

    private static final String NOT_JSON = "not JSON";

    private final byte[] bytes;
    private final int end;
    private int pos;
    private boolean first;

    /** Scans a range of {@code bytes}, which must not change meanwhile. */
    public JsonScanner(byte[] bytes, int offset, int length) {
        this.bytes = bytes;
        this.pos = offset;
        this.end = offset + length;
    }

    /** Scans all of {@code bytes}. */
    public JsonScanner(byte[] bytes) {
        this(bytes, 0, bytes.length);
    }

    /** The offset of the next byte. */
    public int position() {
        return pos;
    }

    /** The type of the next value, in words: {@code a string}, {@code an object}. */
    public String describeNext() {
        return switch (peek()) {
            case '{' -> "an object";
            case '[' -> "a list";
            case '"' -> "a string";
            case 't', 'f' -> "a boolean";
            case 'n' -> isAhead("null") ? "null" : NOT_JSON;
            case '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9' -> "a number";
            case -1 -> "the end of the text";
            default -> NOT_JSON;
        };
    }

    private boolean isAhead(String word) {
        return pos + word.length() <= end
                && new String(bytes, pos, word.length(), StandardCharsets.ISO_8859_1).equals(word);
    }

    /** Enters an object; {@link #nextField} follows. */
    public void beginObject() {
        expect('{');
        first = true;
    }

    /** Enters a list; {@link #nextElement} follows. */
    public void beginArray() {
        expect('[');
        first = true;
    }

    /** Returns the next field's name and stops before its value; returns null at the object's end. */
    public @Nullable String nextField() {
        if (atEnd('}')) {
            return null;
        }
        String name = readString();
        expect(':');
        peek();
        return name;
    }

    /** Whether another element follows; stops before it. */
    public boolean nextElement() {
        if (atEnd(']')) {
            return false;
        }
        peek();
        return true;
    }

    private boolean atEnd(char close) {
        int next = peek();
        if (next == close) {
            pos++;
            first = false;
            return true;
        }
        if (!first) {
            expect(',');
            if (peek() == close) {
                throw unexpected();
            }
        }
        first = false;
        return false;
    }

    /** Reads a string value. */
    public String readString() {
        int quote = startOfString();
        skipString();
        return decode(quote + 1, pos - 1);
    }

    private int startOfString() {
        if (peek() != '"') {
            String next = describeNext();
            throw next.equals(NOT_JSON)
                    ? unexpected()
                    : DecodeException.expected(FieldPath.ROOT, "a string", next + at());
        }
        return pos;
    }

    /** Skips one value of any kind. */
    public void skipValue() {
        switch (peek()) {
            case '{', '[' -> skipNested();
            case -1 -> throw unexpected();
            default -> skipScalar();
        }
    }

    /** Iterative, so that deep nesting cannot overflow the stack. */
    private void skipNested() {
        long[] objects = new long[4]; // one bit per level: set for an object, clear for a list
        int depth = 0;
        boolean wantsValue = true;
        do {
            int next = peek();
            if (wantsValue && (next == '{' || next == '[')) {
                depth = deeper(depth);
                objects = mark(objects, depth, next == '{');
                wantsValue = stepIn(next == '{');
            } else if (wantsValue) {
                skipScalar();
                wantsValue = false;
            } else if (next == ',') {
                pos++;
                if (isSet(objects, depth)) {
                    fieldName();
                }
                wantsValue = true;
            } else {
                expect(isSet(objects, depth) ? '}' : ']');
                depth--;
            }
        } while (depth > 0);
    }

    private int deeper(int depth) {
        if (depth == MAX_DEPTH) {
            throw new DecodeException(FieldPath.ROOT, "nested deeper than " + MAX_DEPTH + " levels" + at());
        }
        return depth + 1;
    }

    /** Enters an object or list, up to its first value; returns false if it is empty. */
    private boolean stepIn(boolean object) {
        pos++;
        if (peek() == (object ? '}' : ']')) {
            return false;
        }
        if (object) {
            fieldName();
        }
        return true;
    }

    private static long[] mark(long[] bits, int depth, boolean object) {
        int word = depth >> 6;
        long[] grown = word < bits.length ? bits : Arrays.copyOf(bits, bits.length * 2);
        long bit = 1L << (depth & 63);
        grown[word] = object ? grown[word] | bit : grown[word] & ~bit;
        return grown;
    }

    private static boolean isSet(long[] bits, int depth) {
        return (bits[depth >> 6] & (1L << (depth & 63))) != 0;
    }

    private void fieldName() {
        startOfString();
        skipString();
        expect(':');
    }

    /** Returns the text from {@code start} to the current position, without conversion. */
    public String text(int start) {
        return new String(bytes, start, pos - start, StandardCharsets.UTF_8).strip();
    }

    /** Rejects anything but white space after the value that was read. */
    public void expectEnd() {
        if (peek() != -1) {
            throw unexpected();
        }
    }

    /** The first byte of the next token, or -1 at the end. */
    public int peek() {
        while (pos < end) {
            byte b = bytes[pos];
            if (b != ' ' && b != '\n' && b != '\r' && b != '\t') {
                return b & 0xff;
            }
            pos++;
        }
        return -1;
    }

    private String decode(int from, int to) {
        if (ByteScan.endOfPlain(bytes, from, to) < to) {
            return unescape(from, to);
        }
        return new String(bytes, from, to - from, StandardCharsets.UTF_8);
    }

    private String unescape(int from, int to) {
        StringBuilder text = new StringBuilder(to - from);
        int plain = from;
        int i = from;
        while (i < to) {
            if (bytes[i] != '\\') {
                i++;
                continue;
            }
            text.append(new String(bytes, plain, i - plain, StandardCharsets.UTF_8));
            i++;
            switch (bytes[i]) {
                case 'b' -> text.append('\b');
                case 'f' -> text.append('\f');
                case 'n' -> text.append('\n');
                case 'r' -> text.append('\r');
                case 't' -> text.append('\t');
                case 'u' -> {
                    text.append((char) Integer.parseInt(new String(bytes, i + 1, 4, StandardCharsets.US_ASCII), 16));
                    i += 4;
                }
                default -> text.append((char) bytes[i]);
            }
            i++;
            plain = i;
        }
        return text.append(new String(bytes, plain, to - plain, StandardCharsets.UTF_8))
                .toString();
    }

    private void skipScalar() {
        switch (peek()) {
            case '"' -> skipString();
            case 't' -> literal("true");
            case 'f' -> literal("false");
            case 'n' -> literal("null");
            default -> skipNumber();
        }
    }

    private void skipString() {
        int i = ByteScan.endOfPlain(bytes, pos + 1, end);
        while (i < end) {
            byte b = bytes[i];
            if (b == '"') {
                pos = i + 1;
                return;
            }
            if (b != '\\') {
                pos = i;
                throw new DecodeException(FieldPath.ROOT, "control character in a string" + at());
            }
            i = ByteScan.endOfPlain(bytes, afterEscape(i + 1), end);
        }
        pos = end;
        throw unexpected();
    }

    private int afterEscape(int i) {
        int kind = i < end ? bytes[i] : -1;
        boolean valid = "\"\\/bfnrtu".indexOf(kind) >= 0 && kind > 0;
        int next = kind == 'u' ? i + 5 : i + 1;
        for (int h = i + 1; valid && kind == 'u' && h < i + 5; h++) {
            valid = h < end && Character.digit(bytes[h], 16) >= 0;
        }
        if (!valid || next > end) {
            pos = Math.min(i, end);
            throw new DecodeException(FieldPath.ROOT, "invalid escape in a string" + at());
        }
        return next;
    }

    private void literal(String word) {
        for (int i = 0; i < word.length(); i++) {
            if (pos + i >= end || bytes[pos + i] != word.charAt(i)) {
                throw unexpected();
            }
        }
        pos += word.length();
    }

    private void skipNumber() {
        if (pos < end && bytes[pos] == '-') {
            pos++;
        }
        if (pos < end && bytes[pos] == '0') {
            pos++;
        } else {
            digits();
        }
        if (pos < end && bytes[pos] == '.') {
            pos++;
            digits();
        }
        if (pos < end && (bytes[pos] | 0x20) == 'e') {
            pos++;
            if (pos < end && (bytes[pos] == '+' || bytes[pos] == '-')) {
                pos++;
            }
            digits();
        }
    }

    private void digits() {
        int start = pos;
        while (pos < end && bytes[pos] >= '0' && bytes[pos] <= '9') {
            pos++;
        }
        if (pos == start) {
            throw unexpected();
        }
    }

    private void expect(char wanted) {
        if (peek() != wanted) {
            throw unexpected();
        }
        pos++;
    }

    private DecodeException unexpected() {
        return new DecodeException(
                FieldPath.ROOT,
                pos >= end ? "unexpected end of JSON" : "unexpected '" + (char) (bytes[pos] & 0xff) + "'" + at());
    }

    private String at() {
        return " at byte " + pos;
    }
}
