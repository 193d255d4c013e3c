package io.hookline.queue;

import java.time.Duration;

/**
 * A work queue at one time.
 *
 * @param waiting how many keys are dirty
 * @param oldest how long the key that waits longest has waited; zero if none waits
 * @param processing how many keys are being processed
 * @param unfinished the sum of the times since their processing began
 * @param longest the longest of these times
 */
public record QueueState(int waiting, Duration oldest, int processing, Duration unfinished, Duration longest) {

    /** The state of a queue without keys. */
    public static final QueueState EMPTY = new QueueState(0, Duration.ZERO, 0, Duration.ZERO, Duration.ZERO);
}
