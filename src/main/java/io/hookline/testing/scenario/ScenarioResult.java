package io.hookline.cli;

import java.time.Duration;

/** How an example went. */
public sealed interface ExampleResult {

    /** The example's name. */
    String name();

    /**
     * Everything was seen, and everything was removed again.
     *
     * @param took from the first object to the last one gone
     */
    record Passed(String name, Duration took) implements ExampleResult {}

    /**
     * Something was not as expected.
     *
     * @param step counted from 1; 0 for the installation, one more than there are steps for the removal
     * @param text what was expected, where that is written, and what was seen
     */
    record Failed(String name, int step, String text) implements ExampleResult {}
}
