package io.hookline.cli.terminal;

import java.util.Map;

/** The colours of one stream. They never change the width of a text, so columns are padded first. */
public enum Ansi {
    /** No colours. */
    PLAIN(false),
    /** Colours of a terminal. */
    COLOURED(true);

    private static final String RESET = "\u001b[0m";

    private final boolean coloured;

    Ansi(boolean coloured) {
        this.coloured = coloured;
    }

    /** The values of {@code --color}. */
    public enum Mode {
        AUTO,
        ALWAYS,
        NEVER
    }

    /**
     * Whether to colour a stream. By default a terminal is coloured, unless {@code NO_COLOR} is set or the terminal is
     * {@code dumb}; {@code FORCE_COLOR} and {@code CLICOLOR_FORCE} colour other streams too.
     */
    public static Ansi of(Mode mode, Map<String, String> environment, boolean terminal) {
        return switch (mode) {
            case ALWAYS -> COLOURED;
            case NEVER -> PLAIN;
            case AUTO -> isWanted(environment, terminal) ? COLOURED : PLAIN;
        };
    }

    private static boolean isWanted(Map<String, String> environment, boolean terminal) {
        if (!environment.getOrDefault("NO_COLOR", "").isEmpty()) {
            return false;
        }
        if (isSet(environment, "FORCE_COLOR") || isSet(environment, "CLICOLOR_FORCE")) {
            return true;
        }
        return terminal && !environment.getOrDefault("TERM", "").equals("dumb");
    }

    private static boolean isSet(Map<String, String> environment, String name) {
        String value = environment.getOrDefault(name, "");
        return !value.isEmpty() && !value.equals("0");
    }

    /** For times and reasons, which are read last. */
    public String dim(String text) {
        return in("2", text);
    }

    /** For errors, failures and deletions. */
    public String red(String text) {
        return in("31", text);
    }

    /** For successes and creations. */
    public String green(String text) {
        return in("32", text);
    }

    /** For warnings. */
    public String yellow(String text) {
        return in("33", text);
    }

    /** For changes. */
    public String cyan(String text) {
        return in("36", text);
    }

    /**
     * Colours the word that names what happened: {@code created} is green, {@code ERROR} red. Other words stay as they
     * are.
     */
    public String verb(String word) {
        return switch (word) {
            case "created", "create", "PASS", "ready" -> green(word);
            case "deleted", "delete", "deleting", "recreating", "FAIL", "ERROR", "error", "NOT READY" -> red(word);
            case "updated", "update", "patch", "changed", "status", "released", "event" -> cyan(word);
            case "WARNING", "WARN", "warning", "SKIP", "WAIT" -> yellow(word);
            default -> word;
        };
    }

    private String in(String code, String text) {
        return coloured && !text.isEmpty() ? "\u001b[" + code + "m" + text + RESET : text;
    }
}
