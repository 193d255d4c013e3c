package io.hookline.object;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ByteScanTest {

    private static final byte[] INTERESTING = {
        0, 1, 31, ' ', '!', '"', '#', '&', '<', '>', '?', '[', '\\', ']', 127, -128, -1
    };

    @Test
    void eachSearchFindsTheSameByteAsOneThatLooksAtEachByte() {
        Random random = new Random(1);
        for (int round = 0; round < 20_000; round++) {
            byte[] text = new byte[random.nextInt(40)];
            for (int i = 0; i < text.length; i++) {
                boolean plain = random.nextInt(12) > 0;
                text[i] = plain ? (byte) 'x' : INTERESTING[random.nextInt(INTERESTING.length)];
            }
            int from = random.nextInt(text.length + 1);
            int end = from + random.nextInt(text.length - from + 1);

            assertThat(ByteScan.endOfPlain(text, from, end)).isEqualTo(first(text, from, end, "\"\\", true, false));
            assertThat(ByteScan.endOfUnescaped(text, from, end))
                    .isEqualTo(first(text, from, end, "\"\\<>&", true, false));
            assertThat(ByteScan.endOfAscii(text, from, end)).isEqualTo(first(text, from, end, "", false, true));
            assertThat(ByteScan.contains(text, '?'))
                    .isEqualTo(first(text, 0, text.length, "?", false, false) < text.length);
        }
    }

    /** Runs of several words are searched at once, and then the words of a run, and then the bytes of a word. */
    @Test
    void eachByteIsFoundAtEachPlaceBehindBytesThatAreAlmostTheWantedOnes() {
        for (int plain : new int[] {' ', '!', '#', '[', ']', 'x', 0x7f}) {
            for (int value = 0; value < 256; value++) {
                for (int at = 0; at < 72; at++) {
                    byte[] text = new byte[73];
                    Arrays.fill(text, (byte) plain);
                    text[at] = (byte) value;
                    check(text, at % 3, text.length - at % 2);
                }
            }
        }
    }

    @Test
    void textOfAnyBytesIsSearchedLikeByteByByte() {
        Random random = new Random(2);
        for (int round = 0; round < 50_000; round++) {
            byte[] text = new byte[random.nextInt(100)];
            random.nextBytes(text);
            for (int i = 0; i < text.length; i++) {
                text[i] = random.nextInt(60) == 0 ? text[i] : (byte) (0x23 + (text[i] & 0x1f));
            }
            check(text, 0, text.length);
        }
    }

    private static void check(byte[] text, int from, int end) {
        boolean equal = ByteScan.endOfPlain(text, from, end) == first(text, from, end, "\"\\", true, false)
                && ByteScan.endOfUnescaped(text, from, end) == first(text, from, end, "\"\\<>&", true, false)
                && ByteScan.endOfAscii(text, from, end) == first(text, from, end, "", false, true);
        if (!equal) {
            fail("differs from " + from + " to " + end + " in " + Arrays.toString(text));
        }
    }

    private static int first(byte[] text, int from, int end, String wanted, boolean control, boolean notAscii) {
        for (int i = from; i < end; i++) {
            byte b = text[i];
            boolean found = wanted.indexOf(b) >= 0 && b >= 0;
            if (found || (control && b >= 0 && b < 32) || (notAscii && b < 0)) {
                return i;
            }
        }
        return end;
    }
}
