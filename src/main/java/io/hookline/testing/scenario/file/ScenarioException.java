package io.hookline.cli;

import java.io.Serial;

/** A file of an example that cannot be used. The message names file, line and place, for its author. */
public final class ExampleException extends RuntimeException {

    @Serial
    private static final long serialVersionUID = 1;

    ExampleException(String message) {
        super(message);
    }

    ExampleException(String message, Throwable cause) {
        super(message, cause);
    }
}
