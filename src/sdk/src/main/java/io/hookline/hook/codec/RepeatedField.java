package io.hookline.hook.codec;

import io.hookline.object.ByteScan;
import io.hookline.object.JsonScanner;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;

/**
 * Finds a field that occurs twice in the same object of a document.
 *
 * <p>Every request is checked, so names are compared by the hashes of their bytes. Strings are created only for names
 * with equal hashes.
 */
final class RepeatedField {

    private static final int NONE = -1;

    /** Shorter numbers without an exponent always fit a double. */
    private static final int LONG_RUN = 300;

    private final byte[] json;

    /** The names in all open objects: the hash in the upper half, the offset in the lower half. */
    private long[] names = new long[64];

    private int count;

    /** For each open level the index of its first name, or {@link #NONE} for a list. */
    private int[] levels = new int[16];

    private int depth;
    private int deepest;

    /** Bytes since the last structural one: digits, a literal or white space. */
    private int run;

    private boolean exponent;

    private RepeatedField(byte[] json) {
        this.json = json;
    }

    /**
     * What one pass over a document finds.
     *
     * @param repeated the offset of the repeated name, or -1
     * @param suspicious whether a number may be beyond the range of a double, or the levels be too many
     */
    record Found(int repeated, boolean suspicious) {}

    /** Looks at a document, which must be valid JSON. */
    static Found find(byte[] json, int maxDepth) {
        RepeatedField search = new RepeatedField(json);
        int repeated = search.find();
        return new Found(repeated, search.exponent || search.deepest > maxDepth);
    }

    private int find() {
        boolean nameIsNext = false;
        int i = 0;
        while (i < json.length) {
            byte b = json[i];
            if (b == '"') {
                int end = afterString(i);
                if (nameIsNext) {
                    addName(i, end);
                }
                nameIsNext = false;
                run = 0;
                i = end;
                continue;
            }
            if (b == '{' || b == '[') {
                open(b == '{' ? count : NONE);
                nameIsNext = b == '{';
            } else if (b == ',') {
                nameIsNext = levels[depth - 1] != NONE;
            } else if (b == '}' || b == ']') {
                int repeated = close();
                if (repeated != NONE) {
                    return repeated;
                }
                nameIsNext = false;
            } else {
                lookAtScalar(i, b);
                i++;
                continue;
            }
            run = 0;
            i++;
        }
        return NONE;
    }

    /** Numbers with an exponent, or with very many digits, are suspicious. */
    private void lookAtScalar(int i, byte b) {
        exponent |= (b | 0x20) == 'e' && json[i - 1] >= '0' && json[i - 1] <= '9';
        exponent |= ++run > LONG_RUN;
    }

    private int afterString(int quote) {
        int i = ByteScan.endOfPlain(json, quote + 1, json.length);
        while (json[i] == '\\') {
            i = ByteScan.endOfPlain(json, i + 2, json.length);
        }
        return i + 1;
    }

    private void addName(int start, int end) {
        int hash = 0;
        for (int i = start + 1; i < end - 1; i++) {
            if (json[i] == '\\') {
                hash = hashOf(name(start).getBytes(StandardCharsets.UTF_8));
                break;
            }
            hash = 31 * hash + json[i];
        }
        names = count < names.length ? names : Arrays.copyOf(names, 2 * count);
        names[count++] = (long) hash << 32 | start;
    }

    private static int hashOf(byte[] text) {
        int hash = 0;
        for (byte b : text) {
            hash = 31 * hash + b;
        }
        return hash;
    }

    private void open(int firstName) {
        levels = depth < levels.length ? levels : Arrays.copyOf(levels, 2 * depth);
        levels[depth++] = firstName;
        deepest = Math.max(deepest, depth);
    }

    private int close() {
        int first = levels[--depth];
        int end = count;
        if (first == NONE) {
            return NONE;
        }
        count = first;
        Arrays.sort(names, first, end);
        // A run has names of equal hash. Each run is checked only once, because a caller can choose names that collide.
        int run = first;
        for (int i = first + 1; i <= end; i++) {
            if (i == end || names[i] >> 32 != names[run] >> 32) {
                int repeated = i - run == 1 ? NONE : repeatedIn(run, i);
                if (repeated != NONE) {
                    return repeated;
                }
                run = i;
            }
        }
        return NONE;
    }

    private int repeatedIn(int from, int to) {
        Set<String> seen = new HashSet<>();
        for (int i = from; i < to; i++) {
            if (!seen.add(name((int) names[i]))) {
                return (int) names[i];
            }
        }
        return NONE;
    }

    private String name(int start) {
        return new JsonScanner(json, start, json.length - start).readString();
    }
}
