package io.hookline.testing.scenario.file;

import java.io.Serial;

/** An error in a file of a scenario. The message names file, line and place, for the author. */
public final class ScenarioException extends RuntimeException {

    @Serial
    private static final long serialVersionUID = 1;

    public ScenarioException(String message) {
        super(message);
    }

    public ScenarioException(String message, Throwable cause) {
        super(message, cause);
    }
}
