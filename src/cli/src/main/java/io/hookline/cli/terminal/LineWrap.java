package io.hookline.cli.terminal;

import java.util.function.IntSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Breaks long lines at blanks, so that they continue below the column of their text: a terminal would break them in the middle of a
 * word and continue below the time.
 *
 * @param columns the present width of the terminal; 0 if the output is no terminal, whose lines stay whole
 */
record LineWrap(IntSupplier columns) {

    /** Keeps all lines whole. */
    static final LineWrap NONE = new LineWrap(() -> 0);

    /** A column of text that is narrower than this is not easier to read than broken words. */
    private static final int NARROWEST = 30;

    private static final Pattern COLOUR = Pattern.compile("\u001b\\[[0-9;]*m");
    private static final Pattern WORD = Pattern.compile("( *)([^ ]+)");

    /**
     * One line, or several.
     *
     * @param prefix what stands before the text
     * @param indent the column in which the text continues
     */
    String of(String prefix, String text, int indent) {
        int width = columns.getAsInt();
        int at = length(prefix);
        if (at + length(text) <= width || width - indent < NARROWEST) {
            return prefix + text;
        }
        StringBuilder wrapped = new StringBuilder(prefix);
        boolean isFirst = true;
        Matcher words = WORD.matcher(text);
        int end = 0;
        while (words.find()) {
            int length = length(words.group(2));
            int blanks = words.group(1).length();
            if (!isFirst && at + blanks + length > width) {
                wrapped.append('\n').append(" ".repeat(indent));
                blanks = 0;
                at = indent;
            }
            wrapped.append(" ".repeat(blanks)).append(words.group(2));
            at += blanks + length;
            isFirst = false;
            end = words.end();
        }
        return wrapped.append(text.substring(end)).toString();
    }

    /** Without the codes of colours. */
    private static int length(String text) {
        return COLOUR.matcher(text).replaceAll("").length();
    }
}
