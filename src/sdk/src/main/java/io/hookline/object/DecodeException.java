package io.hookline.object;

import java.io.Serial;

/** Input of a wrong type or format. Its message names the place: {@code children[3].metadata.name: expected ...}. */
public final class DecodeException extends RuntimeException {

    @Serial
    private static final long serialVersionUID = 1;

    private final String place;
    private final String problem;

    /** An exception with the place and the problem. */
    public DecodeException(FieldPath place, String problem) {
        super(place + ": " + problem);
        this.place = place.path();
        this.problem = problem;
    }

    /** The usual problem: a JSON value has another type than expected. */
    public static DecodeException expected(FieldPath place, String wanted, String was) {
        return new DecodeException(place, "expected " + wanted + ", was " + was);
    }

    /**
     * Reports a document that is not JSON at all.
     *
     * @param document what it is, such as {@code answer}
     * @param detail after the message; may be empty
     */
    public static DecodeException notJson(String document, String detail) {
        String problem = "not valid JSON" + detail;
        return new DecodeException(document + " is " + problem, "", problem);
    }

    /** Reports a problem whose text names its place itself. */
    public static DecodeException of(String problem) {
        return new DecodeException(problem, "", problem);
    }

    private DecodeException(String message, String place, String problem) {
        super(message);
        this.place = place;
        this.problem = problem;
    }

    /** Returns the same problem in a document that contains the faulty one at {@code outer}. */
    public DecodeException within(FieldPath outer) {
        return new DecodeException(outer.then(place()), problem);
    }

    /** The problem, without its place. */
    public String problem() {
        return problem;
    }

    /** The place of the problem. */
    public FieldPath place() {
        return new FieldPath(place);
    }
}
