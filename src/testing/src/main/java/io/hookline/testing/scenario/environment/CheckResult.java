package io.hookline.testing.scenario.environment;

/** The result of one check. */
public sealed interface CheckResult {

    /** The state is as expected. */
    record Holds() implements CheckResult {}

    /** The state is not as expected yet; {@code saw} describes it. */
    record NotYet(String saw) implements CheckResult {}

    /** The state is not as expected and waiting cannot change that; {@code saw} describes it. */
    record Never(String saw) implements CheckResult {}

    /** The state is as expected. */
    static CheckResult holds() {
        return new Holds();
    }

    /** The state is as expected, or not yet. */
    static CheckResult of(boolean holds, String saw) {
        return holds ? new Holds() : new NotYet(saw);
    }
}
