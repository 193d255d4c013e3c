package io.hookline.cli;

/** What one look at the world shows. */
sealed interface StepSight {

    /** It is as expected. */
    record Holds() implements StepSight {}

    /** Not as expected, but it may still become so; {@code saw} says what is there instead. */
    record NotYet(String saw) implements StepSight {}

    /** Not as expected, and waiting does not help. */
    record Never(String saw) implements StepSight {}

    /** It is as expected. */
    static StepSight holds() {
        return new Holds();
    }

    /** As expected or not yet. */
    static StepSight of(boolean holds, String saw) {
        return holds ? new Holds() : new NotYet(saw);
    }
}
