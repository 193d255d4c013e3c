package io.hookline.object;

import java.nio.charset.StandardCharsets;

/** The tokens of JSON text: finds the end of each, rejects invalid ones, decodes strings. */
sealed class JsonTokens permits JsonScanner {

    private final byte[] bytes;
    final int end;
    int pos;

    JsonTokens(byte[] bytes, int offset, int length) {
        this.bytes = bytes;
        this.pos = offset;
        this.end = offset + length;
    }

    /** The first byte of the next token, or -1 at the end. */
    public final int peek() {
        while (pos < end) {
            byte b = bytes[pos];
            if (b != ' ' && b != '\n' && b != '\r' && b != '\t') {
                return b & 0xff;
            }
            pos++;
        }
        return -1;
    }

    final String decode(int from, int to) {
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

    final void skipScalar() {
        switch (peek()) {
            case '"' -> skipString();
            case 't' -> literal("true");
            case 'f' -> literal("false");
            case 'n' -> literal("null");
            default -> skipNumber();
        }
    }

    final void skipString() {
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

    final void expect(char wanted) {
        if (peek() != wanted) {
            throw unexpected();
        }
        pos++;
    }

    final DecodeException unexpected() {
        return new DecodeException(
                FieldPath.ROOT,
                pos >= end ? "unexpected end of JSON" : "unexpected '" + (char) (bytes[pos] & 0xff) + "'" + at());
    }

    final String at() {
        return " at byte " + pos;
    }
}
