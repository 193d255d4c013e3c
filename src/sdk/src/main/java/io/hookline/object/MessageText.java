package io.hookline.object;

import java.nio.charset.StandardCharsets;
import java.util.List;

/** Makes texts of any origin fit into messages: one line, with a maximum length. */
public final class MessageText {

    private static final String CUT = " ... ";

    /** More reasons do not fit into a line, and explain little. */
    private static final int MAX_REASONS = 2;

    private static final int CONTINUATION_BYTE = 0x80;
    private static final int CONTINUATION_MASK = 0xC0;

    private MessageText() {}

    /** The first two of several reasons, and how many more there are: {@code parent added, hook changed and 3 more}. */
    public static String reasons(List<String> all) {
        return all.size() <= MAX_REASONS
                ? String.join(", ", all)
                : String.join(", ", all.subList(0, MAX_REASONS)) + " and " + (all.size() - MAX_REASONS) + " more";
    }

    /**
     * Joins the lines of a text that are not blank: with a space after punctuation, otherwise with a semicolon. A text
     * of one line stays as it is.
     */
    public static String oneLine(String text) {
        if (text.indexOf('\n') < 0 && text.indexOf('\r') < 0) {
            return text;
        }
        List<String> lines =
                text.lines().map(String::strip).filter(line -> !line.isEmpty()).toList();
        StringBuilder joined = new StringBuilder();
        for (String line : lines) {
            if (!joined.isEmpty()) {
                joined.append(":;,.{[(".indexOf(joined.charAt(joined.length() - 1)) >= 0 ? " " : "; ");
            }
            joined.append(line);
        }
        return joined.toString();
    }

    /**
     * Cuts a text in the middle. Its beginning names what failed and where; its end is often the cause.
     *
     * @param maxBytes the maximum length of the result in UTF-8
     */
    public static String shortened(String text, int maxBytes) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        if (utf8.length <= maxBytes) {
            return text;
        }
        int kept = maxBytes - CUT.length();
        int tail = kept / 4;
        int headEnd = kept - tail;
        while (isInsideCharacter(utf8[headEnd])) {
            headEnd--;
        }
        int tailStart = utf8.length - tail;
        while (tailStart < utf8.length && isInsideCharacter(utf8[tailStart])) {
            tailStart++;
        }
        return new String(utf8, 0, headEnd, StandardCharsets.UTF_8)
                + CUT
                + new String(utf8, tailStart, utf8.length - tailStart, StandardCharsets.UTF_8);
    }

    private static boolean isInsideCharacter(byte b) {
        return (b & CONTINUATION_MASK) == CONTINUATION_BYTE;
    }
}
