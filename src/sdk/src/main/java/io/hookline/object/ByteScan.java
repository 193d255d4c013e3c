package io.hookline.object;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Finds the bytes of JSON strings that have a meaning, eight at a time. Most of a request is text, and is walked over
 * several times.
 */
public final class ByteScan {

    private static final VarHandle WORDS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private static final int WORD = Long.BYTES;
    private static final long ONES = 0x0101010101010101L;
    private static final long HIGH_BITS = 0x8080808080808080L;

    private ByteScan() {}

    /** The offset of the first quote, backslash or control character; or {@code end}. */
    public static int endOfPlain(byte[] text, int from, int end) {
        int i = from;
        while (i <= end - 2 * WORD
                && (special((long) WORDS.get(text, i)) | special((long) WORDS.get(text, i + WORD))) == 0) {
            i += 2 * WORD;
        }
        for (; i <= end - WORD; i += WORD) {
            long found = special((long) WORDS.get(text, i));
            if (found != 0) {
                return i + first(found);
            }
        }
        while (i < end && !isSpecial(text[i])) {
            i++;
        }
        return i;
    }

    /** The offset of the first byte that Go's JSON escapes in ASCII text; or {@code end}. */
    static int endOfUnescaped(byte[] text, int from, int end) {
        int i = from;
        for (; i <= end - WORD; i += WORD) {
            long word = (long) WORDS.get(text, i);
            long found = special(word) | equal(word, '<') | equal(word, '>') | equal(word, '&');
            if (found != 0) {
                return i + first(found);
            }
        }
        while (i < end && !isSpecial(text[i]) && text[i] != '<' && text[i] != '>' && text[i] != '&') {
            i++;
        }
        return i;
    }

    /** The offset of the first byte that is not ASCII; or {@code end}. */
    public static int endOfAscii(byte[] text, int from, int end) {
        int i = from;
        while (i <= end - 4 * WORD && (fourWords(text, i) & HIGH_BITS) == 0) {
            i += 4 * WORD;
        }
        for (; i <= end - WORD; i += WORD) {
            long found = (long) WORDS.get(text, i) & HIGH_BITS;
            if (found != 0) {
                return i + first(found);
            }
        }
        while (i < end && text[i] >= 0) {
            i++;
        }
        return i;
    }

    /** Whether a text contains a byte. */
    static boolean contains(byte[] text, char wanted) {
        int i = 0;
        for (; i <= text.length - WORD; i += WORD) {
            if (equal((long) WORDS.get(text, i), wanted) != 0) {
                return true;
            }
        }
        for (; i < text.length; i++) {
            if (text[i] == wanted) {
                return true;
            }
        }
        return false;
    }

    private static boolean isSpecial(byte b) {
        return b == '"' || b == '\\' || (b >= 0 && b < ' ');
    }

    // A set bit above the lowest one may be wrong, because subtraction borrows. Only the lowest one is used.

    /** With the second bit flipped, control characters and the quote are below 0x21, and nothing else is. */
    private static long special(long word) {
        long flipped = word ^ (2 * ONES);
        long controlOrQuote = (flipped - 0x21 * ONES) & ~flipped & HIGH_BITS;
        return controlOrQuote | equal(word, '\\');
    }

    /** The bits that any of four words has. */
    private static long fourWords(byte[] text, int from) {
        return (long) WORDS.get(text, from)
                | (long) WORDS.get(text, from + WORD)
                | (long) WORDS.get(text, from + 2 * WORD)
                | (long) WORDS.get(text, from + 3 * WORD);
    }

    private static long equal(long word, char wanted) {
        long zero = word ^ (wanted * ONES);
        return (zero - ONES) & ~zero & HIGH_BITS;
    }

    private static int first(long found) {
        return Long.numberOfTrailingZeros(found) >>> 3;
    }
}
