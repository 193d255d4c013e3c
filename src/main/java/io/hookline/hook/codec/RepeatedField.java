package io.hookline.hook.codec;

import io.hookline.object.JsonScanner;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;

/**
 * Finds a field that occurs twice in one object of a document. Every request goes through here, so names are compared by
 * hashes of their bytes; strings are made only of those with equal hashes.
 */
final class RepeatedField {

    private static final int NONE = -1;

    private final byte[] json;

    /** The names of all objects that are open: hash in the upper half, offset in the lower one. */
    private long[] names = new long[64];

    private int count;

    /** For each open level where its names begin, or {@link #NONE} for a list. */
    private int[] levels = new int[16];

    private int depth;

    private RepeatedField(byte[] json) {
        this.json = json;
    }

    /** The offset of the second one's name, or -1. The document must be JSON. */
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
        int run =
                first; // names of equal hash: each run is looked at once, since a caller can choose names that collide
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
