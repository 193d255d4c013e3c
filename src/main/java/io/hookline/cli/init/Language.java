package io.hookline.cli.init;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The languages in which hooks are generated. */
enum Language {
    JAVA("java", Literal.Syntax.JAVA, 8, "\n\n"),
    PYTHON("py", Literal.Syntax.PYTHON, 4, "\n\n\n"),
    JAVASCRIPT("js", Literal.Syntax.JAVASCRIPT, 2, "\n\n"),
    BASH("sh", Literal.Syntax.JQ, 0, "\n\n"),
    GO("go", Literal.Syntax.GO, 4, "\n\n");

    /** All of them, as users write them. */
    static final String NAMES = "java, python, javascript, bash or go";

    private static final int LONGEST_LIST = 70;

    private final String extension;
    private final Literal.Syntax syntax;
    private final int indent;
    private final String betweenFunctions;

    Language(String extension, Literal.Syntax syntax, int indent, String betweenFunctions) {
        this.extension = extension;
        this.syntax = syntax;
        this.indent = indent;
        this.betweenFunctions = betweenFunctions;
    }

    /** The language of a name, such as {@code python}. */
    static Optional<Language> named(String name) {
        return Arrays.stream(values())
                .filter(language -> language.name().equalsIgnoreCase(name))
                .findFirst();
    }

    /** The extension of its files. */
    String extension() {
        return extension;
    }

    /** How it writes objects and lists. */
    Literal.Syntax syntax() {
        return syntax;
    }

    /** The indent of a statement in a function. */
    int indent() {
        return indent;
    }

    /** What separates two functions. */
    String betweenFunctions() {
        return betweenFunctions;
    }

    /** The arguments of a call in Java, otherwise a list of objects: on one line if it fits. */
    String list(List<String> elements) {
        String flat = String.join(", ", elements);
        if (flat.length() <= LONGEST_LIST) {
            return switch (this) {
                case JAVA -> "(" + flat + ")";
                case GO -> "[]object{" + flat + "}";
                case PYTHON, JAVASCRIPT, BASH -> "[" + flat + "]";
            };
        }
        String line = "\n" + " ".repeat(Math.max(indent, 2));
        return switch (this) {
            case JAVA -> "(" + line + String.join("," + line, elements) + ")";
            case GO -> "[]object{\n\t" + String.join(",\n\t", elements) + ",\n}";
            case BASH -> "[" + line + String.join("," + line, elements) + "\n]";
            case PYTHON, JAVASCRIPT -> "[" + line + String.join("," + line, elements) + ",\n]";
        };
    }

    /** The name of a function that returns an object of a kind. */
    String function(String kind) {
        boolean snake = this == PYTHON || this == BASH;
        String name = snake ? Words.joined(kind, "_") : Words.camel(kind);
        if (!TakenNames.contain(this, name)) {
            return name;
        }
        return snake ? "desired_" + name : "desired" + kind;
    }
}
