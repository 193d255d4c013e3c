package io.hookline.object;

import java.nio.charset.StandardCharsets;

/** The beginning of a text that is not valid, for messages: it often shows what the text really is. */
public final class Excerpt {

    /** Longer texts are cut. */
    private static final int CHARACTERS = 100;

    private static final int MAX_BYTES_OF_ONE = 4;

    private Excerpt() {}

    /**
     * Returns the first 100 characters, quoted and in one line. Leading white space is removed, invisible characters
     * are escaped, broken UTF-8 is replaced, and three dots mark a cut. Empty for a blank text.
     */
    public static String of(byte[] utf8) {
        int start = 0;
        while (start < utf8.length && utf8[start] >= 0 && utf8[start] <= ' ') {
            start++;
        }
        int length = Math.min(utf8.length - start, (CHARACTERS + 1) * MAX_BYTES_OF_ONE);
        String text = new String(utf8, start, length, StandardCharsets.UTF_8).stripTrailing();
        if (text.isEmpty()) {
            return "";
        }
        int shown = Math.min(CHARACTERS, text.codePointCount(0, text.length()));
        int end = text.offsetByCodePoints(0, shown);
        StringBuilder excerpt = new StringBuilder("\"");
        text.substring(0, end).codePoints().forEach(character -> append(excerpt, character));
        return excerpt.append(end < text.length() ? "...\"" : "\"").toString();
    }

    private static void append(StringBuilder excerpt, int character) {
        switch (character) {
            case '\n' -> excerpt.append("\\n");
            case '\r' -> excerpt.append("\\r");
            case '\t' -> excerpt.append("\\t");
            default -> {
                if (isVisible(character)) {
                    excerpt.appendCodePoint(character);
                } else {
                    excerpt.append(String.format("\\u%04x", character));
                }
            }
        }
    }

    private static boolean isVisible(int character) {
        return switch (Character.getType(character)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.SURROGATE,
                    Character.UNASSIGNED -> false;
            default -> true;
        };
    }
}
