/**
 * Which children a rolling update moves to the latest revision of their parent, and in which revision each child is
 * written. Pure: it reads and writes nothing.
 *
 * <p>Entry point: {@link RolloutPlanner}.
 *
 * <ul>
 *   <li>To change which child is moved next, and how many at a time, open {@link RolloutPlanner}.
 *   <li>To change which revision a child belongs to, open {@code ChildOwners} in {@link RolloutPlanner}.
 *   <li>To change when an updated child counts as available, open {@link Availability}.
 *   <li>To change the counts and causes that a rolling update reports, open {@link Progress}.
 * </ul>
 */
@NullMarked
package io.hookline.rollout;

import org.jspecify.annotations.NullMarked;
