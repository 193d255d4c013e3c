package io.hookline.testing.scenario.environment;

/** What one check shows. */
public sealed interface CheckResult {

    /** It is as expected. */
    record Holds() implements CheckResult {}

    /** Not as expected, but it may still become so; {@code saw} says what is there instead. */
    record NotYet(String saw) implements CheckResult {}

    /** Not as expected, and waiting does not help. */
    record Never(String saw) implements CheckResult {}

    /** It is as expected. */
    static CheckResult holds() {
        return new Holds();
    }

    /** As expected or not yet. */
    static CheckResult of(boolean holds, String saw) {
        return holds ? new Holds() : new NotYet(saw);
    }
}
