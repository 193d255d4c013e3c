package io.hookline.testing.scenario.file;

/**
 * The object of a step, as kubectl names it: {@code Pod/web-0}, {@code deploy/web}, {@code foos.example.com/x}.
 *
 * @param kind kind, plural, singular or short name, with or without {@code .group}
 * @param name of the object
 */
public record ObjectRef(String kind, String name) {

    /**
     * Reads {@code KIND/NAME}.
     *
     * @throws IllegalArgumentException if the text has another form
     */
    public static ObjectRef parse(String text) {
        int slash = text.indexOf('/');
        if (slash <= 0 || slash == text.length() - 1 || text.indexOf('/', slash + 1) >= 0) {
            throw new IllegalArgumentException("expected KIND/NAME such as Pod/web-0, was '" + text + "'");
        }
        return new ObjectRef(text.substring(0, slash), text.substring(slash + 1));
    }

    @Override
    public String toString() {
        return kind + "/" + name;
    }
}
