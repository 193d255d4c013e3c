package io.hookline.hook.codec;

import io.hookline.object.JsonScanner;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;

/**
 * Finds a field that occurs twice in the same object of a document.
 *
 * <p>Every request is checked, so names are compared by the hashes of their bytes. Strings are created only for names with
 * equal hashes.
 */
final class RepeatedField {

    private static final int NONE = -1;

    private final byte[] json;

    /** The names in all open objects: the hash in the upper half, the offset in the lower half. */
    private long[] names = new long[64];

    private int count;

    /** For each open level the index of its first name, or {@link #NONE} for a list. */
    private int[] levels = new int[16];

    private int depth;

    private RepeatedField(byte[] json) {
        this.json = json;
    }

    /** The offset of the repeated name, or -1. The document must be valid JSON. */
    static int find(byte[] json) {
        return new RepeatedField(json).find();
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
            }
            i++;
        }
        return NONE;
    }

    private int afterString(int quote) {
        int i = quote + 1;
        while (json[i] != '"') {
            i += json[i] == '\\' ? 2 : 1;
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
