package io.hookline.rollout;

import io.hookline.apply.Child;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * How far a rolling update is.
 *
 * @param updated how many children have the latest revision and are written in it
 * @param total how many children are updated by rolling
 * @param step what happens now
 * @param waitingFor the first child of the latest revision that is not available; it may be the last one that was moved, so that
 *     nothing is left to move
 * @param deadline the time without progress after which the rolling update is reported as stuck
 */
public record Progress(
        int updated, int total, Step step, Optional<Unavailable> waitingFor, Optional<Duration> deadline) {

    /** A child that is not available, and why. */
    public record Unavailable(Child child, Problem problem) {}

    /** What happens in this sync. */
    public sealed interface Step {

        /** All children have the latest revision. */
        record Complete() implements Step {}

        /** These children are moved to the latest revision now. */
        record Updating(List<Child> children) implements Step {
            public Updating {
                children = List.copyOf(children);
            }
        }

        /** No child is moved before this one is available. */
        record Waiting(Unavailable first) implements Step {}

        /** The controller or the parent pauses the rolling update. */
        record Paused() implements Step {}
    }
}
