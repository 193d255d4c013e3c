package io.hookline.cli;

import java.util.Arrays;

/**
 * Converts Go's flag notation to ours: {@code -name=value} becomes {@code --name=value}. Manifests written for Metacontroller
 * use both.
 */
final class GoFlags {
    private GoFlags() {}

    static String[] normalise(String... args) {
        return Arrays.stream(args).map(GoFlags::normalise).toArray(String[]::new);
    }

    /** Doubles a single dash before a name; one-letter options such as {@code -h} and {@code -V} stay. */
    private static String normalise(String arg) {
        boolean goForm =
                arg.length() > 2 && arg.charAt(0) == '-' && Character.isLetter(arg.charAt(1)) && arg.charAt(2) != '=';
        return goForm ? "-" + arg : arg;
    }
}
