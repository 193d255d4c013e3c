package io.hookline.yaml;

import io.hookline.object.FieldPath;
import java.io.Serial;

/** A text that is not YAML, or has no counterpart in JSON. */
public final class YamlException extends RuntimeException {

    @Serial
    private static final long serialVersionUID = 1;

    private final int line;
    private final int column;
    private final transient FieldPath place;
    private final String problem;

    YamlException(int line, int column, FieldPath place, String problem) {
        super("yaml: line " + line + ": " + problem);
        this.line = line;
        this.column = column;
        this.place = place;
        this.problem = problem;
    }

    /** Where the problem is, counted from 1. */
    public int line() {
        return line;
    }

    /** Where in its line the problem is, counted from 1. */
    public int column() {
        return column;
    }

    /** Which value has the problem; the document if the text is not YAML. */
    public FieldPath place() {
        return place;
    }

    /** What is wrong. It may quote the text. */
    public String problem() {
        return problem;
    }
}
