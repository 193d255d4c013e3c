package io.hookline.object;

import static org.assertj.core.api.Assertions.assertThat;

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
