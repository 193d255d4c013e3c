package io.hookline.hook.codec;

import io.hookline.object.ByteScan;
import java.io.ByteArrayOutputStream;

/** Repairs invalid UTF-8 as Go's JSON decoder does: each byte outside a valid character becomes U+FFFD. */
final class GoUtf8 {

    private static final byte[] REPLACEMENT = {(byte) 0xef, (byte) 0xbf, (byte) 0xbd};

    private GoUtf8() {}

    /** Returns the same array if it is valid, which is the usual case. */
    static byte[] repaired(byte[] text) {
        int i = firstInvalid(text, 0);
        if (i == text.length) {
            return text;
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream(text.length + 16);
        int valid = 0;
        while (i < text.length) {
            out.write(text, valid, i - valid);
            out.writeBytes(REPLACEMENT);
            valid = i + 1;
            i = firstInvalid(text, valid);
        }
        out.write(text, valid, text.length - valid);
        return out.toByteArray();
    }

    /** The offset of the first byte outside a valid character, or the length if all bytes are valid. */
    static int firstInvalid(byte[] text) {
        return firstInvalid(text, 0);
    }

    private static int firstInvalid(byte[] text, int from) {
        int i = ByteScan.endOfAscii(text, from, text.length);
        while (i < text.length) {
            int width = widthAt(text, i);
            if (width == 0) {
                return i;
            }
            i += width;
            if (i < text.length && text[i] >= 0) {
                i = ByteScan.endOfAscii(text, i, text.length);
            }
        }
        return i;
    }

    /** The number of bytes of the character, or 0 if it is not valid: overlong, a surrogate, or incomplete. */
    private static int widthAt(byte[] text, int i) {
        int lead = text[i] & 0xff;
        int width = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
        if (lead < 0xc2 || lead > 0xf4 || i + width > text.length) {
            return 0;
        }
        int second = text[i + 1] & 0xff;
        int low = lead == 0xe0 ? 0xa0 : lead == 0xf0 ? 0x90 : 0x80;
        int high = lead == 0xed ? 0x9f : lead == 0xf4 ? 0x8f : 0xbf;
        if (second < low || second > high) {
            return 0;
        }
        for (int k = i + 2; k < i + width; k++) {
            if ((text[k] & 0xc0) != 0x80) {
                return 0;
            }
        }
        return width;
    }
}
