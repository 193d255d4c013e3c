package io.hookline.kube;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the header {@code Warning} of an API server: {@code 299 - "unknown field \"spec.replica\""}. */
final class WarningHeader {

    /** The code for warnings that clients should show; others are about caches. */
    private static final String SHOWN = "299";

    private static final Pattern WARNING = Pattern.compile("(\\d{3}) \\S+ \"((?:[^\"\\\\]|\\\\.)*)\"");
    private static final Pattern ESCAPED = Pattern.compile("\\\\(.)");

    private WarningHeader() {}

    /** The texts in the values of all header fields. A proxy may have joined several warnings in one value. */
    static List<String> texts(List<String> values) {
        List<String> texts = new ArrayList<>();
        for (String value : values) {
            Matcher found = WARNING.matcher(value);
            while (found.find()) {
                if (found.group(1).equals(SHOWN)) {
                    texts.add(ESCAPED.matcher(found.group(2)).replaceAll("$1"));
                }
            }
        }
        return texts;
    }
}
