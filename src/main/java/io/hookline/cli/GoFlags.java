package io.hookline.cli;

import java.util.Arrays;

/**
 * Converts Go's flag notation to ours: {@code -name=value} becomes {@code --name=value}. Manifests written for Metacontroller
 * use both.
 */
final class GoFlags {

    /** The usual port of Java debuggers; {@code bin/hookline} opens it. */
    private static final int DEBUG_PORT = 5005;

    private GoFlags() {}

    /** Also gives {@code --debug} its default. */
    static String[] normalise(String... args) {
        return Arrays.stream(args).map(GoFlags::normalise).toArray(String[]::new);
    }

    /** Doubles a single dash before a name; one-letter options such as {@code -h} and {@code -V} stay. */
    private static String normalise(String arg) {
        if (arg.equals("--debug")) {
            return "--debug=" + DEBUG_PORT; // so that the next argument is not taken for the port
        }
        boolean goForm =
                arg.length() > 2 && arg.charAt(0) == '-' && Character.isLetter(arg.charAt(1)) && arg.charAt(2) != '=';
        return goForm ? "-" + arg : arg;
    }
}
