package io.hookline.rollout;

import io.hookline.apply.ChildId;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * What is known of a rolling update before its next step.
 *
 * @param paused whether the parent pauses it
 * @param held the {@link RolloutPlan#held} of the last step; empty for the first one after a start. Then the record of an
 *     earlier revision is followed only for children that were written in it: others were written by another controller
 *     meanwhile, or not at all by an interrupted sync
 * @param complete with how many children it was complete, if it was. Then a child that fails later is no part of it
 */
public record RolloutStatus(boolean paused, Optional<Set<ChildId>> held, OptionalInt complete) {}
