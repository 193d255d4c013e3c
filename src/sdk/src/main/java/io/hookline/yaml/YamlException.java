package io.hookline.yaml;

import io.hookline.object.FieldPath;
import java.io.Serial;

/** A text is not valid YAML, or has no counterpart in JSON. */
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

    /** The line of the problem, counted from 1. */
    public int line() {
        return line;
    }

    /** The column of the problem, counted from 1. */
    public int column() {
        return column;
    }

    /** The path of the value with the problem; the root if the text is not valid YAML. */
    public FieldPath place() {
        return place;
    }

    /** The problem; it may quote the text. */
    public String problem() {
        return problem;
    }
}
