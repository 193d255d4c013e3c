package io.hookline.hook.codec;

/**
 * Finds unpaired surrogate escapes ({@code \ud83d} alone) in JSON, and replaces them by U+FFFD as Go's decoder and the
 * API server do.
 */
final class LoneSurrogates {

    /** The length of an escape. */
    static final int ESCAPE = 6;

    private LoneSurrogates() {}

    /** Returns the same array if it has none, which is the usual case. */
    static byte[] repaired(byte[] json) {
        int first = first(json);
        if (first == json.length) {
            return json;
        }
        byte[] text = json.clone();
        for (int i = first; i < text.length; i = next(text, i + ESCAPE)) {
            replace(text, i);
        }
        return text;
    }

    /** The offset of the first one, or the length if there is none. */
    static int first(byte[] json) {
        return next(json, 0);
    }

    private static int next(byte[] json, int from) {
        int i = from;
        while (i < json.length) {
            if (json[i] != '\\') {
                i++;
                continue;
            }
            int unit = unitAt(json, i);
            if (!isSurrogate(unit)) {
                i += 2; // the escaped character is skipped too: it may be a backslash
            } else if (unit < 0xdc00 && isLow(unitAt(json, i + ESCAPE))) {
                i += 2 * ESCAPE;
            } else {
                return i;
            }
        }
        return json.length;
    }

    /** The UTF-16 unit of a {@code \}{@code u} escape at this offset, or -1 if there is no such escape. */
    private static int unitAt(byte[] json, int at) {
        if (at + ESCAPE > json.length || json[at] != '\\' || json[at + 1] != 'u') {
            return -1;
        }
        int unit = 0;
        for (int i = at + 2; i < at + ESCAPE; i++) {
            int digit = Character.digit(json[i], 16);
            if (digit < 0) {
                return -1;
            }
            unit = unit * 16 + digit;
        }
        return unit;
    }

    private static boolean isSurrogate(int unit) {
        return unit >= 0xd800 && unit <= 0xdfff;
    }

    private static boolean isLow(int unit) {
        return unit >= 0xdc00 && unit <= 0xdfff;
    }

    private static void replace(byte[] text, int at) {
        text[at + 2] = 'f';
        text[at + 3] = 'f';
        text[at + 4] = 'f';
        text[at + 5] = 'd';
    }
}
