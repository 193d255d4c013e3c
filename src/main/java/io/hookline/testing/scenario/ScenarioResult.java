package io.hookline.testing.scenario;

import java.time.Duration;

/** How a scenario went. */
public sealed interface ScenarioResult {

    /** The scenario's name. */
    String name();

    /**
     * Everything was seen, and everything was removed again.
     *
     * @param took from the first object until the last one was deleted
     */
    record Passed(String name, Duration took) implements ScenarioResult {}

    /**
     * Something was not as expected.
     *
     * @param failure of the first step that failed
     */
    record Failed(String name, StepFailure failure) implements ScenarioResult {}
}
