package io.hookline.webhook;

import io.hookline.object.ByteScan;

/**
 * Estimates the memory that an answer takes when it is decoded. Its status and each child are decoded on their own, so the largest
 * of them counts.
 *
 * <p>The sizes are those of Jackson's tree on a 64-bit JVM with compressed pointers, and of the tables of its lists and objects.
 */
final class DecodedSize {

    private static final int OBJECT = 90;
    private static final int LIST = 100;
    private static final int MEMBER = 60;
    private static final int TEXT = 70;
    private static final int ELEMENT = 24;

    private final byte[] json;
    private int objects;
    private long largest;
    private long current;
    private int depth;
    private boolean inList;

    private DecodedSize(byte[] json) {
        this.json = json;
    }

    /** The bytes of the largest object in an answer, decoded. The text need not be valid JSON. */
    static long ofLargestObject(byte[] answer) {
        return new DecodedSize(answer).largest();
    }

    /** The number of objects in lists that are fields of an answer: its children. The text need not be valid JSON. */
    static int objectsInLists(byte[] answer) {
        DecodedSize all = new DecodedSize(answer);
        all.largest();
        return all.objects;
    }

    private long largest() {
        for (int i = 0; i < json.length; i++) {
            switch (json[i]) {
                case '"' -> i = text(i);
                case '{' -> begin(OBJECT, false);
                case '[' -> begin(LIST, true);
                case '}', ']' -> end();
                case ':' -> current += MEMBER;
                case ',' -> current += ELEMENT;
                default -> {}
            }
        }
        return Math.max(largest, current);
    }

    /** A field of the answer, and an object in such a field that is a list, is decoded on its own. */
    private void begin(int size, boolean list) {
        if (depth == 1) {
            inList = list;
            current = 0;
        } else if (depth == 2 && inList && !list) {
            current = 0;
            objects++;
        }
        current += size;
        depth++;
    }

    private void end() {
        largest = Math.max(largest, current);
        depth--;
    }

    /** Returns the offset of the closing quote. */
    private int text(int quote) {
        int i = ByteScan.endOfPlain(json, quote + 1, json.length);
        while (i < json.length && json[i] != '"') {
            i = ByteScan.endOfPlain(json, Math.min(json.length, i + (json[i] == '\\' ? 2 : 1)), json.length);
        }
        current += TEXT + i - quote;
        return i;
    }
}
