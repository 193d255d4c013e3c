package io.hookline.testing.scenario;

import java.time.Duration;

/** The result of a scenario. */
public sealed interface ScenarioResult {

    /** The scenario's name. */
    String name();

    /**
     * Every step succeeded, and all objects were deleted.
     *
     * @param took the time from the first creation to the last deletion
     */
    record Passed(String name, Duration took) implements ScenarioResult {}

    /**
     * A step failed.
     *
     * @param failure of the first step that failed
     */
    record Failed(String name, StepFailure failure) implements ScenarioResult {}
}
