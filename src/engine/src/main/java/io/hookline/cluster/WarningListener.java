package io.hookline.cluster;

/**
 * Gets the warnings that an API server adds to the response of a write, such as {@code unknown field "spec.replica"}.
 */
@FunctionalInterface
public interface WarningListener {

    /** Ignores warnings. */
    WarningListener NONE = _ -> {};

    /**
     * A write succeeded with a warning. Called in the thread of the write: it must return at once and must not fail.
     */
    void warned(String text);
}
