package io.hookline.hook.codec;

/**
 * Replaces unpaired surrogate escapes ({@code \ud83d} alone) in JSON by U+FFFD, as Go's decoder does.
 *
 * <p>Otherwise the desired child would never equal the stored one, because the API server replaces them too.
 */
final class LoneSurrogates {

    private static final int ESCAPE = 6;

    private LoneSurrogates() {}

    /** Returns the same array if it has none, which is the usual case. */
    static byte[] repaired(byte[] json) {
        byte[] text = json;
        boolean copied = false;
        int i = 0;
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
                text = copied ? text : json.clone();
                copied = true;
                replace(text, i);
                i += ESCAPE;
            }
        }
        return text;
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
