package io.hookline.object;

import java.io.Serial;

/** Input that is not what it should be. Its message names the place: {@code children[3].metadata.name: expected ...}. */
public final class DecodeException extends RuntimeException {

    @Serial
    private static final long serialVersionUID = 1;

    private final String place;
    private final String problem;

    /** Says what is wrong where. */
    public DecodeException(FieldPath place, String problem) {
        super(place + ": " + problem);
        this.place = place.path();
        this.problem = problem;
    }

    /** The usual problem: one type of JSON value was expected, another one was there. */
    public static DecodeException expected(FieldPath place, String wanted, String was) {
        return new DecodeException(place, "expected " + wanted + ", was " + was);
    }

    /** The same problem in a document that has the faulty one at {@code outer}. */
    public DecodeException within(FieldPath outer) {
        return new DecodeException(outer.then(place()), problem);
    }

    /** What is wrong, without its place. */
    public String problem() {
        return problem;
    }

    /** Where the problem is. */
    public FieldPath place() {
        return new FieldPath(place);
    }
}
