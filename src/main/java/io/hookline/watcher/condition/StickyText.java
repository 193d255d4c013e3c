package io.hookline.watcher.condition;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Keeps a text while new ones differ in numbers only, such as ports and durations. Not thread-safe. */
public final class StickyText {

    private static final Pattern NUMBERS = Pattern.compile("[0-9]+");

    private @Nullable String kept;

    /** The text to show: an earlier one if it differs only in numbers. */
    public String keep(String text) {
        String before = kept;
        if (before == null || !withoutNumbers(before).equals(withoutNumbers(text))) {
            kept = text;
            return text;
        }
        return before;
    }

    /** Forgets the text. */
    public void forget() {
        kept = null;
    }

    private static String withoutNumbers(String text) {
        return NUMBERS.matcher(text).replaceAll("0");
    }
}
