package io.hookline.cli.init;

import java.util.List;
import java.util.stream.Collectors;

/** Writes Go as {@code gofmt} does. */
final class GoFormat {

    private static final int TAB = 4;

    private GoFormat() {}

    /** Pads keys so that the values of neighbouring lines are in one column. A value of several lines stands alone. */
    static void align(List<String> keys, List<String> values) {
        int start = 0;
        for (int i = 0; i <= keys.size(); i++) {
            if (i == keys.size() || values.get(i).contains("\n")) {
                pad(keys.subList(start, i));
                start = i + 1;
            }
        }
    }

    private static void pad(List<String> keys) {
        int width = keys.stream().mapToInt(String::length).max().orElse(0);
        keys.replaceAll(key -> key + " ".repeat(width - key.length()));
    }

    /** Indents with tabs instead of four spaces. */
    static String tabs(String text) {
        return text.lines()
                .map(line -> {
                    int spaces = line.length() - line.stripLeading().length();
                    return "\t".repeat(spaces / TAB) + line.stripLeading();
                })
                .collect(Collectors.joining("\n"));
    }

    /** The fields of a struct in one column each: name, type and tag. */
    static String fields(List<List<String>> fields) {
        int names =
                fields.stream().mapToInt(field -> field.get(0).length()).max().orElse(0);
        int types =
                fields.stream().mapToInt(field -> field.get(1).length()).max().orElse(0);
        return fields.stream()
                .map(field ->
                        padded(field.get(0), names) + padded(field.get(1), types) + "`json:\"" + field.get(2) + "\"`")
                .collect(Collectors.joining("\n"));
    }

    private static String padded(String text, int width) {
        return text + " ".repeat(width - text.length() + 1);
    }
}
